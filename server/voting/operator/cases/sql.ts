/** Statements on cases: opening, reading, ending. */
import type { CaseVote, VoteCase } from '#contract/operator/voting/cases.ts';
import { type Db, type Tx, epochSeconds, isBehind, ordered, sql, LOCKS } from '#server/kernel/database.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import type { Part } from '#server/kernel/paging.ts';
import type { CaseFacts } from './rules.ts';

/** Locks the cases of a ranking: one operator at a time decides, so that two cases never hold the same vote. */
export const lockCases = (tx: Tx, rankingId: number): Promise<void> =>
	sql`select pg_advisory_xact_lock(${LOCKS.rankingCases}, ${rankingId})`.run(tx);

/** A case as operators see it, besides its state, and the facts that decide on the state. */
export type CaseRow = Omit<VoteCase, 'state'> & CaseFacts & { ranking_id: number };

const CASE = sql`vote_case.case_id, vote_case.ranking_id, ranking_key, ranking.title as ranking_title, reason, statement,
	incident_url, filter, vote_case.votes, vote_case.tickets,
	(select en_name from artist where artist_id = (filter ->> 'artist_id')::integer) as artist,
	json_build_object('operator_id', opened_by, 'email', operator.email) as opened_by,
	${epochSeconds('opened_at')} as opened_time, ${epochSeconds('objections_until')} as objections_until_time,
	lightstick_now() >= objections_until as "isHeard", outcome, open_work.deed as "openDeed",
	coalesce(done.voided_votes, 0) as voided_votes, coalesce(done.voided_tickets, 0) as voided_tickets,
	coalesce(done.restored_votes, 0) as restored_votes, coalesce(done.restored_tickets, 0) as restored_tickets,
	exists (select from approval where kind in ('vote_void', 'vote_restore') and decision is null
		and expires_at > lightstick_now() and (payload ->> 'case_id')::integer = vote_case.case_id) as waiting,
	exists (select from ranking_result result where result.ranking_id = vote_case.ranking_id) as certified`;
const FROM = sql`from vote_case join ranking using (ranking_id) join operator on operator_id = opened_by
	left join vote_case_end using (case_id)
	left join vote_case_work open_work on open_work.case_id = vote_case.case_id and open_work.finished_at is null
	left join lateral (
		select sum(votes_done) filter (where deed = 'void')::bigint as voided_votes,
			sum(tickets_done) filter (where deed = 'void')::bigint as voided_tickets,
			sum(votes_done) filter (where deed = 'restore')::bigint as restored_votes,
			sum(tickets_done) filter (where deed = 'restore')::bigint as restored_tickets
		from vote_case_work work where work.case_id = vote_case.case_id
	) done on true`;

export const selectCase = (db: Db, caseId: number): Promise<CaseRow | null> =>
	sql`select ${CASE} ${FROM} where vote_case.case_id = ${caseId}`.maybeOne(db);

export function selectCases(
	db: Db,
	{ rankingKey, order }: { rankingKey: string | null; order: 'asc' | 'desc' },
	after: readonly Part[] | null,
	limit: number,
): Promise<CaseRow[]> {
	const key = ['vote_case.case_id'];
	return sql`select ${CASE} ${FROM} where ${isBehind(key, order, after && [sql`${after[0]}::bigint`])}
			and (${rankingKey}::text is null or ranking_key = ${rankingKey})
		${ordered(key, order)} limit ${limit}`.all(db);
}

interface RankingForCases {
	rankingId: number;
	certified: boolean;
	/** Epoch seconds. Objections end no later, whatever their hours: see insertCase. */
	reviewEnds: number;
}

export const findRanking = async (db: Db, rankingKey: string): Promise<RankingForCases> =>
	orRefuse(
		await sql`select ranking_id as "rankingId",
				exists (select from ranking_result result where result.ranking_id = ranking.ranking_id) as certified,
				${epochSeconds('coalesce(closing.closed_at, ends_at) + make_interval(hours => review_hours)')} as "reviewEnds"
			from ranking left join ranking_closing closing using (ranking_id)
			where ranking_key = ${rankingKey}`.maybeOne<RankingForCases>(db),
		'ranking_not_found',
	);

export const insertEnd = (tx: Tx, caseId: number, outcome: 'dropped' | 'voided'): Promise<boolean> =>
	sql`insert into vote_case_end (case_id, outcome) values (${caseId}, ${outcome}) on conflict do nothing
		returning case_id`.exists(tx);

export type CaseVoteRow = CaseVote & { key: string };

/** Each row is looked up by its whole key (`limit 1`): a plain join took 2.6 s where one fan cast 55,000 votes. */
export function selectCaseVotes(
	db: Db,
	caseId: number,
	fanId: number | null,
	after: readonly Part[] | null,
	limit: number,
): Promise<CaseVoteRow[]> {
	const [afterFan, key] = after ?? [-1, ''];
	return sql`select held.idempotency_key as key, held.fan_id, name, country, held.artist_id, en_name, held.tickets,
			held.cost_earned, held.cost_purchased, ${epochSeconds('cast_at')} as cast_time,
			${epochSeconds('voided_at')} as voided_time, coalesce(gone.earned + gone.purchased, 0) as returned,
			${epochSeconds('restored_at')} as restored_time, coalesce(back.earned + back.purchased, 0) as retaken
		from (
			select * from vote_case_vote
			where case_id = ${caseId} and (fan_id, idempotency_key) > (${afterFan}, ${key})
				and (${fanId}::bigint is null or fan_id = ${fanId})
			order by fan_id, idempotency_key limit ${limit}
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
		order by held.fan_id, held.idempotency_key`.all(db);
}
