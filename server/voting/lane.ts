/**
 * A lane commits one batch of votes after the other on a connection of its own. While one batch commits, the next
 * gathers: there is no timer, and a quiet lane commits a single vote at once.
 */
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Connection, Database } from '#server/db/pool.ts';
import { decide, type Ballot, type Decision } from './rules.ts';
import { leaseSlot } from './slot.ts';
import { readFacts, writeVotes } from './sql.ts';

/** What became of a ballot. `unknown`: the database went away; the same key may be tried again. */
export type Outcome = (Decision & { transaction: string }) | { failed: 'unknown' | 'broken' };

export interface Lane {
	/** Null when the queue is full: nothing was taken. */
	add(ballot: Ballot): Promise<Outcome> | null;
	/** Commits what waits, then ends. */
	close(): Promise<void>;
}

interface Waiting {
	ballot: Ballot;
	settle: (outcome: Outcome) => void;
}

interface LaneOptions {
	db: Database;
	batchMax: number;
	queueMax: number;
	log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Room that there is always: a lane that has only seen single votes does not know yet how fast it is. */
const QUEUE_LEAST = 1_000;
/** How long a batch is tried again when the connection is lost, and the first pause between tries. */
const RETRY_MS = 8_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

export function openLane({ db, batchMax, queueMax, log }: LaneOptions): Lane {
	const queue: Waiting[] = [];
	let connected: { connection: Connection; slot: number } | null = null;
	let working: Promise<void> | null = null;
	let closed = false;
	/** Votes a second, smoothed: the queue holds what drains in about one second. */
	let pace = 0;

	function add(ballot: Ballot): Promise<Outcome> | null {
		if (closed || queue.length >= Math.min(queueMax, Math.max(QUEUE_LEAST, pace))) return null;
		return new Promise((settle) => {
			queue.push({ ballot, settle });
			working ??= work().finally(() => {
				working = null;
			});
		});
	}

	async function work(): Promise<void> {
		while (queue.length > 0) {
			const batch = queue.splice(0, batchMax);
			const startedAt = performance.now();
			await settleBatch(batch);
			const rate = (batch.length * 1000) / Math.max(0.1, performance.now() - startedAt);
			pace = pace === 0 ? rate : pace * 0.9 + rate * 0.1;
		}
	}

	/** Settles every vote of the batch. A vote that the database cannot take falls alone: the batch is halved around it. */
	async function settleBatch(batch: Waiting[]): Promise<void> {
		const outcomes = await commitWithRetry(batch.map(({ ballot }) => ballot));
		if (outcomes) {
			// A moment later: the database has the next batch before the answers of this one are written.
			setImmediate(() => {
				for (const [index, { settle }] of batch.entries()) settle(outcomes[index] ?? { failed: 'broken' });
			});
		} else if (batch.length === 1) {
			batch[0]?.settle({ failed: 'broken' });
		} else {
			const middle = Math.ceil(batch.length / 2);
			await settleBatch(batch.slice(0, middle));
			await settleBatch(batch.slice(middle));
		}
	}

	/** Null where something in the batch itself is at fault. */
	async function commitWithRetry(ballots: Ballot[]): Promise<Outcome[] | null> {
		const giveUp = performance.now() + RETRY_MS;
		for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
			try {
				return await commit(ballots);
			} catch (error) {
				await disconnect();
				if (isOfTheBatch(error)) {
					log.error({ err: error, votes: ballots.length }, 'a batch of votes was refused by the database');
					return null;
				}
				log.warn({ err: error, votes: ballots.length }, 'a batch of votes is tried again');
				if (performance.now() + pause > giveUp) return ballots.map(() => ({ failed: 'unknown' }));
				await new Promise((resolve) => void setTimeout(resolve, pause));
			}
		}
	}

	/** One transaction. Thrown errors leave it rolled back, or with an outcome that only a retry by key can tell. */
	async function commit(ballots: Ballot[]): Promise<Outcome[]> {
		const { connection, slot } = await connect();
		const [, facts] = await Promise.all([connection.query({ text: 'begin' }), readFacts(connection, ballots)]);
		const seen = new Set(facts.earlier.values());
		const decisions = decide(ballots, facts);
		const accepted = new Set(decisions.flatMap((decision) => ('cast' in decision ? [decision.cast] : [])));
		const fresh = [...accepted].filter((vote) => !seen.has(vote));
		if (fresh.length === 0) {
			await connection.query({ text: 'rollback' });
			return decisions.map((decision) => ({ ...decision, transaction: '0' }));
		}
		// The commit travels behind the writes; where one of them fails the server turns it into a rollback, and this throws.
		const [{ transaction }] = await Promise.all([
			writeVotes(connection, fresh, slot),
			connection.query({ text: 'commit' }),
		]);
		return decisions.map((decision) => ({ ...decision, transaction }));
	}

	async function connect(): Promise<{ connection: Connection; slot: number }> {
		if (connected) return connected;
		const connection = db.connection();
		await connection.connect();
		connected = { connection, slot: await leaseSlot(connection) };
		return connected;
	}

	async function disconnect(): Promise<void> {
		const lost = connected;
		connected = null;
		await lost?.connection.end();
	}

	return {
		add,
		async close() {
			closed = true;
			await working;
			await disconnect();
		},
	};
}

/** Errors that would come again with the same votes: bad data, a broken constraint, a missing right. */
function isOfTheBatch(error: unknown): boolean {
	if (error instanceof RangeError || error instanceof TypeError) return true;
	return error instanceof pg.DatabaseError && /^(22|23|42)/.test(error.code ?? '');
}
