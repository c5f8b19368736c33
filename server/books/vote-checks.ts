/** Rules that must hold between votes, their payment, rankings, tallies and certified lists. */
import type { Checks, RowChecks } from './check.ts';
import { epochMs } from '#server/kernel/database.ts';

const MINUTE = `date_bin('1 minute', cast_at, 'epoch')`;

export const voteRows: readonly RowChecks[] = [
	{
		from: `vote join ranking using (ranking_id) left join ranking_closing closing using (ranking_id)
			left join ranking_entry listed using (ranking_id, artist_id)`,
		example: `'fan_id', fan_id, 'idempotency_key', idempotency_key, 'cast_at', cast_at`,
		rules: {
			"every vote cost its ranking's price": 'cost_earned + cost_purchased <> tickets * ranking.gems_per_vote',
			'every vote was cast while its ranking was open':
				'cast_at < starts_at or cast_at >= ends_at or cast_at > closing.closed_at',
			'every vote is for an artist that its ranking lists': 'listed.entered_at is null',
		},
	},
	{
		from: `(select ranking_id, artist_id, sum(tickets) as tickets, max(last_vote_at) as last_vote_at from tally
				group by ranking_id, artist_id) tallied
			full join (
				select ranking_id, artist_id, sum(tickets) as tickets, max(cast_at) as cast_at from (
					select ranking_id, artist_id, tickets, cast_at from vote
					union all select ranking_id, artist_id, -tickets, null from vote_void
					union all select ranking_id, artist_id, back.tickets, null from vote_restore back
						join vote_void using (case_id, fan_id, idempotency_key)
				) move group by ranking_id, artist_id
			) counted using (ranking_id, artist_id)`,
		example: `'ranking_id', ranking_id, 'artist_id', artist_id, 'tallied', tallied.tickets, 'counted', counted.tickets,
			'last_vote_at', last_vote_at, 'cast_at', cast_at`,
		rules: {
			'the tally of every artist is the sum of the votes, less those voided, and those restored again':
				'tallied.tickets is distinct from counted.tickets',
			'every artist reached their number at their last vote, which decides ties': `last_vote_at is distinct from cast_at`,
		},
	},
	{
		// Two processes may read the same number at the same time, so no exact one can be told from the votes alone.
		from: `vote join (
				select ranking_id, artist_id, minute, sum(tickets) over until_next as at_most,
					greatest(coalesce(sum(tickets) over until_before, 0) - coalesce(gone.voided, 0), 0) as at_least
				from (
					select ranking_id, artist_id, ${MINUTE} as minute, sum(tickets) as tickets from vote group by 1, 2, 3
				) minutes left join (
					select ranking_id, artist_id, sum(tickets) as voided from vote_void group by ranking_id, artist_id
				) gone using (ranking_id, artist_id)
				window until_next as (partition by ranking_id, artist_id order by minute
						range between unbounded preceding and interval '1 minute' following),
					until_before as (partition by ranking_id, artist_id order by minute
						range between unbounded preceding and interval '2 minutes' preceding)
			) known on known.ranking_id = vote.ranking_id and known.artist_id = vote.artist_id and known.minute = ${MINUTE}`,
		example: `'fan_id', fan_id, 'idempotency_key', idempotency_key, 'artist_tickets', artist_tickets,
			'at_least', at_least + tickets, 'at_most', at_most`,
		rules: {
			'every vote was answered with as many tickets as the artist had, to a minute':
				'artist_tickets > at_most or artist_tickets < at_least + tickets',
		},
	},
	{
		from: `(select batch_id, ranking_id, count(*) as votes, min(place) as first, max(place) as last,
					sum(tickets) as given, sum(cost_earned) as earned, sum(cost_purchased) as purchased from vote
				group by batch_id, ranking_id) stored
			full join (select * from log_batch where vote_count > 0) batch using (batch_id, ranking_id)`,
		example: `'batch_id', batch_id, 'ranking_id', ranking_id, 'votes', votes, 'leaves', vote_count`,
		rules: {
			'every vote has a leaf in the log of its ranking, and every leaf of a vote has its vote':
				'votes is distinct from vote_count or first is distinct from 0 or last is distinct from votes - 1',
			'the tickets and gems of logged votes are those of the votes':
				'(given, earned, purchased) is distinct from (batch.tickets, gems_earned, gems_purchased)',
		},
	},
	{
		from: `vote_void left join log_batch using (batch_id)`,
		example: `'case_id', case_id, 'fan_id', fan_id, 'idempotency_key', idempotency_key`,
		rules: {
			'every void has a leaf in the log of its ranking': `log_batch.ranking_id is distinct from vote_void.ranking_id or place not between 0 and leaf_count - 1`,
		},
	},
	{
		from: `vote_log join (
				select ranking_id, sum(leaf_count) as leaves, sum(vote_count) as votes, max(first_index + leaf_count) as ends,
					sum(tickets) as given, sum(gems_earned) as earned, sum(gems_purchased) as purchased
				from log_batch where first_index is not null group by ranking_id
			) given using (ranking_id)`,
		example: `'ranking_id', ranking_id, 'size', size, 'leaves', leaves, 'ends', ends`,
		rules: {
			'the leaves of a log fill it without a gap': 'size <> leaves or size <> ends or vote_count <> votes',
			"a log's tickets and gems are those of its leaves":
				'(tickets, gems_earned, gems_purchased) <> (given, earned, purchased)',
		},
	},
];

export const voteChecks: Checks = {
	// A vote's time is in whole milliseconds: the end of a pause is taken at the same precision.
	'no vote was cast while its ranking was paused': `
		select vote.fan_id, vote.idempotency_key, cast_at from vote join ranking_pause pause using (ranking_id)
			where cast_at > paused_at and (ended_at is null or cast_at < date_trunc('milliseconds', ended_at))`,
	'no fan gave more votes to a ranking than its limit': `
		select ranking_id, fan_id, sum(tickets) as tickets, votes_per_fan_max from vote join ranking using (ranking_id)
			where votes_per_fan_max is not null
			group by ranking_id, fan_id, votes_per_fan_max having sum(tickets) > votes_per_fan_max`,
	'every certified total is the sum of its list': `select ranking_id from ranking_result result
			where total_tickets <> (select coalesce(sum(tickets), 0) from ranking_result_entry entry
				where entry.ranking_id = result.ranking_id)`,
	'every certified list has the tickets of the tally, in the order of tickets, time and number': `with reached as (
				select ranking_id, artist_id, sum(tickets) as tickets, max(last_vote_at) as last_vote_at
				from tally join ranking_result using (ranking_id) group by ranking_id, artist_id
			), ranked as (
				select final.ranking_id, final.artist_id, final.tickets, rank, coalesce(reached.tickets, 0) as tallied,
					row_number() over (partition by final.ranking_id order by coalesce(reached.tickets, 0) desc,
						coalesce(last_vote_at, to_timestamp(0)), final.artist_id) as expected_rank
				from ranking_result_entry final left join reached using (ranking_id, artist_id)
			)
			select ranking_id, artist_id, tickets, tallied, rank, expected_rank from ranked
			where tickets <> tallied or rank <> expected_rank
			union all
			select ranking_id, artist_id, null, tickets, null, null from reached join ranking_entry listed using (ranking_id, artist_id)
			where hidden_at is null and tickets <> 0 and not exists (select from ranking_result_entry final
				where final.ranking_id = listed.ranking_id and final.artist_id = listed.artist_id)`,
};

/** Rules that must hold between tallies and the standings that everybody reads. */
const COUNTED = '(select ranking_id, sum(batches) as batches from tally_slot group by ranking_id)';

export const standingChecks: Checks = {
	// A vote of the last moment is in its tally and not in the standing yet: then the counters differ.
	'every standing with the counters of its tallies is their sum, artist by artist': `with current as (
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
	'no standing counts more batches than there were': `select ranking_id, standing.batches, counted.batches as committed
			from standing left join ${COUNTED} counted using (ranking_id)
			where standing.batches > coalesce(counted.batches, 0)`,
	'the race of every certified ranking ends with its result': `with last as (
				select distinct on (ranking_id) ranking_id, artist_ids, tickets from standing_hour
				order by ranking_id, taken_at desc
			), result as (
				select ranking_id, array_agg(artist_id order by rank) as artist_ids, array_agg(tickets order by rank) as tickets
				from ranking_result_entry where tickets > 0 group by ranking_id
			)
			select ranking_id, last.artist_ids as raced, result.artist_ids as certified from last join result using (ranking_id)
			where (last.artist_ids, last.tickets) is distinct from (result.artist_ids, result.tickets)`,
};
