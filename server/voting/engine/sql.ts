/** The statements of a batch and of a lone vote, and the query for one. `cast_votes` documents the steps and their locks. */
import type { ProblemSlug } from '#contract/problems.ts';
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { epochMs } from '#server/kernel/epoch.ts';
import type { Ballot, CastVote, Decision } from '../ballot.ts';

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
	/** Index into the ballots, from 1. */
	ballot: number;
	refusal: ProblemSlug | Undecided | null;
}

interface BatchOptions {
	shard: number;
	slot: number;
	skipHeld: boolean;
	totalOf?: ((ballot: Ballot) => number | null) | null;
}

/**
 * Commits as many ballots as it can. Returns, in order, a decision for each ballot or the reason to send it again.
 * @param ballots at most one per fan
 * @param options.shard key of the shard of all ballots
 * @param options.slot slot of the tally rows to add to
 * @param options.skipHeld true to leave out wallets that another transaction holds: `wallet_held`
 * @param options.totalOf tickets of a ballot's artist over all shards, where the shard's tallies are not all of them
 * @throws {pg.DatabaseError} nothing of the batch is committed; 55P03 if a wallet is held and `skipHeld` is false
 */
export async function castVotes(
	db: Db,
	ballots: readonly Ballot[],
	options: BatchOptions,
): Promise<(Decision | Undecided)[]> {
	const cast = await castLoneVote(db, ballots, options);
	return cast ? [{ cast }] : castBatch(db, ballots, options);
}

/** Returns null where the ballot is not alone, and where it is not plainly cast: then nothing has changed. */
async function castLoneVote(
	db: Db,
	[ballot, another]: readonly Ballot[],
	{ shard, slot, skipHeld, totalOf = null }: BatchOptions,
): Promise<CastVote | null> {
	if (!ballot || another || skipHeld || totalOf || ballot.isRetry) return null;
	const { fan, tokenHash, key, voter, rankingKey, artistId, tickets, expectedCost } = ballot;
	const row = await maybeOne<CastRow>(db, {
		name: 'cast_vote',
		text: 'select * from cast_vote($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
		values: [slot, shard, rankingKey, artistId, fan.bucket, fan.fanId, tokenHash, key, voter, tickets, expectedCost],
	});
	return row && castOf(row);
}

async function castBatch(
	db: Db,
	ballots: readonly Ballot[],
	{ shard, slot, skipHeld, totalOf = null }: BatchOptions,
): Promise<(Decision | Undecided)[]> {
	const ordered = [...ballots.keys()].toSorted((one, other) => byFan(ballots[one], ballots[other]));
	const inOrder = ordered.map((index) => ballots[index] as Ballot);
	const rankings = numbered(inOrder, ({ rankingKey }) => rankingKey);
	const entries = numbered(inOrder, ({ rankingKey, artistId }) => `${rankingKey} ${artistId}`);
	const rows = await db.query<BallotRow>({
		name: 'cast_votes',
		text: 'select * from cast_votes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)',
		values: [
			slot,
			rankings.first.map(({ rankingKey }) => rankingKey),
			list(entries.first, ({ rankingKey }) => rankings.numbers.get(rankingKey)),
			list(entries.first, ({ artistId }) => artistId),
			list(inOrder, ({ rankingKey, artistId }) => entries.numbers.get(`${rankingKey} ${artistId}`)),
			list(inOrder, ({ fan }) => fan.bucket),
			list(inOrder, ({ fan }) => fan.fanId),
			list(inOrder, ({ tokenHash }) => String.raw`\\x${tokenHash.toString('hex')}`),
			inOrder.map(({ key }) => key),
			list(inOrder, ({ voter }) => voter),
			list(inOrder, ({ tickets }) => tickets),
			list(inOrder, ({ expectedCost }) => expectedCost ?? 'null'),
			list(inOrder, ({ isRetry }) => (isRetry ? 't' : 'f')),
			skipHeld,
			shard,
			totalOf && list(entries.first, (ballot) => totalOf(ballot) ?? 'null'),
		],
	});
	const decisions: (Decision | Undecided)[] = ballots.map(() => 'try_again');
	for (const row of rows) decisions[ordered[row.ballot - 1] as number] = decisionOf(row);
	return decisions;
}

/** Returns the same vote if it was cast before. Returns null if it was not, or if the session has ended. */
export async function findVote(db: Db, ballot: Ballot): Promise<CastVote | null> {
	const { fan, tokenHash, key, rankingKey, artistId, tickets } = ballot;
	const row = await maybeOne<CastRow>(db, {
		name: 'find_vote',
		text: `select cost_earned as "costEarned", cost_purchased as "costPurchased", earned_after as "earnedAfter",
				purchased_after as "purchasedAfter", ledger_seq as "ledgerSeq", artist_tickets as "artistTickets",
				${epochMs('cast_at')} as "castAt", '0' as version
			from vote join ranking using (ranking_id)
			join ledger_entry on ledger_entry.bucket = vote.bucket and ledger_entry.fan_id = vote.fan_id and seq = ledger_seq
			where vote.bucket = $1 and vote.fan_id = $2 and vote.idempotency_key = $3
				and ranking_key = $4 and artist_id = $5 and tickets = $6
				and exists (
					select from session where token_hash = $7 and session.bucket = vote.bucket
						and session.fan_id = vote.fan_id and revoked_at is null
						and expires_at > lightstick_now()
				)`,
		values: [fan.bucket, fan.fanId, key, rankingKey, artistId, tickets, tokenHash],
	});
	return row && castOf(row);
}

/**
 * Formats an array in PostgreSQL's text format. The driver's own formatting inspects each number, character by
 * character.
 */
function list(ballots: readonly Ballot[], element: (ballot: Ballot) => number | string | undefined): string {
	return `{${ballots.map(element).join()}}`;
}

/** Returns the first ballot of each name, and the number of each name, from 1. */
function numbered(ballots: readonly Ballot[], name: (ballot: Ballot) => string) {
	const first: Ballot[] = [];
	const numbers = new Map<string, number>();
	for (const ballot of ballots) {
		const key = name(ballot);
		if (!numbers.has(key)) numbers.set(key, first.push(ballot));
	}
	return { first, numbers };
}

function byFan(one: Ballot | undefined, other: Ballot | undefined): number {
	if (!one || !other) return 0;
	return one.fan.bucket - other.fan.bucket || one.fan.fanId - other.fan.fanId;
}

function decisionOf(row: BallotRow): Decision | Undecided {
	if (row.refusal !== null) return isUndecided(row.refusal) ? row.refusal : { refused: row.refusal };
	return { cast: castOf(row) };
}

function castOf(row: CastRow): CastVote {
	return {
		cost: { earned: row.costEarned, purchased: row.costPurchased },
		balanceAfter: { earned: row.earnedAfter, purchased: row.purchasedAfter },
		ledgerSeq: row.ledgerSeq,
		artistTickets: row.artistTickets,
		castAt: row.castAt,
		version: row.version,
		receipt: null,
	};
}
