/** What else there is of an artist: other charts, titles, songs, news. Loaded when it comes near the screen. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { Artist } from '#contract/artists.ts';
import { getNewsList } from '#contract/news.ts';
import { getEndedRankings, type RankingType } from '#contract/rankings.ts';
import { MoreNews } from '../../features/news/news-card.tsx';
import { Places, RankMark, placesOf, useEntryCharts } from '../../features/rankings/chart/places.tsx';
import { pageLanguage } from '../../i18n.ts';
import { reads } from '../../lib/api/call.ts';
import { nameOf } from '../../lib/artist-names.ts';
import { Section } from '../../lib/elements/elements.tsx';
import { useSite } from '../../lib/site/get-site.ts';
import { paths } from '../../paths.ts';

const NEWS_SHOWN = 4;
const FRESH_MS = 60_000;

export default function Elsewhere({ artist, besides }: { artist: Artist; besides: string | undefined }) {
	const charts = useEntryCharts();
	const places = placesOf(charts, artist.artist_id).filter(({ entry }) => entry.rank_key !== besides);
	const titles = useTitles(artist.artist_id);
	const news = useNewsAbout(artist);
	const songs = charts.flatMap(({ entry, chart }) =>
		chart.artist_list
			.filter(({ kind, sub_title }) => kind === 'song' && sub_title === artist.en_name)
			.map((song) => ({ entry, chart, own: song })),
	);
	return (
		<>
			{places.length > 0 && (
				<Section title={<Trans>Other charts</Trans>}>
					<Places places={places} />
				</Section>
			)}
			{titles.length > 0 && (
				<Section title={<Trans>Titles</Trans>}>
					<ul className="places card clipped">
						{titles.map(({ key, title, rank, type }) => (
							<li key={key}>
								<RankMark rank={rank} />
								<TitleLink type={type}>{title}</TitleLink>
							</li>
						))}
					</ul>
				</Section>
			)}
			{songs.length > 0 && (
				<Section title={<Trans>Songs</Trans>}>
					<ul className="places card clipped">
						{songs.map(({ entry, own }) => (
							<li key={own.artist_id}>
								<RankMark rank={own.rank} />
								<Link className="breaks semibold" to={paths.leaderboard({ mainTab: entry.main_tab })} translate="no">
									{nameOf(own)}
								</Link>
								<span className="muted">{formatNumber(own.tickets)}</span>
							</li>
						))}
					</ul>
				</Section>
			)}
			{news.length > 0 && (
				<Section title={<Trans>News</Trans>}>
					<MoreNews items={news} />
				</Section>
			)}
		</>
	);
}

function TitleLink({ type, children }: { type: RankingType; children: string }) {
	const tab = useSite()?.rank_entry_configs.find(({ ranking_type }) => ranking_type === type)?.main_tab;
	if (tab === undefined) return <span>{children}</span>;
	return (
		<Link className="breaks semibold" to={paths.champions(tab)}>
			{children}
		</Link>
	);
}

function useTitles(artistId: number) {
	const { data } = useQuery({
		...reads(['ended-rankings', 'all'], getEndedRankings, { query: { page: 1, limit: 10_000 } }),
		staleTime: FRESH_MS,
	});
	return (data?.list ?? []).flatMap(({ ranking_key: key, ranking_type: type, title, stage, top_artists }) => {
		const own = top_artists.find(({ artist_id }) => artist_id === artistId);
		return own && stage === 'certified' ? [{ key, type, title, rank: own.rank }] : [];
	});
}

function useNewsAbout({ artist_id, en_name }: Artist) {
	const query = { page: 1, limit: NEWS_SHOWN, category_id: 0, search_keyword: en_name, lang: pageLanguage() };
	const { data } = useQuery({ ...reads(['news', 'about', artist_id], getNewsList, { query }), staleTime: FRESH_MS });
	return data?.news_list ?? [];
}
