/** Changes the state of a ranking in one transaction with its audit row. */
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { find, findAlone, findHeld } from './find.ts';
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
	asked: StateChange,
	work: (tx: Tx, row: ConsoleRow) => Promise<void>,
): Promise<ConsoleRanking> {
	return changeFound(db, actor, asked, { work, lock: findAlone });
}

/** The same while votes go on. */
export function changeHeld(
	db: Database,
	actor: Actor,
	asked: StateChange,
	work: (tx: Tx, row: ConsoleRow) => Promise<void>,
): Promise<ConsoleRanking> {
	return changeFound(db, actor, asked, { work, lock: findHeld });
}

interface Steps {
	lock: (tx: Tx, key: string) => Promise<ConsoleRow>;
	work: (tx: Tx, row: ConsoleRow) => Promise<void>;
}

function changeFound(
	db: Database,
	actor: Actor,
	{ key, why, action }: StateChange,
	{ lock, work }: Steps,
): Promise<ConsoleRanking> {
	return db.transaction(async (tx) => {
		const before = await lock(tx, key);
		await work(tx, before);
		const after = await find(tx, key);
		const state = (row: ConsoleRow) => ({ status: statusOf(row), stage: stageOf(row), draft: row.draft });
		await record(tx, actor, { action, target: `ranking:${key}`, before: state(before), after: state(after), why });
		return presentRanking(after);
	});
}
