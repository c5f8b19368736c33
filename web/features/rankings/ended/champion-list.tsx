/** Lists ended rankings of one type, each with its top three and, on request, the full list. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { EndedRanking } from '#contract/rankings.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ChampionCard } from './champion-card.tsx';

export interface ChampionListProps {
	rankings: readonly EndedRanking[];
	loading: boolean;
	/** Returns a button that shares the result. */
	renderShare: (ranking: EndedRanking) => ReactNode;
}

export function ChampionList({ rankings, loading, renderShare }: ChampionListProps) {
	if (loading) return <ChampionSkeleton />;
	if (rankings.length === 0) {
		return (
			<Empty title={<Trans>No Data</Trans>}>
				<Trans>The first champions appear here when a chart ends.</Trans>
			</Empty>
		);
	}
	return rankings.map((ranking) => (
		<ChampionCard key={ranking.ranking_key} ranking={ranking} share={renderShare(ranking)} />
	));
}

function ChampionSkeleton() {
	return (
		<div aria-busy="true">
			{['latest', 'before', 'earlier'].map((place) => (
				<Skeleton key={place} className="champion-skeleton" />
			))}
		</div>
	);
}
