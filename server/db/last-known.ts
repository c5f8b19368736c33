/** Keeps the last rows of shared reads for while the database is away, and says how old. Never decide on them. */
import { cachedByKey } from '#server/kernel/cache.ts';
import { within } from '#server/kernel/within.ts';

import type { Db, Statement } from '#server/kernel/database.ts';

/** Rows older than this are never shown: a chart from a quarter of an hour ago is wrong. */
export const SHOWN_MS_MAX = 10 * 60_000;
/** A read waits this long for a database that responded before, then returns its last rows. */
export const READ_TIMEOUT_MS = 1_500;
/** While the database is unavailable, one query that nobody waits for probes it this often. */
export const ASKED_AGAIN_MS = 1_000;

export interface LastKnown {
	reading(): Reading;
}

export interface Reading {
	db: Db;
	asOf(): number | null;
	/** Notes that the response also holds data of that time. Null means now. */
	note(asOf: number | null): void;
}

interface Known {
	rows: object[];
	/** `performance.now()`, and seconds since the epoch. */
	at: number;
	asOf: number;
}

const KEPT_MAX = 1_000;

export interface LastKnownOptions {
	db: Db;
	/** Called once each time the database becomes unavailable. */
	onAway: (error: unknown) => void;
	timeoutMs?: number;
}

export function openLastKnown({ db, onAway, timeoutMs = READ_TIMEOUT_MS }: LastKnownOptions): LastKnown {
	const kept = new Map<string, Known>();
	let askAgainAt: number | null = null;

	async function ask(key: string, statement: Statement): Promise<object[]> {
		const rows = await db.query<object & Record<string, unknown>>(statement);
		askAgainAt = null;
		kept.delete(key);
		kept.set(key, { rows, at: performance.now(), asOf: Math.floor(Date.now() / 1000) });
		if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? key);
		return rows;
	}

	function away(error: unknown): void {
		if (askAgainAt === null) onAway(error);
		askAgainAt = performance.now() + ASKED_AGAIN_MS;
	}

	async function query(statement: Statement, note: Reading['note']): Promise<object[]> {
		const key = JSON.stringify([statement.name ?? statement.text, statement.values]);
		const known = kept.get(key);
		if (!known || performance.now() - known.at > SHOWN_MS_MAX) return ask(key, statement);
		if (askAgainAt === null) {
			const asking = ask(key, statement);
			try {
				return await within(asking, timeoutMs);
			} catch (error) {
				away(error);
			}
		} else if (performance.now() >= askAgainAt) {
			askAgainAt = performance.now() + ASKED_AGAIN_MS;
			// The probe may outlast the response.
			ask(key, statement).catch(() => undefined);
		}
		note(known.asOf);
		return known.rows;
	}

	return {
		reading() {
			let oldest: number | null = null;
			const note = (asOf: number | null) => {
				if (asOf !== null) oldest = Math.min(oldest ?? asOf, asOf);
			};
			return {
				db: { query: async <Row>(statement: Statement) => (await query(statement, note)) as Row[] },
				asOf: () => oldest,
				note,
			};
		},
	};
}

/** Shares one value for each key among all responses that need it. A request that arrives during the read waits for it. */
export function readSeldomByKey<Rest extends unknown[], Value>(
	known: LastKnown,
	limits: { ageMs: number; max: number },
	read: (db: Db, key: string, ...rest: Rest) => Promise<Value>,
) {
	const kept = cachedByKey(limits, async (key: string, ...rest: Rest) => {
		const own = known.reading();
		return { value: await read(own.db, key, ...rest), asOf: own.asOf() };
	});
	return async (reading: Reading, key: string, ...rest: Rest): Promise<Value> => {
		const { value, asOf } = await kept.read(key, ...rest);
		reading.note(asOf);
		return value;
	};
}

export function readSeldom<Value>(known: LastKnown, read: (db: Db) => Promise<Value>, ageMs: number) {
	const readKept = readSeldomByKey(known, { ageMs, max: 1 }, read);
	return (reading: Reading): Promise<Value> => readKept(reading, '');
}
