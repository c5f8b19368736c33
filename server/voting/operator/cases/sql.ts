/** Statements on cases: opening, reading, ending. */
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import type { CaseReason } from '#contract/voting.ts';
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import { LOCKS } from '#server/kernel/locks.ts';
import { epochSeconds, epochMs } from '#server/kernel/epoch.ts';
import type { CaseFacts } from './rules.ts';

/** Locks the cases of a ranking: one operator at a time decides, so that two cases never hold the same vote. */
export async function lockCases(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({ text: 'select pg_advisory_xact_lock($1, $2)', values: [LOCKS.rankingCases, rankingId] });
}

export interface CaseRow extends CaseFacts {
	caseId: number;
	rankingId: number;
	rankingKey: string;
	rankingTitle: string;
	reason: CaseReason;
	statement: string;
	incidentUrl: string | null;
	filter: CaseFilter;
	/** Name of the artist in the filter. */
	artist: string | null;
	tickets: number;
	openedBy: number;
	openedByEmail: string;
	/** Epoch seconds. */
	opened: number;
	voidedVotes: number;
	voidedTickets: number;
	restoredTickets: number;
	certified: boolean;
}

const CASE = `vote_case.case_id as "caseId", vote_case.ranking_id as "rankingId", ranking_key as "rankingKey",
	ranking.title as "rankingTitle", reason, statement, incident_url as "incidentUrl", filter,
	(select en_name from artist where artist_id = (filter ->> 'artist_id')::integer) as artist, vote_case.votes,
	vote_case.tickets, opened_by as "openedBy", operator.email as "openedByEmail", ${epochSeconds('opened_at')} as opened,
	${epochMs('objections_until')} as "objectionsUntil", ${epochMs('lightstick_now()')} as now, outcome,
	open_work.deed as "openDeed", coalesce(done.voided_votes, 0) as "voidedVotes",
	coalesce(done.voided_tickets, 0) as "voidedTickets", coalesce(done.restored_votes, 0) as "restoredVotes",
	coalesce(done.restored_tickets, 0) as "restoredTickets",
	exists (select from approval where kind in ('vote_void', 'vote_restore') and decision is null
		and expires_at > lightstick_now() and (payload ->> 'case_id')::integer = vote_case.case_id) as waiting,
	exists (select from ranking_result result where result.ranking_id = vote_case.ranking_id) as certified`;
const FROM = `from vote_case join ranking using (ranking_id) join operator on operator_id = opened_by
	left join vote_case_end using (case_id)
	left join vote_case_work open_work on open_work.case_id = vote_case.case_id and open_work.finished_at is null
	left join lateral (
		select sum(votes_done) filter (where deed = 'void')::bigint as voided_votes,
			sum(tickets_done) filter (where deed = 'void')::bigint as voided_tickets,
			sum(votes_done) filter (where deed = 'restore')::bigint as restored_votes,
			sum(tickets_done) filter (where deed = 'restore')::bigint as restored_tickets
		from vote_case_work work where work.case_id = vote_case.case_id
	) done on true`;

export function selectCase(db: Db, caseId: number): Promise<CaseRow | null> {
	return maybeOne<CaseRow>(db, { text: `select ${CASE} ${FROM} where vote_case.case_id = $1`, values: [caseId] });
}

/** Returns cases in the order of their opening, beyond an id, of one ranking or of all. */
export function selectCases(
	db: Db,
	{
		rankingKey,
		beyond,
		order,
		limit,
	}: { rankingKey: string | null; beyond: number; order: 'asc' | 'desc'; limit: number },
): Promise<CaseRow[]> {
	return db.query<CaseRow>({
		text: `select ${CASE} ${FROM} where vote_case.case_id ${order === 'asc' ? '>' : '<'} $1::bigint and ($2::text is null or ranking_key = $2)
			order by vote_case.case_id ${order} limit $3`,
		values: [beyond, rankingKey, limit],
	});
}

export interface RankingForCases {
	rankingId: number;
	title: string;
	certified: boolean;
	/** Epoch seconds. Objections end no later, whatever their hours: see insertCase. */
	reviewEnds: number;
}

export function selectRankingForCases(db: Db, rankingKey: string): Promise<RankingForCases | null> {
	return maybeOne<RankingForCases>(db, {
		text: `select ranking_id as "rankingId", title,
				exists (select from ranking_result result where result.ranking_id = ranking.ranking_id) as certified,
				${epochSeconds(`coalesce(closing.closed_at, ends_at) + make_interval(hours => review_hours)`)} as "reviewEnds"
			from ranking left join ranking_closing closing using (ranking_id) where ranking_key = $1`,
		values: [rankingKey],
	});
}

/** Returns false if the case has already ended. */
export async function insertEnd(tx: Tx, caseId: number, outcome: 'dropped' | 'voided'): Promise<boolean> {
	const row = await maybeOne(tx, {
		text: `insert into vote_case_end (case_id, outcome) values ($1, $2) on conflict do nothing returning case_id`,
		values: [caseId, outcome],
	});
	return row !== null;
}

export interface CaseVoteRow {
	key: string;
	fanId: number;
	name: string | null;
	country: string | null;
	artistId: number;
	enName: string;
	tickets: number;
	costEarned: number;
	costPurchased: number;
	/** Epoch seconds, like the others. */
	cast: number;
	voided: number | null;
	returned: number;
	restored: number | null;
	retaken: number;
}

/**
 * Lists rows in key order, starting after `after`. Looks each row of the page up by its whole key (`limit 1`). A plain join
 * reads all votes of a fan for each of their rows: 2.6 s where one fan cast 55,000.
 */
export function selectCaseVotes(
	db: Db,
	caseId: number,
	{ fanId, after, limit }: { fanId: number | null; after: readonly [number, string] | null; limit: number },
): Promise<CaseVoteRow[]> {
	const [afterFan, key] = after ?? [-1, ''];
	return db.query<CaseVoteRow>({
		text: `select held.idempotency_key as key, held.fan_id as "fanId", name, country, held.artist_id as "artistId",
				en_name as "enName", held.tickets, held.cost_earned as "costEarned", held.cost_purchased as "costPurchased",
				${epochSeconds('cast_at')} as cast, ${epochSeconds('voided_at')} as voided,
				coalesce(gone.earned + gone.purchased, 0) as returned, ${epochSeconds('restored_at')} as restored,
				coalesce(back.earned + back.purchased, 0) as retaken
			from (
				select * from vote_case_vote
				where case_id = $1 and (fan_id, idempotency_key) > ($3, $4) and ($2::bigint is null or fan_id = $2)
				order by fan_id, idempotency_key limit $5
			) held
			cross join lateral (
				select cast_at from vote
				where vote.fan_id = held.fan_id and vote.idempotency_key = held.idempotency_key limit 1
			) vote
			join fan on fan.fan_id = held.fan_id
			join artist on artist.artist_id = held.artist_id
			left join lateral (
				select * from vote_void gone where gone.case_id = held.case_id and gone.fan_id = held.fan_id
					and gone.idempotency_key = held.idempotency_key limit 1
			) gone on true
			left join lateral (
				select * from vote_restore back where back.case_id = held.case_id and back.fan_id = held.fan_id
					and back.idempotency_key = held.idempotency_key limit 1
			) back on true
			order by held.fan_id, held.idempotency_key`,
		values: [caseId, fanId, afterFan, key, limit],
	});
}
