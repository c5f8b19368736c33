import { useLingui } from '@lingui/react/macro';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Tag } from '#ui/primitives/tag.tsx';

/** Shows the status of a ranking in one word. */
export function RankingStatusTag({ ranking }: { ranking: Pick<ConsoleRanking, 'status' | 'stage' | 'draft'> }) {
	const { t } = useLingui();
	if (ranking.draft) return <Tag tone="warning">{t`Draft`}</Tag>;
	if (ranking.status === 'ongoing') return <Tag tone="good">{t`Ongoing`}</Tag>;
	if (ranking.status === 'paused') return <Tag tone="bad">{t`Paused`}</Tag>;
	if (ranking.status === 'upcoming') return <Tag>{t`Upcoming`}</Tag>;
	return ranking.stage === 'certified' ? <Tag>{t`Ended`}</Tag> : <Tag tone="warning">{t`In review`}</Tag>;
}
