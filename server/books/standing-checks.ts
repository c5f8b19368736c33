/** Rules that must hold between tallies and the standings that everybody reads. */
import { epochMs } from '#server/kernel/database.ts';
import type { Check } from './check.ts';

const COUNTED = '(select ranking_id, sum(batches) as batches from tally_slot group by ranking_id)';

export const standingChecks: readonly Check[] = [
	{
		// A vote of the last moment is in its tally and not in the standing yet: then the counters differ.
		rule: 'every standing with the counters of its tallies is their sum, artist by artist',
		text: `with current as (
				select standing.* from standing left join ${COUNTED} counted using (ranking_id)
				where standing.batches = coalesce(counted.batches, 0)
			), shown as (
				select ranking_id, shown.* from current
				cross join unnest(artist_ids, tickets, reached_at) as shown (artist_id, tickets, reached_at)
			), summed as (
				select ranking_id, tally.artist_id, sum(tally.tickets) as tickets, max(${epochMs('last_vote_at').text}) as reached_at
				from tally join current using (ranking_id) group by ranking_id, tally.artist_id
			)
			select ranking_id, artist_id, shown.tickets as shown, summed.tickets as summed
			from shown full join summed using (ranking_id, artist_id)
			where (shown.tickets, shown.reached_at) is distinct from (summed.tickets, summed.reached_at)
			union all
			select ranking_id, null, total, sum(shown.tickets) from current left join shown using (ranking_id)
			group by ranking_id, total having total <> coalesce(sum(shown.tickets), 0)`,
	},
	{
		rule: 'no standing counts more batches than there were',
		text: `select ranking_id, standing.batches, counted.batches as committed
			from standing left join ${COUNTED} counted using (ranking_id)
			where standing.batches > coalesce(counted.batches, 0)`,
	},
	{
		rule: 'the race of every certified ranking ends with its result',
		text: `with last as (
				select distinct on (ranking_id) ranking_id, artist_ids, tickets from standing_hour
				order by ranking_id, taken_at desc
			), result as (
				select ranking_id, array_agg(artist_id order by rank) as artist_ids, array_agg(tickets order by rank) as tickets
				from ranking_result_entry where tickets > 0 group by ranking_id
			)
			select ranking_id, last.artist_ids as raced, result.artist_ids as certified from last join result using (ranking_id)
			where (last.artist_ids, last.tickets) is distinct from (result.artist_ids, result.tickets)`,
	},
];
