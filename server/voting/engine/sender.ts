/** Sends batches on a leased connection until the outcome is known. A key never counts twice: a resend is safe. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Connection, Database } from '#server/kernel/database.ts';
import { closeEnded } from '#server/rankings/closing/closing.ts';
import type { Ballot, Decision } from '../ballot.ts';
import { castVotes, leaseSlot, type Undecided } from './sql.ts';

/** `unknown`: the database was lost. `held`: another transaction holds the wallet. The same key may be retried. */
export type Sent = Decision | { failed: 'unknown' } | 'held';

interface Lease {
	connection: Connection;
	slot: number;
}

/** After a lost connection, a batch is retried until its oldest vote has waited for RETRY_MS. The pause between tries doubles from the first one. */
const RETRY_MS = 8_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
const FIRST_TRY_MS = 1_000;
/** Maximum number of immediate retries: of a batch that conflicted with another, and of a vote that nothing blocks. */
const IMMEDIATE_RETRIES_MAX = 5;
/** After a held wallet, batches leave held wallets out for this time. Longer than the longest pause of a held vote. */
const SKIP_HELD_MS = 5_000;

export function openSender(db: Database, log: Pick<FastifyBaseLogger, 'error' | 'warn'>) {
	let current: Promise<Lease> | null = null;
	/** The same once it is there: a race against a timer took a thirteenth of a lone vote's processor time. */
	let open: Lease | null = null;
	/** True from a lost connection to the next commit. */
	let isAway = false;
	/** Monotonic time (ms) until which batches leave held wallets out: one held wallet is rarely alone. */
	let skipHeldUntil = 0;
	const expectHeldWallets = () => void (skipHeldUntil = performance.now() + SKIP_HELD_MS);

	/** Outcomes in order, or null: the batch is invalid, none committed. @param since oldest arrival (monotonic ms) */
	async function send(ballots: readonly Ballot[], since: number): Promise<Sent[] | null> {
		const deadline = since + RETRY_MS;
		const unknown = () => ballots.map(() => ({ failed: 'unknown' as const }));
		let conflicts = 0;
		for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
			if (isAway && performance.now() > deadline) return unknown();
			const taken = currentLease();
			try {
				const lease = open ?? (await before(taken, deadline));
				if (lease === null) {
					isAway = true;
					return unknown();
				}
				const skipHeld = performance.now() < skipHeldUntil;
				const sent = await castAll(db, lease, ballots, skipHeld);
				isAway = false;
				if (sent.includes('held')) expectHeldWallets();
				return sent;
			} catch (error) {
				if (isConflict(error) && conflicts < IMMEDIATE_RETRIES_MAX) {
					conflicts += 1;
					continue;
				}
				// A held wallet, or a slow closing or pause. The connection works and has already waited.
				if (isCode(error, ['55P03']) && performance.now() < deadline) {
					expectHeldWallets();
					continue;
				}
				if (isOfTheBatch(error)) {
					log.error({ err: error, votes: ballots.length }, 'a batch of votes was refused by the database');
					return null;
				}
				isAway = true;
				giveUp(taken);
				log.warn({ err: error, votes: ballots.length }, 'a batch of votes is tried again');
				if (performance.now() + pause > deadline) return unknown();
				await sleep(pause);
			}
		}
	}

	function currentLease(): Promise<Lease> {
		current ??= connect();
		return current;
	}

	async function connect(): Promise<Lease> {
		const connection = db.connection();
		try {
			await connection.connect();
			open = { connection, slot: await leaseSlot(connection) };
			return open;
		} catch (error) {
			await connection.end();
			throw error;
		}
	}

	/** Drops a connection, but not one that another batch has opened since. */
	function giveUp(taken: Promise<Lease>): void {
		if (current === taken) current = open = null;
		void taken.then(
			({ connection }) => connection.end(),
			() => undefined,
		);
	}

	return {
		send,
		async close() {
			await (await current)?.connection.end();
		},
	};
}

/** Null if there is no connection in time: one to a server that does not answer takes long to fail. */
async function before(taken: Promise<Lease>, deadline: number): Promise<Lease | null> {
	const late = new AbortController();
	// A first try is never cut short: the queue may have been long.
	const restMs = Math.max(FIRST_TRY_MS, deadline - performance.now());
	try {
		return await Promise.race([taken, sleep(restMs, null, { signal: late.signal })]);
	} finally {
		late.abort();
	}
}

async function castAll(db: Database, { connection, slot }: Lease, ballots: readonly Ballot[], skipHeld: boolean) {
	const decisions = await castVotes(connection, ballots, { slot, skipHeld });
	for (let tries = 0; tries < IMMEDIATE_RETRIES_MAX; tries += 1) {
		const open = [...decisions.keys()].filter((index) => isAskedAgain(decisions[index]));
		if (open.length === 0) break;
		if (decisions.includes('ranking_ended')) await closeEnded(db);
		const left = open.map((index) => ballots[index] as Ballot);
		const again = await castVotes(connection, left, { slot, skipHeld });
		for (const [position, index] of open.entries()) decisions[index] = again[position] ?? 'try_again';
	}
	return decisions.map((decision): Sent => {
		if (typeof decision !== 'string') return decision;
		return decision === 'wallet_held' ? 'held' : { failed: 'unknown' };
	});
}

/** Returns true if an immediate retry can help. A held wallet needs a pause: it would still be held. */
const isAskedAgain = (decision: Decision | Undecided | undefined): boolean =>
	typeof decision === 'string' && decision !== 'wallet_held';

/** The same key in another process, a ranking that ended meanwhile, or a deadlock: a retry resolves it. */
const isConflict = (error: unknown): boolean => isCode(error, ['23505', '40001', '40P01']);

const isCode = (error: unknown, codes: readonly string[]): boolean =>
	error instanceof pg.DatabaseError && codes.includes(error.code ?? '');

/** Errors that would come again with the same votes: bad data, a broken constraint, a missing right. */
function isOfTheBatch(error: unknown): boolean {
	if (error instanceof RangeError || error instanceof TypeError) return true;
	return error instanceof pg.DatabaseError && /^(22|23|42)/.test(error.code ?? '');
}
