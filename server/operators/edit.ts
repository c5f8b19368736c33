/** How an operator changes a thing: only from its latest version, and with a row in the audit trail. */
import type { ProblemSlug } from '#contract/problems.ts';
import type { Tx } from '#server/db/pool.ts';
import { Problem } from '#server/http/problem.ts';
import { record, type Actor } from './audit-trail.ts';

export interface Edit {
	action: string;
	target: string;
	/** That the operator saw. */
	version: number;
	why?: string;
	/** The refusal where there is no such thing. */
	missing: ProblemSlug;
}

/**
 * `read` locks the thing's row; `write` raises its version. Gives the thing as it is afterwards.
 * @throws {Problem} stale_edit where somebody else has changed it since
 */
export async function changeThing<Thing extends { version: number }>(
	tx: Tx,
	actor: Actor,
	{ action, target, version, why, missing }: Edit,
	{ read, write }: { read: () => Promise<Thing | null>; write: (before: Thing) => Promise<void> },
): Promise<Thing> {
	const before = await read();
	if (!before) throw new Problem(missing);
	if (before.version !== version) throw new Problem('stale_edit');
	await write(before);
	const after = await read();
	if (!after) throw new Error(`${target} is gone by its own change`);
	await record(tx, actor, { action, target, before, after, why });
	return after;
}
