/** Changes the state of a ranking in one transaction with its audit row. */
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { find, findAlone } from './find.ts';
import { presentRanking, stageOf, statusOf } from './present.ts';
import type { ConsoleRow } from './sql.ts';

export interface StateChange {
	key: string;
	action: string;
	why?: string;
}

/** `work` gets the ranking locked: no batch of votes is in flight, and no other operator changes it. */
export function changeAlone(
	db: Database,
	actor: Actor,
	{ key, why, action }: StateChange,
	work: (tx: Tx, row: ConsoleRow) => Promise<void>,
): Promise<ConsoleRanking> {
	return db.transaction(async (tx) => {
		const before = await findAlone(tx, key);
		await work(tx, before);
		const after = await find(tx, key);
		const state = (row: ConsoleRow) => ({ status: statusOf(row), stage: stageOf(row), draft: row.draft });
		await record(tx, actor, { action, target: `ranking:${key}`, before: state(before), after: state(after), why });
		return presentRanking(after);
	});
}
