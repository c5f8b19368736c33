/** A database whose process dies at a chosen statement. */
import type { QueryResultRow } from 'pg';
import type { Database, Db, Statement } from '#server/kernel/database.ts';

export class Crash extends Error {
	override name = 'Crash';
}

/** Also of a job that tried each of its items and found the process dead at every one. */
export function isCrash(error: unknown): boolean {
	return error instanceof Crash || (error instanceof AggregateError && error.errors.every(isCrash));
}

export interface CrashingDatabase extends Database {
	/** Dies at the n-th statement from now, counting begin and commit; `after`: it was carried out all the same. */
	dieAt(statements: number, when: 'before' | 'after'): void;
	/** A new process takes over where there was a crash; true if so. */
	restart(): boolean;
	/** Nothing dies any more. */
	live(): void;
}

export function crashing(real: Database): CrashingDatabase {
	let left = Number.POSITIVE_INFINITY;
	let after = false;
	let dead = false;

	/** The dead say nothing more. */
	async function step<Result>(work: () => Promise<Result>): Promise<Result> {
		if (dead) throw new Crash();
		left -= 1;
		if (left > 0) return work();
		dead = true;
		if (after) await work();
		throw new Crash();
	}

	const counted = (db: Db): Db => ({
		query: <Row extends QueryResultRow>(statement: Statement) => step(() => db.query<Row>(statement)),
	});

	return {
		...real,
		query: counted(real).query,
		async transaction(work) {
			let done = false;
			const run = () =>
				real.transaction(async (tx) => {
					const result = await work({ inTransaction: true, query: counted(tx).query });
					// Before the commit: what is thrown here rolls back, as the server does when the connection ends.
					await step(async () => undefined);
					done = true;
					return result;
				});
			const result = await run();
			if (done) await step(async () => undefined);
			return result;
		},
		dieAt(statements, when) {
			left = statements;
			after = when === 'after';
		},
		restart() {
			if (!dead) return false;
			this.live();
			return true;
		},
		live() {
			left = Number.POSITIVE_INFINITY;
			dead = false;
		},
	};
}
