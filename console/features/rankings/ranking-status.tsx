/** The status of a ranking, the same everywhere. */
import { useLingui } from '@lingui/react/macro';
import { presentSeconds } from '#client/server-clock.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Tag } from '#ui/primitives/tag.tsx';

/** Shows the status of a ranking in one word. */
export function RankingStatusTag({
	ranking,
}: {
	ranking: Pick<ConsoleRanking, 'status' | 'stage' | 'draft' | 'review_end_time'>;
}) {
	const { t } = useLingui();
	if (ranking.draft) return <Tag tone="warning">{t`Draft`}</Tag>;
	if (ranking.status === 'ongoing') return <Tag tone="good">{t`Ongoing`}</Tag>;
	if (ranking.status === 'paused') return <Tag tone="bad">{t`Paused`}</Tag>;
	if (ranking.status === 'upcoming') return <Tag>{t`Upcoming`}</Tag>;
	if (ranking.stage === 'certified') return <Tag tone="good">{t`Certified`}</Tag>;
	return <Tag tone="warning">{(ranking.review_end_time ?? 0) > presentSeconds() ? t`In review` : t`Closed`}</Tag>;
}
