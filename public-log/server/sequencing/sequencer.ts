/**
 * Gives every committed leaf its index. All of a run is one transaction on one snapshot: the rules that a vote was cast
 * under come before it, and the end of a log comes after all of its votes. Two sequencers may run at once: whatever both
 * would change, the second cannot commit.
 */
import pg from 'pg';
import type { Database, Tx } from '#server/kernel/database.ts';
import { logClosings, logResults, logRules, type RankingFault } from './ranking-leaves.ts';
import * as sql from './sql.ts';

const TRIES = 10;

export interface Sequenced {
	grown: boolean;
	/** Rankings whose own leaves could not be written. Their logs wait, the others went on. */
	faults: readonly RankingFault[];
}

/** @throws {pg.DatabaseError} 40001 if another sequencer was faster: nothing was changed */
export function sequence(db: Database): Promise<Sequenced> {
	return db.transaction(async (tx) => {
		await sql.readOneSnapshot(tx);
		return sequenceIn(tx);
	});
}

/** The same in a transaction that reads one snapshot already. After it, every vote of the snapshot has its index. */
export async function sequenceIn(tx: Tx): Promise<Sequenced> {
	const rules = await logRules(tx);
	// A vote never comes before the rules that it was cast under.
	const batches = await sql.giveIndexes(
		tx,
		rules.faults.map(({ rankingId }) => rankingId),
	);
	const closings = await logClosings(tx);
	const results = await logResults(tx);
	return {
		grown: rules.written + batches + closings.written + results.written > 0,
		faults: [...rules.faults, ...closings.faults, ...results.faults],
	};
}

/** Sequences what is committed by now, also while another process does. */
export async function sequenceNow(db: Database): Promise<Sequenced> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await sequence(db);
		} catch (error) {
			if (tries === TRIES || !wasOther(error)) throw error;
		}
	}
}

/** Two sequencers changed the same rows, or waited for each other: one of them can go on. */
const wasOther = (error: unknown): boolean =>
	error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
