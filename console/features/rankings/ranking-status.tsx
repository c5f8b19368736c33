/** The status of a ranking, the same everywhere. */
import { presentSeconds } from '#client/server-clock.ts';
import { type ConsoleRanking, listRankings } from '#contract/operator/rankings/rankings.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { useList } from '../../lib/api/lists.ts';

/** Shows the status of a ranking in one word. */
export function RankingStatusTag({
	ranking,
}: {
	ranking: Pick<ConsoleRanking, 'status' | 'stage' | 'draft' | 'review_end_time'>;
}) {
	if (ranking.draft) return <Tag tone="warning">Draft</Tag>;
	if (ranking.status === 'ongoing') return <Tag tone="good">Ongoing</Tag>;
	if (ranking.status === 'paused') return <Tag tone="bad">Paused</Tag>;
	if (ranking.status === 'upcoming') return <Tag>Upcoming</Tag>;
	if (ranking.stage === 'certified') return <Tag tone="good">Certified</Tag>;
	return <Tag tone="warning">{(ranking.review_end_time ?? 0) > presentSeconds() ? 'In review' : 'Closed'}</Tag>;
}

export const useLatestRankings = (search?: string) =>
	useList(listRankings, { query: { search, sort: 'start', order: 'desc' } });
