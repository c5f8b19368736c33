/** Statements that read who gave most. */
import { epochSeconds, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type { TopFan, VoteTimeline } from '#contract/operator/voting/concentration.ts';

export type TopFanRow = Omit<TopFan, 'artist_tickets_all' | 'network_accounts' | 'unusual' | 'case_ids'>;

export const selectTopFans = (
	db: Db,
	rankingId: number,
	{ artistId, limit }: { artistId: number | null; limit: number },
): Promise<TopFanRow[]> =>
	sql`with kept as materialized (
			select * from vote_top_fan where ranking_id = ${rankingId}
				and (${artistId}::integer is null or artist_id = ${artistId})
		),
		most as (
			select fan_id from kept group by fan_id order by sum(tickets) desc, fan_id limit ${limit}
		)
		select top.fan_id, name, top.artist_id, en_name, artist_tickets, votes, tickets, missed, earned, purchased,
			${epochSeconds('first_at')} as first_time, ${epochSeconds('last_at')} as last_time,
			${epochSeconds('registered_at')} as joined_time, encode(network_hash, 'hex') as network
		from (
			select fan_id, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets,
				sum(missed)::bigint as missed,
				sum(earned)::bigint as earned, sum(purchased)::bigint as purchased, min(first_at) as first_at,
				max(last_at) as last_at, max(tickets) as artist_tickets,
				(array_agg(artist_id order by tickets desc, artist_id))[1] as artist_id
			from kept join most using (fan_id) group by fan_id
		) top
		join artist using (artist_id)
		cross join lateral (select name, registered_at from fan where fan.fan_id = top.fan_id offset 0) fan
		left join lateral (select network_hash from session
			where session.fan_id = top.fan_id and activated_at is not null
			order by created_at desc limit 1) latest on true
		order by tickets desc, fan_id`.all(db);

export const selectTopOfArtists = (db: Db, rankingId: number) =>
	sql`select distinct on (artist_id) artist_id as "artistId", fan_id as "fanId", tickets
		from vote_top_fan where ranking_id = ${rankingId} order by artist_id, tickets desc, fan_id`.all<{
		artistId: number;
		fanId: number;
		tickets: number;
	}>(db);

/** Returns the fan with most tickets of the whole ranking, as far as fans are kept. */
export const selectTopOfRanking = (db: Db, rankingId: number): Promise<{ fanId: number; tickets: number }[]> =>
	sql`select fan_id as "fanId", sum(tickets)::bigint as tickets from vote_top_fan
		where ranking_id = ${rankingId} group by fan_id order by sum(tickets) desc, fan_id limit 1`.all(db);

export const selectCountedThrough = (db: Db): Promise<number | null> =>
	sql`select ${epochSeconds('counted_through')} from vote_fan_counting`.maybeValue(db);

export const selectSignUps = (db: Db, rankingId: number, artistId: number | null): Promise<VoteTimeline['sign_ups']> =>
	sql`select ${epochSeconds('joined_at')} as joined_time, sum(votes)::bigint as votes,
			sum(tickets)::bigint as tickets
		from vote_sign_up where ranking_id = ${rankingId}
			and (${artistId}::integer is null or artist_id = ${artistId})
		group by joined_at order by joined_at`.all(db);

export interface CountedArtists {
	rankingIds: number[];
	artistIds: number[];
}

/** Keeps `kept` fans of each artist. Who has no row gave at most the least: `missed`. Returns artists with votes. */
export const countFans = (tx: Tx, from: Date, until: Date, kept: number): Promise<CountedArtists> =>
	sql`with fresh as materialized (
			select ranking_id, artist_id, fan_id, count(*) as votes, sum(tickets)::bigint as tickets,
				sum(cost_earned)::bigint as earned, sum(cost_purchased)::bigint as purchased,
				min(cast_at) as first_at, max(cast_at) as last_at,
				row_number() over (partition by ranking_id, artist_id order by sum(tickets) desc, fan_id) as place
			from vote where cast_at >= ${from} and cast_at < ${until} group by ranking_id, artist_id, fan_id
		), voted as materialized (
			select distinct ranking_id, artist_id from fresh
		), least as materialized (
			select ranking_id, artist_id, min(tickets + missed) as tickets from voted join vote_top_fan using (ranking_id, artist_id)
			group by ranking_id, artist_id having count(*) >= ${kept}::integer
		), counted as (
			insert into vote_top_fan
				(ranking_id, artist_id, fan_id, votes, tickets, earned, purchased, missed, first_at, last_at)
			select fresh.ranking_id, fresh.artist_id, fresh.fan_id, fresh.votes, fresh.tickets, fresh.earned,
				fresh.purchased, coalesce(least.tickets, 0), fresh.first_at, fresh.last_at
			from fresh left join vote_top_fan known using (ranking_id, artist_id, fan_id)
			left join least on least.ranking_id = fresh.ranking_id and least.artist_id = fresh.artist_id
			where place <= ${kept} or known.fan_id is not null
			on conflict (ranking_id, artist_id, fan_id) do update
				set votes = vote_top_fan.votes + excluded.votes, tickets = vote_top_fan.tickets + excluded.tickets,
					earned = vote_top_fan.earned + excluded.earned, purchased = vote_top_fan.purchased + excluded.purchased,
					last_at = excluded.last_at
		)
		select coalesce(array_agg(ranking_id), '{}') as "rankingIds", coalesce(array_agg(artist_id), '{}') as "artistIds"
		from voted`.one(tx);

export const deleteLeast = (tx: Tx, { rankingIds, artistIds }: CountedArtists, kept: number): Promise<void> =>
	sql`delete from vote_top_fan using (
			select top.*, row_number() over (
				partition by ranking_id, artist_id order by tickets + missed desc, tickets desc, fan_id) as place
			from unnest(${rankingIds}::integer[], ${artistIds}::integer[]) voted (ranking_id, artist_id)
			join vote_top_fan top using (ranking_id, artist_id)
		) least
		where place > ${kept}::integer and vote_top_fan.ranking_id = least.ranking_id
			and vote_top_fan.artist_id = least.artist_id and vote_top_fan.fan_id = least.fan_id`.run(tx);

export const countSignUps = (tx: Tx, from: Date, until: Date, days: number): Promise<void> =>
	sql`insert into vote_sign_up (ranking_id, artist_id, joined_at, votes, tickets)
		select ranking_id, artist_id, date_trunc('hour', registered_at, 'UTC'), count(*), sum(tickets)
		from vote cross join lateral (select registered_at from fan where fan.fan_id = vote.fan_id offset 0) fan
		where cast_at >= ${from} and cast_at < ${until} and cast_at - registered_at < make_interval(days => ${days})
		group by 1, 2, 3
		on conflict (ranking_id, artist_id, joined_at) do update
			set votes = vote_sign_up.votes + excluded.votes, tickets = vote_sign_up.tickets + excluded.tickets`.run(tx);

export const deleteOldFans = (db: Db, days: number): Promise<void> =>
	sql`delete from vote_top_fan using ranking where ranking.ranking_id = vote_top_fan.ranking_id
		and ends_at < lightstick_now() - make_interval(days => ${days})`.run(db);

/** A fan with more votes in all rankings keeps what is known: reading them all would take too long. */
const READ_MAX = 2_000;

interface Asked {
	rankingId: number;
	artistId: number | null;
}

interface Exact extends Pick<
	TopFanRow,
	'fan_id' | 'votes' | 'tickets' | 'earned' | 'purchased' | 'first_time' | 'last_time'
> {
	read: number;
}

export async function withExactVotes(db: Db, rows: readonly TopFanRow[], asked: Asked): Promise<TopFanRow[]> {
	const inexact = rows.filter(({ missed }) => missed > 0);
	if (inexact.length === 0) return [...rows];
	const exact = new Map((await selectExact(db, inexact, asked)).map((row) => [row.fan_id, row]));
	return rows
		.map((row) => {
			const found = exact.get(row.fan_id);
			if (!found || found.read > READ_MAX) return row;
			const { read: _, ...numbers } = found;
			const ofArtist = asked.artistId === null ? {} : { artist_tickets: numbers.tickets };
			return { ...row, ...numbers, ...ofArtist, missed: 0 };
		})
		.toSorted((one, other) => other.tickets - one.tickets || one.fan_id - other.fan_id);
}

/** Counts to where the kept rows are counted, so that all rows show the same moment. */
const selectExact = (db: Db, fans: readonly TopFanRow[], { rankingId, artistId }: Asked): Promise<Exact[]> =>
	sql`select asked.fan_id, votes, tickets, earned, purchased, first_time, last_time, read
		from unnest(${fans.map(({ fan_id: fanId }) => fanId)}::bigint[]) asked (fan_id)
		cross join lateral (
			select count(*) as read, count(*) filter (where asked_for) as votes,
				coalesce(sum(tickets) filter (where asked_for), 0)::bigint as tickets,
				coalesce(sum(cost_earned) filter (where asked_for), 0)::bigint as earned,
				coalesce(sum(cost_purchased) filter (where asked_for), 0)::bigint as purchased,
				${epochSeconds('min(cast_at) filter (where asked_for)')} as first_time,
				${epochSeconds('max(cast_at) filter (where asked_for)')} as last_time
			from (
				select *, ranking_id = ${rankingId} and (${artistId}::integer is null or artist_id = ${artistId})
					and cast_at < (select counted_through from vote_fan_counting) as asked_for
				from vote where vote.fan_id = asked.fan_id limit ${READ_MAX}::integer + 1
			) own
		) counted`.all(db);
