import { Trans } from '@lingui/react/macro';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Tag } from '#ui/primitives/tag.tsx';

/** Shows the status of a ranking in one word. */
export function RankingStatusTag({ ranking }: { ranking: Pick<ConsoleRanking, 'status' | 'stage' | 'draft'> }) {
	if (ranking.draft) {
		return (
			<Tag tone="warning">
				<Trans>Draft</Trans>
			</Tag>
		);
	}
	if (ranking.status === 'ongoing') {
		return (
			<Tag tone="good">
				<Trans>Ongoing</Trans>
			</Tag>
		);
	}
	if (ranking.status === 'paused') {
		return (
			<Tag tone="bad">
				<Trans>Paused</Trans>
			</Tag>
		);
	}
	if (ranking.status === 'upcoming') {
		return (
			<Tag>
				<Trans>Upcoming</Trans>
			</Tag>
		);
	}
	return ranking.stage === 'certified' ? (
		<Tag>
			<Trans>Ended</Trans>
		</Tag>
	) : (
		<Tag tone="warning">
			<Trans>In review</Trans>
		</Tag>
	);
}
