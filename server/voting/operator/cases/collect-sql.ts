/** Statements that count the votes that a filter finds, and that hold them in a case. */
import type { CaseReason } from '#contract/voting.ts';
import { withLongTimeouts } from '#server/db/pool.ts';
import { namedStatement, one, type Db, type Tx } from '#server/kernel/database.ts';
import { found, type Scope } from './filter-sql.ts';

/**
 * Lets this transaction find rows by keys alone, however broad a filter is, and allows it a longer timeout. Other joins would
 * read whole tables where the planner takes a filter for a broad one.
 */
export async function lookUpByKey(tx: Tx): Promise<Tx> {
	await tx.query({ text: 'set local enable_seqscan = off' });
	await tx.query({ text: 'set local enable_hashjoin = off' });
	await tx.query({ text: 'set local enable_mergejoin = off' });
	return withLongTimeouts(tx);
}

export interface Sums {
	votes: number;
	tickets: number;
	fans: number;
	/** Largest number of tickets first. */
	artists: { artist_id: number; en_name: string; votes: number; tickets: number }[];
}

/** Sums the votes that a case with the filter of this scope would hold. */
export function selectSums(tx: Tx, scope: Scope): Promise<Sums> {
	const { from, values } = found(scope);
	return one<Sums>(tx, {
		// Grouped by fan first, where the fan's votes are.
		text: `with found as materialized (
				select bucket, fan_id, vote.artist_id, count(*) as votes, sum(vote.tickets)::bigint as tickets ${from}
				group by bucket, fan_id, vote.artist_id
			)
			select coalesce(sum(votes), 0)::bigint as votes, coalesce(sum(tickets), 0)::bigint as tickets,
				count(distinct fan_id) as fans,
				coalesce((select json_agg(top) from (
					select artist_id, en_name, sum(votes)::bigint as votes, sum(found.tickets)::bigint as tickets
					from found join artist using (artist_id) group by artist_id, en_name
					order by sum(found.tickets) desc, artist_id) top), '[]') as artists
			from found`,
		values,
	});
}

/** Sums the votes of a case that count at present, by artist. */
export function selectCounting(tx: Tx, caseId: number): Promise<{ artist_id: number; tickets: number }[]> {
	return tx.query({
		text: `select artist_id, sum(held.tickets)::bigint as tickets from vote_case_vote held
			where case_id = $1 and not exists (
				select from vote_void gone where gone.case_id = held.case_id and gone.bucket = held.bucket
					and gone.fan_id = held.fan_id and gone.idempotency_key = held.idempotency_key
					and not exists (
						select from vote_restore back where back.case_id = gone.case_id and back.bucket = gone.bucket
							and back.fan_id = gone.fan_id and back.idempotency_key = gone.idempotency_key
					)
			)
			group by artist_id order by artist_id`,
		values: [caseId],
	});
}

export interface NewCase {
	scope: Scope;
	reason: CaseReason;
	statement: string;
	incidentUrl: string | null;
	openedBy: number;
	objectionHours: number;
}

export interface OpenedCase {
	caseId: number;
	votes: number;
	tickets: number;
}

/**
 * Opens the case and fixes its votes. Counts those that it holds, so that no vote lies between two looks. Returns null if no
 * votes match. The objection period lasts the given hours, but ends when the result is due.
 */
export async function insertCase(tx: Tx, { scope, ...made }: NewCase, votesMax: number): Promise<OpenedCase | null> {
	const { from, values } = found(scope);
	const { caseId } = await one<{ caseId: number }>(tx, {
		text: `select nextval('vote_case_case_id_seq')::integer as "caseId"`,
	});
	await tx.query({
		text: `insert into vote_case_vote (case_id, bucket, fan_id, idempotency_key, artist_id, tickets, cost_earned,
				cost_purchased)
			select $${values.push(caseId)}::integer, bucket, fan_id, vote.idempotency_key, vote.artist_id, vote.tickets,
				vote.cost_earned, vote.cost_purchased ${from} limit ${votesMax}`,
		values,
	});
	const held = await one<Omit<OpenedCase, 'caseId'>>(tx, {
		text: 'select count(*) as votes, coalesce(sum(tickets), 0)::bigint as tickets from vote_case_vote where case_id = $1',
		values: [caseId],
	});
	if (held.votes === 0) return null;
	const { rankingId, filter } = scope;
	await tx.query(INSERT_CASE({ ...made, ...held, caseId, rankingId, filter: JSON.stringify(filter) }));
	return { caseId, ...held };
}

const INSERT_CASE = namedStatement`insert into vote_case
		(case_id, ranking_id, reason, statement, incident_url, filter,
			votes, tickets, opened_by, opened_at, objections_until)
	overriding system value
	select ${'caseId'}, ranking_id, ${'reason'}, ${'statement'}, ${'incidentUrl'}, ${'filter'}::jsonb,
		${'votes'}, ${'tickets'}, ${'openedBy'}, present.at, greatest(present.at, least(
			present.at + make_interval(hours => ${'objectionHours'}),
			coalesce(closing.closed_at, ends_at) + make_interval(hours => review_hours)))
	from ranking left join ranking_closing closing using (ranking_id) cross join (select lightstick_now() as at) present
	where ranking_id = ${'rankingId'}`;

export async function isInRanking(db: Db, rankingId: number, artistId: number): Promise<boolean> {
	const rows = await db.query({
		text: 'select from ranking_entry where ranking_id = $1 and artist_id = $2',
		values: [rankingId, artistId],
	});
	return rows.length > 0;
}
