/** The ranking that is open: a new one, or a stored one with its steps, fields and artists. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { listEntries } from '#contract/operator/rankings/entries.ts';
import { readRanking } from '#contract/operator/rankings/rankings.ts';
import { readEntryCards, setEntryCards } from '#contract/operator/site/content.ts';
import { readSettings } from '#contract/operator/site/settings.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Entries } from '../features/entries/entries.tsx';
import { useLatestRankings } from '../features/rankings/latest-rankings.ts';
import { cardOf, type NewCard } from '../features/rankings/publish-ranking.tsx';
import { EditRanking, NewRanking } from '../features/rankings/ranking-editor.tsx';
import { STANDING_MS, StandingNow } from '../features/rankings/standing-now.tsx';
import { RankingSteps } from '../features/rankings/ranking-steps.tsx';
import { readOf, useSend } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { NEW, paths } from '../paths.ts';
import { EditorPanel, WaitingCard } from '../shell/page.tsx';

export function RankingEditor({ id }: { id: string }) {
	return id === NEW ? <New /> : <Stored id={id} />;
}

function New() {
	const siteGems = useQuery(readOf(readSettings, {})).data?.settings.ticket2gem_ratio;
	const { rows: latest } = useLatestRankings();
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
	const params = { ranking_key: id };
	const read = useQuery(readOf(readRanking, { params }));
	const ranking = read.data?.ranking;
	const refetchInterval = ranking?.stage === 'open' && ranking.frozen ? STANDING_MS : false;
	const { entries = [] } = useQuery(readOf(listEntries, { params }, { refetchInterval })).data ?? {};
	const entryCards = useQuery(readOf(readEntryCards, {})).data;
	const { mutateAsync: setCards } = useSend(setEntryCards);
	const siteGems = useQuery(readOf(readSettings, {})).data?.settings.ticket2gem_ratio;
	if (!ranking) return <WaitingCard read={read} />;
	const { cards = [], version = 0 } = entryCards ?? {};
	const tab = cardOf(ranking, cards)?.main_tab;
	const addCard = (card: NewCard) =>
		setCards({ body: { version, cards: [...cards, { ...card, background_media_id: null }] } });
	return (
		<EditorPanel title={ranking.title}>
			<WaitsNotice name="ranking_key" value={id} />
			{ranking.frozen && <StandingNow ranking={ranking} entries={entries} />}
			<RankingSteps ranking={ranking} first={entries.slice(0, 3).map(({ en_name: name }) => name)} />
			<EditRanking ranking={ranking} facts={{ artists: entries, siteGems, cards, addCard: entryCards && addCard }} />
			<Entries ranking={ranking} />
			<div className="cluster">
				{!ranking.draft && tab !== undefined && <OnSite to={siteAddress.chart(tab)} />}
				<TrailLink to={paths.auditOf(`ranking:${id}`)}>
					<Trans>Audit trail of this ranking</Trans>
				</TrailLink>
			</div>
		</EditorPanel>
	);
}
