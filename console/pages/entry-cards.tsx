/** Vote entry cards: the order of the leaderboard's tabs and of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { EntryCardsEditor } from '../features/site/entry-cards.tsx';
import { entryCardsQuery } from '../features/site/get-site.ts';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function EntryCardsPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(entryCardsQuery);
	return (
		<Page title={t`Vote entry cards`}>
			<Card title={<Trans>Shown to fans in this order</Trans>}>
				{data ? <EntryCardsEditor stored={data} /> : null}
				{!data && isError ? <ReadFailed onRetry={() => void refetch()} /> : null}
				{!data && !isError ? <Skeleton className="screen-skeleton" /> : null}
			</Card>
		</Page>
	);
}
