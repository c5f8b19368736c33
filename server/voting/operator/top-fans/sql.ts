/** Statements that read who gave most. */
import type { Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface TopFanRow {
	fanId: number;
	/** Null before registration and after deletion. */
	name: string | null;
	/** Of all the artists in question, the one who got most. */
	artistId: number;
	enName: string;
	artistTickets: number;
	votes: number;
	tickets: number;
	missed: number;
	earned: number;
	purchased: number;
	/** Epoch seconds, like the others. */
	first: number;
	last: number;
	joined: number | null;
	/** Keyed hash of the latest session's network. */
	network: string | null;
}

/** Returns the fans with most tickets for an artist, or for all artists. */
export function selectTopFans(
	db: Db,
	rankingId: number,
	{ artistId, limit }: { artistId: number | null; limit: number },
): Promise<TopFanRow[]> {
	return db.query<TopFanRow>({
		// Only the fans that are shown are summed in full: a large ranking has twenty thousand rows.
		text: `with kept as materialized (
				select * from vote_top_fan where ranking_id = $1 and ($2::integer is null or artist_id = $2)
			),
			most as (
				select fan_id from kept group by fan_id order by sum(tickets) desc, fan_id limit $3
			)
			select top.fan_id as "fanId", name, top.artist_id as "artistId", en_name as "enName",
				artist_tickets as "artistTickets", votes, tickets, missed, earned, purchased, ${epochSeconds('first_at')} as first,
				${epochSeconds('last_at')} as last, ${epochSeconds('registered_at')} as joined, encode(network_hash, 'hex') as network
			from (
				select fan_id, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets, sum(missed)::bigint as missed,
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
			order by tickets desc, fan_id`,
		values: [rankingId, artistId, limit],
	});
}

export interface TopFanOfArtist {
	artistId: number;
	fanId: number;
	votes: number;
	tickets: number;
}

/** Returns, for every artist, the fan with most tickets. */
export function selectTopOfArtists(db: Db, rankingId: number): Promise<TopFanOfArtist[]> {
	return db.query<TopFanOfArtist>({
		text: `select distinct on (artist_id) artist_id as "artistId", fan_id as "fanId", votes, tickets
			from vote_top_fan where ranking_id = $1 order by artist_id, tickets desc, fan_id`,
		values: [rankingId],
	});
}

export interface FanTickets {
	fanId: number;
	votes: number;
	tickets: number;
}

/** Returns the fan with most tickets of the whole ranking, as far as fans are kept. */
export function selectTopOfRanking(db: Db, rankingId: number): Promise<FanTickets[]> {
	return db.query<FanTickets>({
		text: `select fan_id as "fanId", sum(votes)::bigint as votes, sum(tickets)::bigint as tickets from vote_top_fan
			where ranking_id = $1 group by fan_id order by sum(tickets) desc, fan_id limit 1`,
		values: [rankingId],
	});
}

/** Epoch seconds. */
export async function selectCountedThrough(db: Db): Promise<number | null> {
	const rows = await db.query<{ through: number }>({
		text: `select ${epochSeconds('counted_through')} as through from vote_fan_counting`,
	});
	return rows[0]?.through ?? null;
}
