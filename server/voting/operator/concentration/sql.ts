/** Statements that read the counted sources of votes, and the values to compare them with. */
import type { Concentration, ConcentrationKind } from '#contract/operator/voting/concentration.ts';
import { type Db, type Tx, epochSeconds, sql } from '#server/kernel/database.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import { VOID_SLOT } from '../../engine/sql.ts';
import type { Part } from './rules.ts';

export const selectHead = async (db: Db, rankingKey: string) =>
	orRefuse(
		await sql`select ranking_id as "rankingId", title,
				(select ${epochSeconds('counted_through')} from vote_counting) as "countedThrough"
			from ranking where ranking_key = ${rankingKey}`.maybeOne<RankingHead>(db),
		'ranking_not_found',
	);

interface RankingHead {
	rankingId: number;
	title: string;
	countedThrough: number | null;
}

export const selectParts = (
	db: Db,
	rankingId: number,
	{ kind, artistId, limit }: { kind: ConcentrationKind; artistId: number | null; limit: number },
): Promise<Part[]> =>
	sql`select kind, value, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets
		from vote_concentration
		where ranking_id = ${rankingId} and kind = ${kind}
			and (${artistId}::integer is null or artist_id = ${artistId})
		group by kind, value order by sum(tickets) desc, value limit ${limit}`.all(db);

/** Returns the votes of every artist by day of the site's zone, most votes first. An hour counts where it begins. */
export const selectDays = (db: Db, rankingId: number) =>
	sql`select ((value || ':00')::timestamp at time zone 'utc' at time zone site.timezone)::date::text as day,
			artist_id, en_name, sum(tickets)::bigint as votes
		from vote_concentration join artist using (artist_id) cross join site_setting site
		where ranking_id = ${rankingId} and vote_concentration.kind = 'hour' group by 1, 2, 3 order by 1, 4 desc, 2
		`.all<{ day: string; artist_id: number; en_name: string; votes: number }>(db);

/** Returns, for every artist, the values with the most of the artist's tickets. Hours are left out. */
export const selectArtistParts = (db: Db, rankingId: number, limit: number) =>
	sql`select artist_id as "artistId", kind, value, votes, tickets from (
			select *, row_number() over (partition by artist_id, kind order by tickets desc, value) as rank
			from vote_concentration where ranking_id = ${rankingId} and kind in ('age', 'country', 'network')
		) part where rank <= ${limit}`.all<Part & { artistId: number }>(db);

export const selectSame = (db: Db, rankingId: number, values: readonly string[]): Promise<Part[]> =>
	sql`select kind, value, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets
		from vote_concentration
		where ranking_id = ${rankingId} and kind in ('age', 'country', 'network') and value = any(${values}::text[])
			group by kind, value`.all(db);

export type ArtistSums = Omit<Concentration['artists'][number], 'unusual'> & { votes: number };

/** Lists artists by tickets cast, highest first. The hours of all votes add up to the votes. */
export const selectArtists = (db: Db, rankingId: number): Promise<ArtistSums[]> =>
	sql`select entry.artist_id, en_name, coalesce(counted.votes, 0)::bigint as votes,
			coalesce(counted.tickets, 0)::bigint as tickets, coalesce(-voided.tickets, 0) as voided_tickets,
			greatest(live.tickets, counted.tickets, 0)::bigint as cast_tickets
		from ranking_entry entry join artist on artist.artist_id = entry.artist_id
		left join (
			select artist_id, sum(votes) as votes, sum(tickets) as tickets from vote_concentration
			where ranking_id = ${rankingId} and kind = 'hour' group by artist_id
		) counted on counted.artist_id = entry.artist_id
		left join (
			select artist_id, sum(tickets) as tickets from tally where ranking_id = ${rankingId}
				and slot <> ${VOID_SLOT} group by artist_id
		) live on live.artist_id = entry.artist_id
		left join tally voided on voided.ranking_id = ${rankingId} and voided.artist_id = entry.artist_id
			and slot = ${VOID_SLOT}
		where entry.ranking_id = ${rankingId} order by cast_tickets desc, entry.artist_id`.all(db);

/** Accounts are counted no further. */
const ACCOUNTS_MAX = 1_000;

export async function countAccounts(db: Db, networks: readonly string[]): Promise<Map<string, number>> {
	if (networks.length === 0) return new Map();
	const rows = await sql`select network, (select count(*) from (
				select distinct fan_id from session where network_hash = decode(network, 'hex')
					limit ${ACCOUNTS_MAX}) fans) as accounts
		from unnest(${networks}::text[]) network`.all<{ network: string; accounts: number }>(db);
	return new Map(rows.map(({ network, accounts }) => [network, accounts]));
}

export interface CaseOnPart {
	caseId: number;
	artistId: number | null;
	country: string | null;
	network: string | null;
	byJoining: boolean;
	fanIds: number[];
}

export const selectCasesOn = (db: Db, rankingId: number): Promise<CaseOnPart[]> =>
	sql`select case_id as "caseId", (filter ->> 'artist_id')::integer as "artistId",
		filter ->> 'country' as country,
			filter ->> 'network' as network, filter ?| array['joined_from_local', 'joined_to_local'] as "byJoining",
			coalesce(filter -> 'fan_ids', '[]') as "fanIds"
		from vote_case where ranking_id = ${rankingId} and not exists (select from vote_case_end ending
			where ending.case_id = vote_case.case_id and outcome = 'dropped') order by case_id desc limit 200`.all(db);

/** Rankings whose votes may still be voided: begun, not certified. */
export const selectWatched = (db: Db): Promise<{ rankingId: number; rankingKey: string; title: string }[]> =>
	sql`select ranking_id as "rankingId", ranking_key as "rankingKey", title from ranking
		where starts_at <= lightstick_now() and ends_at > lightstick_now() - interval '31 days'
			and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
		order by ends_at limit 20`.all(db);

export const selectSignUpNetworks = (
	db: Db,
	{ hours, latest, least }: { hours: number; latest: number; least: number },
): Promise<{ network: string; accounts: number; of: number }[]> =>
	sql`with joined as materialized (
			select fan_id from fan where registered_at > lightstick_now() - make_interval(hours => ${hours})
			order by registered_at desc limit ${latest}
		)
		select encode(network_hash, 'hex') as network, count(*) as accounts, (select count(*) from joined) as of
		from joined cross join lateral (
			select network_hash from session where session.fan_id = joined.fan_id
			order by created_at limit 1
		) first where network_hash is not null
		group by network_hash having count(*) >= ${least} order by count(*) desc limit 20`.all(db);

export const countVotes = (tx: Tx, from: Date, until: Date): Promise<boolean> =>
	sql`with fresh_votes as materialized (
			select ranking_id, artist_id, fan_id, cast_at, tickets from vote where cast_at >= ${from} and cast_at < ${until}
		), voters as materialized (
			select asked.fan_id, country, registered_at, network
			from (select distinct fan_id from fresh_votes) asked
			cross join lateral (select country, registered_at from fan where fan.fan_id = asked.fan_id offset 0) fan
			cross join lateral (select (select network_hash from session
				where session.fan_id = asked.fan_id and activated_at < ${until}
				order by created_at desc limit 1) as network offset 0) latest
		), counted as (
			insert into vote_concentration (ranking_id, kind, value, artist_id, votes, tickets)
			select ranking_id, part.kind, part.value, artist_id, count(*), sum(tickets)
			from fresh_votes join voters using (fan_id)
			cross join lateral (values
				('country', coalesce(country, '')),
				('network', coalesce(encode(network, 'hex'), '')),
				('hour', to_char(cast_at at time zone 'utc', 'YYYY-MM-DD"T"HH24')),
				('age', case
					when cast_at - registered_at < interval '1 hour' then 'hour'
					when cast_at - registered_at < interval '1 day' then 'day'
					when cast_at - registered_at < interval '7 days' then 'week'
					when cast_at - registered_at < interval '30 days' then 'month'
					when registered_at is null then '' else 'older' end)
			) part (kind, value)
			group by ranking_id, part.kind, part.value, artist_id order by 1, 2, 3, 4
			on conflict (ranking_id, kind, value, artist_id) do update
				set votes = vote_concentration.votes + excluded.votes, tickets = vote_concentration.tickets + excluded.tickets
			returning 1
		)
		select exists (select from counted)`.value(tx);

// `offset 0` looks each fan up by key, once. A vote's network is that of the fan's latest session at that time.

/** Deletes counts of networks once the keys that hashed them are gone. */
export const deleteOldNetworks = (db: Db, days: number): Promise<void> =>
	sql`delete from vote_concentration using ranking
		where ranking.ranking_id = vote_concentration.ranking_id
		and kind = 'network' and ends_at < lightstick_now() - make_interval(days => ${days})`.run(db);
