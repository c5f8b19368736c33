/** The ranking that is open: a new one, or a stored one with its steps, fields and artists. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Entries } from '../features/entries/entries.tsx';
import { entriesQuery } from '../features/entries/get-entries.ts';
import { latestRankings, rankingQuery, rankingsQuery } from '../features/rankings/get-rankings.ts';
import { cardOf, type NewCard } from '../features/rankings/publish-ranking.tsx';
import { EditRanking, NewRanking } from '../features/rankings/ranking-editor.tsx';
import { RankingSteps } from '../features/rankings/ranking-steps.tsx';
import { entryCardsQuery, settingsQuery, useSetEntryCards } from '../features/site/get-site.ts';
import { useList } from '../lib/api/lists.ts';
import { useReread } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { NEW, paths } from '../paths.ts';
import { EditorPanel, WaitingCard } from '../shell/page.tsx';

export function RankingEditor({ id }: { id: string }) {
	return id === NEW ? <New /> : <Stored id={id} />;
}

function New() {
	const siteGems = useQuery(settingsQuery).data?.settings.ticket2gem_ratio;
	const { rows: latest } = useList(rankingsQuery(latestRankings));
	return (
		<EditorPanel title={<Trans>New ranking</Trans>}>
			{latest ? (
				<NewRanking keys={latest.map(({ ranking_key: key }) => key)} siteGems={siteGems} />
			) : (
				<Skeleton className="screen-skeleton" />
			)}
		</EditorPanel>
	);
}

function Stored({ id }: { id: string }) {
	const read = useQuery(rankingQuery(id));
	const reread = useReread(rankingQuery(id));
	const ranking = read.data;
	const { entries = [] } = useQuery(entriesQuery(id)).data ?? {};
	const entryCards = useQuery(entryCardsQuery).data;
	const { mutateAsync: setCards } = useSetEntryCards();
	const siteGems = useQuery(settingsQuery).data?.settings.ticket2gem_ratio;
	if (!ranking) return <WaitingCard read={read} />;
	const { cards = [], version = 0 } = entryCards ?? {};
	const tab = cardOf(ranking, cards)?.main_tab;
	const addCard = (card: NewCard) => setCards({ version, cards: [...cards, { ...card, background_media_id: null }] });
	return (
		<EditorPanel title={ranking.title}>
			<WaitsNotice name="ranking_key" value={id} />
			<RankingSteps ranking={ranking} />
			<EditRanking
				ranking={ranking}
				facts={{ artists: entries, siteGems, cards, addCard: entryCards && addCard }}
				onReload={reread}
			/>
			<Entries ranking={ranking} />
			<div className="editor-links">
				{!ranking.draft && tab !== undefined && <OnSite to={siteAddress.chart(tab)} />}
				<TrailLink to={paths.auditOf(`ranking:${id}`)}>
					<Trans>Audit trail of this ranking</Trans>
				</TrailLink>
			</div>
		</EditorPanel>
	);
}
