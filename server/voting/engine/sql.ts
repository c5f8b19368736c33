/** The statements of the engine. `cast_votes` documents the steps of a batch and their locks. */
import { randomInt } from 'node:crypto';
import type { ProblemSlug } from '#contract/problems.ts';
import { type Db, epochMs, sql, LOCKS } from '#server/kernel/database.ts';
import { logTag } from '#public-log/server/public-log.ts';
import type { Ballot, CastVote, VoteRequest, Decision } from '../ballot.ts';

/** Writers of the site have slots of their own, up to this number. */
const SLOTS = 64;
/** The slot of voids and restores, beside the slots of writers. Its tickets are negative. */
export const VOID_SLOT = 64;

/**
 * Leases the lowest free slot of the tallies for as long as the connection lives: each process adds to rows of its own, so
 * that processes do not wait for each other at a popular artist. If all are taken, a slot is shared, which is slower but
 * still correct.
 */
export async function leaseSlot(connection: Db): Promise<number> {
	for (let slot = 0; slot < SLOTS; slot += 1) {
		const row = await sql`select pg_try_advisory_lock(${LOCKS.tallySlot}, ${slot}) as leased`.maybeOne<{
			leased: boolean;
		}>(connection);
		if (row?.leased) return slot;
	}
	return randomInt(SLOTS);
}

/**
 * `try_again`: the obstacle has gone in the meantime. `wallet_held`: another transaction is changing the fan's wallet.
 * `ranking_ended`: the ranking's time is over, but the ranking is not closed yet. Another process may have accepted the
 * same vote in time and be about to commit it.
 */
export type Undecided = (typeof UNDECIDED)[number];
const UNDECIDED = ['try_again', 'wallet_held', 'ranking_ended'] as const;
const undecided: ReadonlySet<string> = new Set(UNDECIDED);
const isUndecided = (refusal: string): refusal is Undecided => undecided.has(refusal);

interface CastRow {
	costEarned: number;
	costPurchased: number;
	earnedAfter: number;
	purchasedAfter: number;
	ledgerSeq: number;
	artistTickets: number;
	castAt: number;
	version: string;
}

interface BallotRow extends CastRow {
	ballot: number;
	refusal: ProblemSlug | Undecided | null;
}

/**
 * Commits as many ballots as it can. Returns, in order, a decision for each ballot or the reason to send it again.
 * @param ballots at most one per fan
 * @param options.slot slot of the tally rows to add to
 * @param options.skipHeld true to leave out wallets that another transaction holds: `wallet_held`
 * @throws {pg.DatabaseError} nothing of the batch is committed; 55P03 if a wallet is held and `skipHeld` is false
 */
export async function castVotes(
	db: Db,
	ballots: readonly Ballot[],
	{ slot, skipHeld }: { slot: number; skipHeld: boolean },
): Promise<(Decision | Undecided)[]> {
	const ordered = [...ballots.entries()].toSorted(([, one], [, other]) => one.fanId - other.fanId);
	const inOrder = ordered.map(([, ballot]) => ballot);
	const rankings = numbered(inOrder, ({ rankingKey }) => rankingKey);
	const entries = numbered(inOrder, ({ rankingKey, artistId }) => `${rankingKey} ${artistId}`);
	const rows = await sql`select * from cast_votes(${slot}, ${rankings.first.map(({ rankingKey }) => rankingKey)},
			${list(entries.first, ({ rankingKey }) => rankings.numbers.get(rankingKey))},
			${list(entries.first, ({ artistId }) => artistId)},
			${list(inOrder, ({ rankingKey, artistId }) => entries.numbers.get(`${rankingKey} ${artistId}`))},
			${list(inOrder, ({ fanId }) => fanId)},
			${list(inOrder, ({ tokenHash }) => String.raw`\\x${tokenHash.toString('hex')}`)},
			${inOrder.map(({ key }) => key)},
			${list(inOrder, ({ voter, rankingKey, key }) => `${voter} ${logTag(rankingKey, key)}`)},
			${list(inOrder, ({ tickets }) => tickets)},
			${list(inOrder, ({ expectedCost }) => expectedCost ?? 'null')},
			${list(inOrder, ({ isRetry }) => (isRetry ? 't' : 'f'))},
			${skipHeld})`
		.prepared('cast_votes')
		.all<BallotRow>(db);
	const decisions: (Decision | Undecided)[] = ballots.map(() => 'try_again');
	for (const row of rows) decisions[ordered[row.ballot - 1]?.[0] as number] = decisionOf(row);
	return decisions;
}

/** Returns the same vote if it was cast before. Returns null if it was not, or if the session has ended. */
export async function findVote(db: Db, ballot: VoteRequest): Promise<CastVote | null> {
	const { fanId, tokenHash, key, rankingKey, artistId, tickets } = ballot;
	const row = await sql`select cost_earned as "costEarned", cost_purchased as "costPurchased",
			earned_after as "earnedAfter", purchased_after as "purchasedAfter", ledger_seq as "ledgerSeq",
			artist_tickets as "artistTickets", ${epochMs('cast_at')} as "castAt", '0' as version
		from vote join ranking using (ranking_id)
		join ledger_entry on ledger_entry.fan_id = vote.fan_id and seq = ledger_seq
		where vote.fan_id = ${fanId} and vote.idempotency_key = ${key} and ranking_key = ${rankingKey}
			and artist_id = ${artistId} and tickets = ${tickets}
			and exists (
				select from session where token_hash = ${tokenHash} and session.fan_id = vote.fan_id
					and revoked_at is null and expires_at > lightstick_now()
			)`
		.prepared('find_vote')
		.maybeOne<CastRow>(db);
	return row && castOf(row);
}

/** PostgreSQL's text format. The driver's own formatting inspects each number, character by character. */
const list = (ballots: readonly Ballot[], element: (ballot: Ballot) => number | string | undefined): string =>
	`{${ballots.map(element).join()}}`;

function numbered(ballots: readonly Ballot[], name: (ballot: Ballot) => string) {
	const first: Ballot[] = [];
	const numbers = new Map<string, number>();
	for (const ballot of ballots) {
		const key = name(ballot);
		if (!numbers.has(key)) numbers.set(key, first.push(ballot));
	}
	return { first, numbers };
}

function decisionOf(row: BallotRow): Decision | Undecided {
	if (row.refusal !== null) return isUndecided(row.refusal) ? row.refusal : { refused: row.refusal };
	return { cast: castOf(row) };
}

const castOf = (row: CastRow): CastVote => ({
	cost: { earned: row.costEarned, purchased: row.costPurchased },
	balanceAfter: { earned: row.earnedAfter, purchased: row.purchasedAfter },
	ledgerSeq: row.ledgerSeq,
	artistTickets: row.artistTickets,
	castAt: row.castAt,
	version: row.version,
	receipt: null,
});

/** Refusals are kept longer than any process keeps a vote without a waiting client: a batch fails after seconds. */
const REFUSED_HOURS = 24;

export const forgetRefusedKeys = (db: Db): Promise<void> =>
	sql`delete from refused_key
		where refused_at < lightstick_now() - make_interval(hours => ${REFUSED_HOURS})`.run(db);
