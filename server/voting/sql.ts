/** The one statement of a batch. What it does under which locks stands in db/migrations, at `cast_votes`. */
import type { ProblemSlug } from '#contract/problems.ts';
import type { Db } from '#server/db/pool.ts';
import type { Ballot, Decision } from './ballot.ts';

/**
 * `try_again`: what stood in the vote's way is gone by now. `ranking_ended`: its time is over, but it is not closed yet, so
 * the same vote, accepted in time elsewhere, may be about to be committed.
 */
export type Undecided = 'try_again' | 'ranking_ended';

interface BallotRow {
	/** Index into the ballots, from 1. */
	ballot: number;
	refusal: ProblemSlug | Undecided | null;
	costEarned: number;
	costPurchased: number;
	earnedAfter: number;
	purchasedAfter: number;
	ledgerSeq: number;
	artistTickets: number;
	castAt: number;
	transaction: string;
}

/**
 * Commits what it can of the batch and gives a decision for each ballot, in order, or why it should be sent again.
 * @param ballots at most one of each fan
 * @param slot whose tally rows to add to
 * @throws {pg.DatabaseError} nothing of the batch is committed
 */
export async function castVotes(db: Db, ballots: readonly Ballot[], slot: number): Promise<(Decision | Undecided)[]> {
	const ordered = [...ballots.keys()].toSorted((one, other) => byFan(ballots[one], ballots[other]));
	const inOrder = ordered.map((index) => ballots[index] as Ballot);
	const rankings = numbered(inOrder, ({ rankingKey }) => rankingKey);
	const entries = numbered(inOrder, ({ rankingKey, artistId }) => `${rankingKey} ${artistId}`);
	const rows = await db.query<BallotRow>({
		name: 'cast_votes',
		text: 'select * from cast_votes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
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
			list(inOrder, ({ tickets }) => tickets),
			list(inOrder, ({ expectedCost }) => expectedCost ?? 'null'),
		],
	});
	const decisions: (Decision | Undecided)[] = ballots.map(() => 'try_again');
	for (const row of rows) decisions[ordered[row.ballot - 1] as number] = decisionOf(row);
	return decisions;
}

/** An array as PostgreSQL writes it: the driver would look at each of thousands of numbers, character by character. */
function list(ballots: readonly Ballot[], element: (ballot: Ballot) => number | string | undefined): string {
	return `{${ballots.map(element).join()}}`;
}

/** The first ballot of each name, and the names' numbers from 1. */
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
	if (row.refusal === 'try_again' || row.refusal === 'ranking_ended') return row.refusal;
	if (row.refusal !== null) return { refused: row.refusal };
	return {
		cast: {
			cost: { earned: row.costEarned, purchased: row.costPurchased },
			balanceAfter: { earned: row.earnedAfter, purchased: row.purchasedAfter },
			ledgerSeq: row.ledgerSeq,
			artistTickets: row.artistTickets,
			castAt: row.castAt,
			transaction: row.transaction,
		},
	};
}
