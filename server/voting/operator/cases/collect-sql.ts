/** Finds votes by a filter, from one index: given fans, fans of a network, fans who joined, or the votes' time. */
import type { CaseFilter, CasePreview, openCase } from '#contract/operator/voting/cases.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { withLongTimeouts } from '#server/db/pool.ts';
import { type Db, type Tx, joined, raw, sql, type Sql } from '#server/kernel/database.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { NOT_RESTORED } from '../../own-votes.ts';

/** Forbids sequential scans in this transaction, however broad a filter is, and allows it a longer timeout. */
export async function lookUpByKey(tx: Tx): Promise<Tx> {
	await sql`set local enable_seqscan = off`.run(tx);
	return withLongTimeouts(tx);
}

/** Selects votes that match the filter and that no other case holds: from votes (as `vote`), with the conditions. */
async function found(tx: Tx, rankingId: number, filter: CaseFilter): Promise<Sql> {
	const times = await readSiteTimes(tx);
	const at = (bound: 'joined_from_local' | 'joined_to_local' | 'cast_from_local' | 'cast_to_local') =>
		times.instantOf(`filter.${bound}`, filter[bound] || null);
	const [joinedFrom, joinedTo] = [at('joined_from_local'), at('joined_to_local')];
	const [castFrom, castTo] = [at('cast_from_local'), at('cast_to_local')];
	const ofFan: Sql[] = [];
	if (joinedFrom) ofFan.push(sql`registered_at >= ${joinedFrom}`);
	if (joinedTo) ofFan.push(sql`registered_at < ${joinedTo}`);
	const isByJoining = ofFan.length > 0;
	if (filter.country !== undefined) ofFan.push(sql`country = ${filter.country}`);

	// Restrict every filter to the ranking's own time: no vote lies outside it.
	const inTime = [
		sql`cast_at >= (select starts_at from ranking where ranking_id = ${rankingId})`,
		sql`cast_at < (select ends_at from ranking where ranking_id = ${rankingId})`,
	];
	if (castFrom) inTime.push(sql`cast_at >= ${castFrom}`);
	if (castTo) inTime.push(sql`cast_at < ${castTo}`);
	const wanted = [sql`vote.ranking_id = ${rankingId}`, ...inTime, NOT_HELD];
	if (filter.artist_id !== undefined) wanted.push(sql`vote.artist_id = ${filter.artist_id}`);

	const chosen: Sql[] = [];
	if (filter.fan_ids) chosen.push(sql`select distinct fan_id from unnest(${filter.fan_ids}::bigint[]) as fan_id`);
	if (filter.network !== undefined)
		chosen.push(sql`select distinct fan_id from session where network_hash = decode(${filter.network}, 'hex')`);
	if (isByJoining) chosen.push(sql`select fan_id from fan where ${all(ofFan)}`);
	const [first, ...others] = chosen;
	if (first === undefined)
		return sql`from (select * from vote where ${all(inTime)} offset 0) vote ${whoAre(ofFan)} where ${all(wanted)}`;
	// Read each fan's votes by key. `offset 0` keeps the planner from scanning all votes of the period for each fan.
	const among = others.map((other, index) => sql`join (${other}) also${raw(index)} using (fan_id)`);
	return sql`from (select fan_id from (${first}) one ${joined(among, ' ')} offset 0) chosen
		cross join lateral (select * from vote where vote.fan_id = chosen.fan_id offset 0) vote
		${isByJoining ? sql`` : whoAre(ofFan)} where ${all(wanted)}`;
}

const all = (conditions: readonly Sql[]): Sql => joined(conditions, ' and ');

function whoAre(conditions: readonly Sql[]): Sql {
	if (conditions.length === 0) return sql``;
	return sql`cross join lateral (select from fan
		where fan.fan_id = vote.fan_id and ${all(conditions)} offset 0) who`;
}

// A vote is held if it is in a case that was not dropped, and was not restored since.
const NOT_HELD = sql`not exists (
	select from vote_case_vote held
	where held.fan_id = vote.fan_id and held.idempotency_key = vote.idempotency_key
		and not exists (select from vote_case_end ending where ending.case_id = held.case_id and outcome = 'dropped')
		and not exists (select from vote_restore back where back.case_id = held.case_id
			and back.fan_id = held.fan_id and back.idempotency_key = held.idempotency_key))`;

type Sums = Pick<CasePreview, 'votes' | 'tickets' | 'fans' | 'artists'>;

export const selectSums = async (tx: Tx, rankingId: number, filter: CaseFilter): Promise<Sums> =>
	sql`with found as materialized (select vote.fan_id, vote.artist_id, vote.tickets ${await found(tx, rankingId, filter)})
		select count(*) as votes, coalesce(sum(tickets), 0) as tickets, count(distinct fan_id) as fans,
			coalesce((select json_agg(top) from (
				select artist_id, en_name, count(*) as votes, sum(found.tickets)::bigint as tickets
				from found join artist using (artist_id) group by artist_id, en_name
				order by sum(found.tickets) desc, artist_id) top), '[]') as artists
		from found`.one(tx);

export const selectCounting = (tx: Tx, caseId: number): Promise<{ artist_id: number; tickets: number }[]> =>
	sql`select artist_id, sum(held.tickets)::bigint as tickets from vote_case_vote held
		where case_id = ${caseId} and not exists (
			select from vote_void gone where gone.case_id = held.case_id and gone.fan_id = held.fan_id
				and gone.idempotency_key = held.idempotency_key and ${NOT_RESTORED}
		)
		group by artist_id order by artist_id`.all(tx);

type Opened = Omit<CheckedInputOf<typeof openCase>['body'], 'ranking_key'> & { rankingId: number; openedBy: number };

/** One snapshot for the case and its votes; null if none match. Objections end no later than the result is due. */
export async function insertCase(
	tx: Tx,
	{ rankingId, openedBy, reason, statement, incident_url, filter, objection_hours }: Opened,
	votesMax: number,
) {
	return sql`with found as materialized (
			select vote.fan_id, vote.idempotency_key, vote.artist_id, vote.tickets, vote.cost_earned,
				vote.cost_purchased ${await found(tx, rankingId, filter)} limit ${votesMax}
		), opened as (
			insert into vote_case (ranking_id, reason, statement, incident_url, filter, votes, tickets, opened_by,
				opened_at, objections_until)
			select ranking_id, ${reason}, ${statement}, ${incident_url}, ${JSON.stringify(filter)}::jsonb, sums.votes,
				sums.tickets, ${openedBy}::integer, present.at, greatest(present.at, least(
					present.at + make_interval(hours => ${objection_hours}),
					coalesce(closing.closed_at, ends_at) + make_interval(hours => review_hours)))
			from (select count(*) as votes, sum(tickets) as tickets from found) sums
			cross join (select lightstick_now() as at) present
			join ranking on ranking_id = ${rankingId} left join ranking_closing closing using (ranking_id)
			where sums.votes > 0
			returning case_id, votes, tickets
		), held as (
			insert into vote_case_vote (case_id, fan_id, idempotency_key, artist_id, tickets, cost_earned, cost_purchased)
			select case_id, fan_id, idempotency_key, artist_id, found.tickets, cost_earned, cost_purchased
			from opened cross join found order by fan_id, idempotency_key
		)
		select case_id as "caseId", votes, tickets from opened`.maybeOne<{
		caseId: number;
		votes: number;
		tickets: number;
	}>(tx);
}

export const isInRanking = (db: Db, rankingId: number, artistId: number): Promise<boolean> =>
	sql`select from ranking_entry where ranking_id = ${rankingId} and artist_id = ${artistId}`.exists(db);
