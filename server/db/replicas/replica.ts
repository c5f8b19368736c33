/** One replica: asked a few times a second who and where it is, and read while it is fresh. */
import { describeDatabase } from '#server/config/database.ts';
import { within } from '#server/kernel/within.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_LOOKS, OF_REPLICAS } from '#server/db/timeouts.ts';
import type { Database } from '#server/kernel/database.ts';
import { hasAllUntil, mismatch } from './rules.ts';
import type { PrimarySeen } from './primary.ts';
import { selectServerState } from './sql.ts';

const LAG_MAX_MS = 1_000;
const LOOK_TIMEOUT_MS = 800;

export interface ReplicaLog {
	warn(facts: object, message: string): void;
	info(facts: object, message: string): void;
}

export interface Replica {
	reads: Database;
	/** Compares it with the primary, in the background and once at a time. */
	look(primary: PrimarySeen): void;
	/** Says why it is not read now, or null. */
	fault(): string | null;
	/** Tells the log if that has changed. */
	tell(): void;
	close(): Promise<void>;
}

export function openReplica(url: string, log: ReplicaLog): Replica {
	const name = describeDatabase(url);
	const reads = openDatabase(url, { standby: true, timeouts: OF_REPLICAS });
	// A connection of its own: a busy replica still tells where it is.
	const looks = openDatabase(url, { standby: true, max: 1, timeouts: OF_LOOKS });
	let looking: Promise<void> | null = null;
	let wasAsked = false;
	let found: string | null = 'it was not asked yet';
	let cause: unknown;
	/** `performance.now()` before which it has everything. */
	let freshUntil = Number.NEGATIVE_INFINITY;
	let told: string | null = null;

	async function compare({ state: primary, sightings }: PrimarySeen): Promise<void> {
		try {
			const state = await within(selectServerState(looks), LOOK_TIMEOUT_MS);
			found = mismatch(primary, state);
			freshUntil = hasAllUntil(sightings, state.position) ?? freshUntil;
		} catch (error) {
			found = 'it does not answer';
			cause = error;
		}
		wasAsked = true;
	}

	const fault = () => found ?? (performance.now() - freshUntil > LAG_MAX_MS ? 'it is too far behind' : null);

	return {
		reads,
		fault,
		look(primary) {
			looking ??= compare(primary).finally(() => (looking = null));
		},
		tell() {
			const now = fault();
			if (now === told || !wasAsked) return;
			if (now === null) log.info({ replica: name }, 'a replica is read again');
			else log.warn({ err: cause, replica: name }, `a replica is not read: ${now}`);
			told = now;
			cause = undefined;
		},
		async close() {
			await looking;
			await Promise.all([reads.close(), looks.close()]);
		},
	};
}
