/** Rules that must hold between rankings and what batches of votes know of them, in every shard. */
import type { RowChecks } from './check.ts';

export const termsRows: readonly RowChecks[] = [
	{
		from: `ranking cross join unnest(shard_keys()) as shard (shard)
			left join ranking_terms terms on terms.shard = shard.shard and terms.ranking_id = ranking.ranking_id`,
		example: `'ranking_key', ranking.ranking_key, 'shard', shard.shard`,
		rules: [
			{
				rule: 'batches of votes know of every ranking what its tables say',
				broken: `(
						terms.ranking_key, terms.starts_at, terms.ends_at, terms.gems_per_vote, terms.votes_per_fan_max, published,
						paused, date_trunc('milliseconds', resumed_at), closed
					) is distinct from (
						ranking.ranking_key, ranking.starts_at, ranking.ends_at, ranking.gems_per_vote::bigint,
						ranking.votes_per_fan_max, published_at is not null,
						exists (select from ranking_pause where ranking_pause.ranking_id = ranking.ranking_id and ended_at is null),
						(select date_trunc('milliseconds', max(ended_at)) from ranking_pause
							where ranking_pause.ranking_id = ranking.ranking_id),
						closed_at is not null
							or exists (select from ranking_closing where ranking_closing.ranking_id = ranking.ranking_id)
					)`,
			},
		],
	},
	{
		from: `(select ranking_id, artist_id, shard from ranking_entry, unnest(shard_keys()) as shard (shard) where hidden_at is null) entry
			full join ranking_terms_artist known using (ranking_id, artist_id, shard)`,
		example: `'ranking_id', ranking_id, 'artist_id', artist_id, 'shard', shard`,
		rules: [
			{
				rule: 'batches of votes know of every artist who is listed, and of no other',
				broken: 'entry.ranking_id is null or known.ranking_id is null',
			},
		],
	},
];
