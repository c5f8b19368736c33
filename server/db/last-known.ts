/**
 * What the database said last. When it is away or does not answer, reads that everybody shares go on with the rows that
 * they were given before, for a while, and say of when they are. Never for a fan's own affairs, and never to decide
 * anything by.
 */
import { nowInSeconds } from '#server/kernel/epoch.ts';
import type { Db, Statement } from '#server/kernel/database.ts';

/** Older than this nothing is shown: a chart of a quarter of an hour ago is no news but a wrong one. */
export const SHOWN_MS_MAX = 10 * 60_000;
/** So long a read waits for a database that used to answer, before it takes what it knows. */
export const PATIENCE_MS = 1_500;
/** While the database is away it is asked again this often, by one question, which nobody waits for. */
export const ASKED_AGAIN_MS = 1_000;

export interface LastKnown {
	/** For one answer: notes of when its oldest rows are. */
	reading(): Reading;
}

export interface Reading {
	db: Db;
	/** Seconds since the epoch at which the oldest part of the answer was true; null where all of it is of now. */
	asOf(): number | null;
	/** The answer also holds something of that time; null for now. */
	note(asOf: number | null): void;
}

interface Known {
	rows: object[];
	/** `performance.now()`, and seconds since the epoch. */
	at: number;
	asOf: number;
}

/** Answers that are kept; the one that was read longest ago goes first. */
const KEPT_MAX = 1_000;

export interface LastKnownOptions {
	db: Db;
	/** Told once each time the database goes away. */
	onAway: (error: unknown) => void;
	patienceMs?: number;
}

export function openLastKnown({ db, onAway, patienceMs = PATIENCE_MS }: LastKnownOptions): LastKnown {
	const kept = new Map<string, Known>();
	/** Set while the database is away: when to ask again. */
	let askAgainAt: number | null = null;

	async function ask(key: string, statement: Statement): Promise<object[]> {
		const rows = await db.query<object & Record<string, unknown>>(statement);
		askAgainAt = null;
		kept.delete(key);
		kept.set(key, { rows, at: performance.now(), asOf: nowInSeconds() });
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
				return await within(asking, patienceMs);
			} catch (error) {
				away(error);
			}
		} else if (performance.now() >= askAgainAt) {
			askAgainAt = performance.now() + ASKED_AGAIN_MS;
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

/**
 * One value for all answers that need it, read at most once in `ageMs`. Who asks while it is being read waits for it.
 */
export function readSeldom<Value>(
	known: LastKnown,
	read: (db: Db) => Promise<Value>,
	ageMs: number,
): (reading: Reading) => Promise<Value> {
	interface Kept {
		value: Value;
		asOf: number | null;
		at: number;
	}
	let last: Kept | null = null;
	let underWay: Promise<Kept> | null = null;

	async function readNow(): Promise<Kept> {
		// Before the question: what is known is not younger than that.
		const at = performance.now();
		const own = known.reading();
		const value = await read(own.db);
		last = { value, asOf: own.asOf(), at };
		return last;
	}

	async function keptOrRead(): Promise<Kept> {
		if (last && performance.now() - last.at < ageMs) return last;
		underWay ??= readNow().finally(() => (underWay = null));
		return underWay;
	}

	return async (reading) => {
		const { value, asOf } = await keptOrRead();
		reading.note(asOf);
		return value;
	};
}

class NoAnswer extends Error {}

/** What is promised, where it comes in time; it may still come later. @throws {NoAnswer} */
export async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new NoAnswer(`No answer within ${milliseconds} ms`)), milliseconds);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
		// Whoever stopped waiting does not hear of a failure.
		promise.catch(() => undefined);
	}
}
