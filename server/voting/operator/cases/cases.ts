/** Previews, opens and drops cases against votes. Moves no votes and no gems; decide.ts and work.ts do that. */
import * as sql from './sql.ts';
import type {
	CaseVote,
	CaseFilter,
	listCases as listCall,
	openCase as openCall,
	VoteCase,
	CasePreview,
	RankMove,
} from '#contract/operator/voting/cases.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { type Page, type PageRequest, readPage } from '#server/kernel/paging.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import { shareRanking } from '#server/rankings/closing/closing.ts';
import { logCase } from './log.ts';
import { expectSoon } from '#public-log/server/public-log.ts';
import { insertCase, isInRanking, lookUpByKey, selectCounting, selectSums } from './collect-sql.ts';
import { stateOf } from './rules.ts';
import { csvTime } from '#server/audit-trail/exports.ts';
import { ranked, type Standing } from '#server/rankings/rules.ts';
import { readStandings } from '#server/rankings/rankings.ts';

/** Maximum votes of a case: one statement reserves them, and batches void them within a few minutes. */
const VOTES_MAX = 1_000_000;
const PREVIEWED_ARTISTS = 10;

export async function listCases(
	db: Db,
	{ ranking_key: rankingKey, order = 'desc', ...page }: CheckedInputOf<typeof listCall>['query'],
): Promise<Page<VoteCase>> {
	const { list, cursor } = await readPage(
		page,
		['bigint'],
		(after, limit) => sql.selectCases(db, { rankingKey: rankingKey ?? null, order }, after, limit),
		(row) => [row.case_id],
	);
	return { list: list.map(withState), cursor };
}

const withState = (row: sql.CaseRow): VoteCase => ({ ...row, state: stateOf(row) });

export const readCase = async (db: Db, caseId: number): Promise<VoteCase> => withState(await findCase(db, caseId));

export const findCase = async (db: Db, caseId: number): Promise<sql.CaseRow> =>
	orRefuse(await sql.selectCase(db, caseId), 'case_not_found');

export async function listCaseVotes(
	db: Db,
	caseId: number,
	{ fan_id: fanId, ...page }: PageRequest & { fan_id?: number | undefined },
): Promise<Page<CaseVote>> {
	await findCase(db, caseId);
	return readPage(
		page,
		['bigint', 'text'],
		(after, limit) => sql.selectCaseVotes(db, caseId, fanId ?? null, after, limit),
		(row) => [row.fan_id, row.key],
	);
}

export async function previewCase(tx: Tx, rankingKey: string, filter: CaseFilter): Promise<CasePreview> {
	const { rankingId, reviewEnds } = await sql.findRanking(tx, rankingKey);
	if (filter.artist_id !== undefined && !(await isInRanking(tx, rankingId, filter.artist_id)))
		throw new Problem('artist_not_found');
	const { artists, ...sums } = await selectSums(await lookUpByKey(tx), rankingId, filter);
	const moves = await selectRankMoves(tx, rankingId, artists);
	return { ...sums, artists: artists.slice(0, PREVIEWED_ARTISTS), rank_moves: moves, review_ends_time: reviewEnds };
}

/** Votes of the case that are void already change nothing. */
export async function previewVoid(tx: Tx, caseId: number): Promise<{ rank_moves: RankMove[] }> {
	const { ranking_id: rankingId } = await findCase(tx, caseId);
	const artists = await selectCounting(await lookUpByKey(tx), caseId);
	return { rank_moves: await selectRankMoves(tx, rankingId, artists) };
}

type Opening = CheckedInputOf<typeof openCall>['body'] & { idempotencyKey: string };

export function openCase(db: Database, actor: Actor, { idempotencyKey, ...asked }: Opening, votesMax = VOTES_MAX) {
	const request = { operatorId: actor.operatorId, operation: 'open_case', key: idempotencyKey, request: asked };
	return db.transaction((tx) =>
		onceByOperator(tx, request, async () => {
			if (asked.reason === 'ERR' && asked.incident_url === null) throw new Problem('incident_missing');
			const { rankingId } = await sql.findRanking(tx, asked.ranking_key);
			await sql.lockCases(tx, rankingId);
			const longTx = await lookUpByKey(tx);
			await expectSoon(tx);
			const made = { ...asked, rankingId, openedBy: actor.operatorId };
			const opened = orRefuse(await insertCase(longTx, made, votesMax + 1), 'case_empty');
			if (opened.votes > votesMax) throw new Problem('case_too_large');
			// Last: it delays who changes the ranking. Certifying sees this case, or this case sees it.
			await shareRanking(tx, rankingId);
			if ((await sql.findRanking(tx, asked.ranking_key)).certified) throw new Problem('ranking_certified');
			await logCase(tx, await findCase(tx, opened.caseId));
			const after = { ...asked, votes: opened.votes, tickets: opened.tickets };
			await record(tx, actor, { action: 'case.open', target: `case:${opened.caseId}`, after, why: asked.statement });
			return { case: await readCase(tx, opened.caseId) };
		}),
	);
}

export async function dropCase(tx: Tx, actor: Actor, caseId: number, why: string): Promise<VoteCase> {
	const { ranking_id: rankingId } = await findCase(tx, caseId);
	await sql.lockCases(tx, rankingId);
	const state = stateOf(await findCase(tx, caseId));
	if (state !== 'objections' && state !== 'ready') throw new Problem('case_state');
	await sql.insertEnd(tx, caseId, 'dropped');
	const after = { state: 'dropped' };
	await record(tx, actor, { action: 'case.drop', target: `case:${caseId}`, before: { state }, after, why });
	return readCase(tx, caseId);
}

export const caseVoteCells = {
	fan: (vote: CaseVote) => vote.fan_id,
	artist: (vote: CaseVote) => vote.en_name,
	cost: (vote: CaseVote) => vote.cost_earned + vote.cost_purchased,
	cast: (vote: CaseVote) => csvTime(vote.cast_time),
	state: (vote: CaseVote) =>
		vote.restored_time !== null ? 'restored' : vote.voided_time !== null ? 'voided' : 'counts',
};

/** More than an operator reads: a large void moves every artist below it. */
const MOVES_MAX = 20;

type ArtistTickets = Pick<RankMove, 'artist_id' | 'tickets'>;

/** Hidden artists have no place, so that they are left out. */
export async function selectRankMoves(db: Db, rankingId: number, voided: readonly ArtistTickets[]) {
	if (voided.length === 0) return [];
	return rankMoves(await readStandings(db, rankingId), voided);
}

type NamedStanding = Standing & Pick<RankMove, 'en_name'>;

export function rankMoves(standings: readonly NamedStanding[], voided: readonly ArtistTickets[]): RankMove[] {
	const less = new Map(voided.map(({ artist_id, tickets }) => [artist_id, tickets]));
	const after = ranked(
		// A sum is up to a second old: votes that it lacks may be among those of the case.
		standings.map((row) => ({ ...row, tickets: Math.max(0, row.tickets - (less.get(row.artist_id) ?? 0)) })),
	);
	const places = new Map(after.map((row) => [row.artist_id, row]));
	return ranked(standings)
		.map(({ artist_id, en_name, rank, tickets }) => {
			const then = places.get(artist_id) ?? { rank, tickets };
			return { artist_id, en_name, rank, rank_after: then.rank, tickets, tickets_after: then.tickets };
		})
		.filter((move) => move.rank !== move.rank_after || move.tickets !== move.tickets_after)
		.slice(0, MOVES_MAX);
}
