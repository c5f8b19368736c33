/** The vote engine on a stage: opened on a test's database, and held where a test wants it to wait. */
import { expect } from 'vitest';
import type { Database, Statement } from '#server/kernel/database.ts';
import { RANKING_LOCK } from '#server/rankings/closing/lock.ts';
import type { Ballot } from '#server/voting/ballot.ts';
import { openEngine, type Engine } from '#server/voting/engine/engine.ts';
import type { Contest } from './contests.ts';
import { aKey, type Person } from './people.ts';

const quiet = { error: () => undefined, warn: () => undefined };
export const ENGINE_SETTINGS = { writers: 1, batchMax: 300, queueMax: 10_000, requestsPerSecond: 1, requestsBurst: 1 };

export function anEngine(db: Database, config = ENGINE_SETTINGS): Engine {
	return openEngine({ db, config, log: quiet });
}

export async function withEngine(
	db: Database,
	work: (engine: Engine) => Promise<void>,
	config = ENGINE_SETTINGS,
): Promise<void> {
	const engine = anEngine(db, config);
	try {
		await work(engine);
	} finally {
		await engine.close();
	}
}

export const by = ({ bucket, fanId, tokenHash }: Person) => ({ fan: { bucket, fanId }, tokenHash });

/** One vote of somebody for the contest's first artist, under a key of its own. */
export function aBallot(person: Person, { key, artistIds }: Contest, more: Partial<Ballot> = {}): Ballot {
	const artistId = artistIds[0] ?? 0;
	return {
		...by(person),
		key: aKey(),
		rankingKey: key,
		artistId,
		tickets: 1,
		expectedCost: null,
		isRetry: false,
		...more,
	};
}

export const slugOf = (error: unknown) => (error as { slug?: string }).slug;

export async function earnedOf(db: Database, { fanId }: Person): Promise<number | undefined> {
	const [wallet] = await db.query<{ earned: number }>({
		text: 'select earned from wallet where fan_id = $1',
		values: [fanId],
	});
	return wallet?.earned;
}

/** Holds every ranking as a closing does, so that batches wait; gives what lets them go. */
export function holdRankings(owner: Database): Promise<() => Promise<void>> {
	return hold(owner, { text: 'select pg_advisory_xact_lock($1, ranking_id) from ranking', values: [RANKING_LOCK] });
}

/** Holds somebody's wallet, as a program that stopped in the middle of a transaction; gives what lets it go. */
export function holdWallet(owner: Database, { fanId }: Person): Promise<() => Promise<void>> {
	return hold(owner, { text: 'select from wallet where fan_id = $1 for update', values: [fanId] });
}

async function hold(owner: Database, locks: Statement): Promise<() => Promise<void>> {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	let taken: () => void = () => undefined;
	const ready = new Promise<void>((resolve) => (taken = resolve));
	const holding = owner.transaction(async (tx) => {
		await tx.query(locks);
		taken();
		await held;
	});
	await ready;
	return async () => {
		release();
		await holding;
	};
}

/** Until so many batches are held at a ranking. */
export async function aBatchWaits(owner: Database, batches = 1): Promise<void> {
	await expect
		.poll(() =>
			owner.query({
				text: `select from pg_stat_activity
					where datname = current_database() and wait_event_type = 'Lock' and query like '%cast_votes%'`,
			}),
		)
		.toHaveLength(batches);
}
