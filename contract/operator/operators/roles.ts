/** What operators may do. One role each; an owner may do everything, everybody who works here may read. */
import * as z from 'zod/mini';
import type { OperatorAccess } from '../../endpoint.ts';

/**
 * `viewer` reads; `editor` makes content and rankings; `finance` moves gems and money, and sets what makes gems
 * (goods, check-in rewards, ratio, currency); `owner` does all, and looks after operators.
 */
export const operatorRole = z.enum(['viewer', 'editor', 'finance', 'owner']);
export type OperatorRole = z.output<typeof operatorRole>;

/** Whether somebody of the role may make a call of the access. Screens ask it too: a button nobody may press is not shown. */
export function mayUse(role: OperatorRole, access: OperatorAccess): boolean {
	if (access === 'operator' || role === 'owner') return true;
	return access.slice('operator:'.length).split('+').includes(role);
}
