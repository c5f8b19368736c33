/**
 * Statements that find votes by a filter. Each filter starts from one index: the given fans, the fans of a network, the
 * fans who joined in a period, or otherwise the time of the votes.
 */
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import type { CaseReason } from '#contract/voting.ts';
import { withLongTimeouts } from '#server/db/pool.ts';
import { namedStatement, one, type Db, type Tx } from '#server/kernel/database.ts';

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

/** Where a filter looks, besides what it says itself. Times are as PostgreSQL writes them. */
interface Scope {
	/** Cases of the ranking that were dropped. They hold no votes. */
	dropped: number[];
	/** The time of the votes: within the ranking's own, because no vote lies outside it. */
	castFrom: string;
	castTo: string;
	joinedFrom: string | null;
	joinedTo: string | null;
}

/** Reads what the next statement needs of other tables. It names none of them, so that each shard finds its own votes. */
function readScope(tx: Tx, rankingId: number, filter: CaseFilter): Promise<Scope> {
	const instant = (number: number) => `($${number}::timestamp at time zone timezone)`;
	return one<Scope>(tx, {
		text: `select greatest(starts_at, ${instant(2)})::text as "castFrom", least(ends_at, ${instant(3)})::text as "castTo",
				${instant(4)}::text as "joinedFrom", ${instant(5)}::text as "joinedTo",
				array(select case_id from vote_case join vote_case_end using (case_id)
					where vote_case.ranking_id = $1 and outcome = 'dropped') as dropped
			from ranking cross join site_setting where ranking_id = $1`,
		values: [
			rankingId,
			filter.cast_from_local ?? null,
			filter.cast_to_local ?? null,
			filter.joined_from_local ?? null,
			filter.joined_to_local ?? null,
		],
	});
}

interface Found {
	/** SQL that selects from votes (as `vote`), with its conditions. */
	from: string;
	values: unknown[];
}

/** Selects votes that match the filter and that no other case holds. */
function found(rankingId: number, filter: CaseFilter, scope: Scope): Found {
	const values: unknown[] = [rankingId, scope.dropped];
	const given = (value: unknown) => `$${values.push(value)}`;
	const ofFan: string[] = [];
	if (scope.joinedFrom) ofFan.push(`registered_at >= ${given(scope.joinedFrom)}`);
	if (scope.joinedTo) ofFan.push(`registered_at < ${given(scope.joinedTo)}`);
	const isByJoining = ofFan.length > 0;
	if (filter.country !== undefined) ofFan.push(`country = ${given(filter.country)}`);

	const chosen: string[] = [];
	if (filter.fan_ids) {
		chosen.push(`select distinct bucket_of(id) as bucket, id as fan_id
			from unnest(${given(filter.fan_ids)}::bigint[]) as id`);
	}
	if (filter.network !== undefined) {
		chosen.push(`select distinct bucket, fan_id from session
			where network_hash = decode(${given(filter.network)}, 'hex')`);
	}
	if (isByJoining) chosen.push(`select bucket, fan_id from fan where ${ofFan.join(' and ')}`);
	// Votes of chosen fans are read by their key: the sum is in no index, where the time alone would be.
	const castAt = chosen.length > 0 ? `cast_at + interval '0'` : 'cast_at';
	const wanted = [
		'vote.ranking_id = $1',
		`${castAt} >= ${given(scope.castFrom)}::timestamptz`,
		`${castAt} < ${given(scope.castTo)}::timestamptz`,
		NOT_HELD,
	];
	if (filter.artist_id !== undefined) wanted.push(`vote.artist_id = ${given(filter.artist_id)}`);
	const among = chosen.map((fans, index) => `join (${fans}) chosen${index} using (bucket, fan_id)`).join(' ');
	const who = isByJoining || ofFan.length === 0 ? '' : `join fan using (bucket, fan_id)`;
	return { from: `from vote ${among} ${who} where ${[...wanted, ...(who ? ofFan : [])].join(' and ')}`, values };
}

// A vote is held if it is in a case that was not dropped, and was not restored since.
const NOT_HELD = `not exists (
	select from vote_case_vote held
	where held.bucket = vote.bucket and held.fan_id = vote.fan_id and held.idempotency_key = vote.idempotency_key
		and held.case_id <> all ($2)
		and not exists (select from vote_restore back where back.case_id = held.case_id and back.bucket = held.bucket
			and back.fan_id = held.fan_id and back.idempotency_key = held.idempotency_key))`;

export interface Sums {
	votes: number;
	tickets: number;
	fans: number;
	/** Largest number of tickets first. */
	artists: { artist_id: number; en_name: string; votes: number; tickets: number }[];
}

/** Sums the votes that a case with this filter would hold. */
export async function selectSums(tx: Tx, rankingId: number, filter: CaseFilter): Promise<Sums> {
	const { from, values } = found(rankingId, filter, await readScope(tx, rankingId, filter));
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
	rankingId: number;
	reason: CaseReason;
	statement: string;
	incidentUrl: string | null;
	filter: CaseFilter;
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
export async function insertCase(tx: Tx, made: NewCase, votesMax: number): Promise<OpenedCase | null> {
	const { from, values } = found(made.rankingId, made.filter, await readScope(tx, made.rankingId, made.filter));
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
	await tx.query(INSERT_CASE({ ...made, ...held, caseId, filter: JSON.stringify(made.filter) }));
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
