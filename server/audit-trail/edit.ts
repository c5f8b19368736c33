/** Changes by operators: only from the latest version, and with a row in the audit trail. */
import type { ProblemSlug } from '#contract/problems.ts';
import type { Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { readTrail, record } from './audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';

export interface Edit {
	action: string;
	target: string;
	version: number;
	why?: string;
	approvalId?: string;
	missing: ProblemSlug;
}

/**
 * Changes a thing and returns its new state. `read` locks the row; `write` raises the version.
 * @throws {Problem} stale_edit if somebody else has changed it since
 */
export async function changeThing<Thing extends { version: number }>(
	tx: Tx,
	actor: Actor,
	{ action, target, version, why, approvalId, missing }: Edit,
	{ read, write }: { read: () => Promise<Thing | null>; write: (before: Thing) => Promise<void> },
): Promise<Thing> {
	const before = await read();
	if (before && before.version !== version) throw await staleEdit(tx, target);
	expectLatest(before, { version, missing });
	await write(before);
	const after = await read();
	if (!after) throw new Error(`${target} is gone by its own change`);
	await record(tx, actor, { action, target, before, after: approvedAs(after, approvalId), why });
	return after;
}

/** Names who has changed it last. */
async function staleEdit(tx: Tx, target: string): Promise<Problem> {
	const { list } = await readTrail(tx, { search: '', operatorId: null, target }, { limit: 1 });
	const { operator } = list[0] ?? {};
	const who = operator?.name ?? operator?.email;
	return new Problem('stale_edit', who === undefined ? {} : { message: `${who} has changed this meanwhile` });
}

export function expectLatest<Thing extends { version: number }>(
	thing: Thing | null,
	{ version, missing }: Pick<Edit, 'version' | 'missing'>,
): asserts thing is Thing {
	if (!thing) throw new Problem(missing);
	if (thing.version !== version) throw new Problem('stale_edit');
}

/** Adds the approval, if the change needed one, to the state that the audit trail records. */
export function approvedAs(after: object, approvalId: string | undefined): object {
	return approvalId === undefined ? after : { ...after, approval_id: approvalId };
}
