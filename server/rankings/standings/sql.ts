/** The statements that sum tallies. Everything else that needs the sums reads them from `standing`. */
import type { Db } from '#server/kernel/database.ts';
import { epochMs } from '#server/kernel/epoch.ts';

/** Votes come to rankings that run, and voids to those under review. Few move later. */
const LATELY = `ranking.ends_at > lightstick_now() - interval '3 days'`;

interface Known {
	rankingId: number;
	/** Size of its log now; null if it has none. */
	logSize: number | null;
	/** What the standing counts; null without one. */
	batches: number | null;
	countedLogSize: number | null;
}

interface Counter {
	rankingId: number;
	slot: number;
	/** Of a slot that writers of several shards share, the fewest that one of the shards has. */
	batches: number;
	/** Of all shards. */
	sum: number;
}

/**
 * Sums the tallies of each ranking whose counters or log have moved. The counters are read before the sums: a standing
 * includes what its version names, and may include more until the next sum. Two processes may sum at once: an older sum has
 * smaller counters and never replaces a newer one.
 * @param scope `lately` skips rankings that ended long ago: a site of ten years has thousands of them
 * @returns the number of rankings that it wrote
 */
export async function sumStandings(db: Db, scope: 'all' | 'lately' = 'all'): Promise<number> {
	const known = await selectKnown(db, scope);
	const ids = known.map(({ rankingId }) => rankingId);
	if (ids.length === 0) return 0;
	const counters = Map.groupBy(await selectCounters(db, ids), ({ rankingId }) => rankingId);
	const present = known.map((ranking) => ({ ...ranking, ...counted(counters.get(ranking.rankingId) ?? []) }));
	const behind = present.filter(
		({ batches, sum, logSize, countedLogSize }) => batches !== sum || logSize !== countedLogSize,
	);
	return behind.length === 0 ? 0 : writeSums(db, behind);
}

function counted(counters: readonly Counter[]): { version: string; sum: number } {
	const inOrder = counters.toSorted((one, other) => one.slot - other.slot);
	return {
		version: inOrder.map(({ slot, batches }) => `${slot}.${batches}`).join() || '0',
		sum: counters.reduce((total, { sum }) => total + sum, 0),
	};
}

function selectKnown(db: Db, scope: 'all' | 'lately'): Promise<Known[]> {
	return db.query<Known>({
		name: `select_known_standings_${scope}`,
		text: `select ranking_id as "rankingId", vote_log.size as "logSize", standing.batches,
				standing.log_size as "countedLogSize"
			from ranking left join standing using (ranking_id) left join vote_log using (ranking_id)
			${scope === 'lately' ? `where ${LATELY}` : ''} order by ranking_id`,
	});
}

function selectCounters(db: Db, rankingIds: readonly number[]): Promise<Counter[]> {
	return db.query<Counter>({
		name: 'select_counters',
		text: `select ranking_id as "rankingId", slot, min(batches) as batches, sum(batches)::bigint as sum from tally_slot
			where ranking_id = any ($1::integer[]) group by ranking_id, slot`,
		values: [rankingIds],
	});
}

interface Sum {
	rankingId: number;
	version: string;
	sum: number;
	logSize: number | null;
}

async function writeSums(db: Db, sums: readonly Sum[]): Promise<number> {
	const written = await db.query({
		name: 'write_sums',
		// The sums stand by themselves: a distributed database adds them up where the tallies are.
		text: `with artist as materialized (
				select ranking_id, artist_id, sum(tickets)::bigint as tickets, max(${epochMs('last_vote_at')}) as reached_at
				from tally where ranking_id = any ($1::integer[]) group by ranking_id, artist_id
			)
			insert into standing
				(ranking_id, version, batches, artist_ids, tickets, reached_at, total, log_size, summed_at)
			select ranking_id, version, batches, coalesce(artist_ids, '{}'), coalesce(tickets, '{}'),
				coalesce(reached_at, '{}'), coalesce(total, 0), log_size, lightstick_now()
			from unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[])
				as moved (ranking_id, version, batches, log_size)
			left join (
				select ranking_id, array_agg(artist_id) as artist_ids, array_agg(tickets) as tickets,
					array_agg(reached_at) as reached_at, sum(tickets)::bigint as total
				from artist group by ranking_id
			) summed using (ranking_id)
			order by ranking_id
			on conflict (ranking_id) do update set version = excluded.version, batches = excluded.batches,
				artist_ids = excluded.artist_ids, tickets = excluded.tickets, reached_at = excluded.reached_at,
				total = excluded.total, log_size = excluded.log_size, summed_at = excluded.summed_at
			where (standing.batches, coalesce(standing.log_size, 0)) < (excluded.batches, coalesce(excluded.log_size, 0))
			returning ranking_id`,
		values: [
			sums.map(({ rankingId }) => rankingId),
			sums.map(({ version }) => version),
			sums.map(({ sum }) => sum),
			sums.map(({ logSize }) => logSize),
		],
	});
	return written.length;
}
