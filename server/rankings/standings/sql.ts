/** The statement that sums tallies. Everything else that needs the sums reads them from `standing`. */
import { epochMs, raw, sql, type Db } from '#server/kernel/database.ts';

/** Votes come to rankings that run, and voids to those under review. Few move later. */
const LATELY = `ranking.ends_at > lightstick_now() - interval '3 days'`;

/**
 * Sums the tallies of each ranking whose counters or log have moved, in one statement and so in one snapshot. Two
 * processes may sum at once: an older sum has smaller counters and never replaces a newer one.
 * @param scope `lately` skips rankings that ended long ago: a site of ten years has thousands of them
 * @returns the number of rankings that it wrote
 */
export async function sumStandings(db: Db, scope: 'all' | 'lately' = 'all'): Promise<number> {
	// Subqueries in the select list: joined, both tables would be read whole, ten times a second.
	const written = await sql`with present as (
			select ranking_id,
				(select coalesce(sum(batches), 0) from tally_slot
					where tally_slot.ranking_id = ranking.ranking_id)::bigint as batches,
				(select size from vote_log where vote_log.ranking_id = ranking.ranking_id) as log_size
			from ranking ${raw(scope === 'lately' ? `where ${LATELY}` : '')}
		), behind as (
			select present.* from present left join standing using (ranking_id)
			where (standing.batches, standing.log_size) is distinct from (present.batches, present.log_size)
		)
		insert into standing
			(ranking_id, version, batches, artist_ids, tickets, reached_at, total, log_size, summed_at)
		select ranking_id, version, batches, artist_ids, tickets, reached_at, total, log_size, lightstick_now()
		from behind cross join lateral (
			select coalesce(string_agg(slot || '.' || batches, ',' order by slot), '0') as version
			from tally_slot where tally_slot.ranking_id = behind.ranking_id
		) counted cross join lateral (
			select coalesce(array_agg(artist_id), '{}') as artist_ids, coalesce(array_agg(tickets), '{}') as tickets,
				coalesce(array_agg(reached_at), '{}') as reached_at, coalesce(sum(tickets), 0)::bigint as total
			from (
				select artist_id, sum(tickets)::bigint as tickets, max(${epochMs('last_vote_at')}) as reached_at
				from tally where tally.ranking_id = behind.ranking_id group by artist_id
			) artist
		) summed
		order by ranking_id
		on conflict (ranking_id) do update set version = excluded.version, batches = excluded.batches,
			artist_ids = excluded.artist_ids, tickets = excluded.tickets, reached_at = excluded.reached_at,
			total = excluded.total, log_size = excluded.log_size, summed_at = excluded.summed_at
		where (standing.batches, coalesce(standing.log_size, 0)) < (excluded.batches,
			coalesce(excluded.log_size, 0))
		returning ranking_id`
		.prepared(`sum_standings_${scope}`)
		.all(db);
	return written.length;
}
