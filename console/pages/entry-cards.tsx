/** Home cards: the order of the leaderboard's tabs and of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { EntryCardsEditor } from '../features/site/entry-cards.tsx';
import { latestRankings, rankingsQuery } from '../features/rankings/get-rankings.ts';
import { entryCardsQuery } from '../features/site/get-site.ts';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function EntryCardsPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(entryCardsQuery);
	const read = useInfiniteQuery(rankingsQuery(latestRankings));
	const rankings = (read.data?.pages ?? []).flatMap(({ list }) =>
		list.map((one) => ({ value: one.ranking_key, name: one.title, detail: one.ranking_key })),
	);
	return (
		<Page title={t`Home cards`} actions={<OnSite to={siteAddress.home} />}>
			<Card title={<Trans>Shown to fans in this order</Trans>}>
				{data ? <EntryCardsEditor stored={data} rankings={rankings} /> : null}
				{!data && isError ? <ReadFailed onRetry={() => void refetch()} /> : null}
				{!data && !isError ? <Skeleton className="screen-skeleton" /> : null}
			</Card>
		</Page>
	);
}
