/** Permissions of operators. Each operator has one role. Owners may do everything, and every operator may read. */
import * as z from 'zod/mini';
import type { OperatorAccess } from '../../endpoint.ts';

/**
 * `viewer` reads. `editor` edits content and rankings. `finance` moves gems and money, and sets everything that creates
 * gems (goods, check-in rewards, ratio, currency). `owner` does everything, and manages operators.
 */
export const operatorRole = z.enum(['viewer', 'editor', 'finance', 'owner']);
export type OperatorRole = z.output<typeof operatorRole>;

/** Returns whether the role may make calls of the access. Screens use it too, to hide buttons that are not allowed. */
export function mayUse(role: OperatorRole, access: OperatorAccess): boolean {
	if (access === 'operator' || role === 'owner') return true;
	return access.slice('operator:'.length).split('+').includes(role);
}
