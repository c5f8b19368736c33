/**
 * Caches the owners of sessions for a while. It stores columns of numbers instead of objects: a hundred thousand
 * long-lived objects would cost the garbage collector much time at a deadline.
 */
import type { FanKey } from '#server/kernel/caller.ts';

interface CachedSession extends FanKey {
	registered: boolean;
	/** Time of the read, in milliseconds of the monotonic clock. */
	readAt: number;
}

interface Generation {
	rows: Map<string, number>;
	fanIds: Float64Array;
	registered: Uint8Array;
	readAts: Float64Array;
}

/** Holds the latest `entriesMax` sessions, and up to as many older ones. When it is full, it drops the older half. */
export function sessionCache(entriesMax: number) {
	const empty = (): Generation => ({
		rows: new Map(),
		fanIds: new Float64Array(entriesMax),
		registered: new Uint8Array(entriesMax),
		readAts: new Float64Array(entriesMax),
	});
	let young = empty();
	/** Null until the young ones are full for the first time. */
	let old: Generation | null = null;
	let rows = 0;

	function remember(key: string, { fanId, registered, readAt }: CachedSession): void {
		let row = young.rows.get(key);
		if (row === undefined) {
			if (rows === entriesMax) {
				[young, old] = [old ?? empty(), young];
				young.rows.clear();
				rows = 0;
			}
			row = rows;
			rows += 1;
			young.rows.set(key, row);
		}
		young.fanIds[row] = fanId;
		young.registered[row] = registered ? 1 : 0;
		young.readAts[row] = readAt;
	}

	return {
		recall(key: string): CachedSession | null {
			const cached = readRow(young, key);
			if (cached) return cached;
			const older = old && readRow(old, key);
			if (older) remember(key, older);
			return older;
		},
		remember,
		forget(key: string): void {
			young.rows.delete(key);
			old?.rows.delete(key);
		},
	};
}

function readRow({ rows, fanIds, registered, readAts }: Generation, key: string): CachedSession | null {
	const row = rows.get(key);
	if (row === undefined) return null;
	return {
		fanId: fanIds[row] ?? 0,
		registered: registered[row] === 1,
		readAt: readAts[row] ?? 0,
	};
}
