/** The checklist of a ranking in words. */
import { Plural, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { localNow } from '../../../lib/format/local-time.ts';
import type { Check } from '../../../lib/publishing/checklist.tsx';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { paths } from '../../../paths.ts';
import { latestRankings, rankingsQuery } from '../get-rankings.ts';
import { cardOf, type PublishFacts } from './publish-facts.ts';
import { checkRanking, type RankingCheck } from './ranking-checks.ts';

export function useRankingChecks(ranking: ConsoleRanking, { siteGems: known, cards }: PublishFacts): Check[] {
	const { t } = useLingui();
	const { timezone } = useSiteZone();
	const pages = useInfiniteQuery(rankingsQuery(latestRankings)).data?.pages ?? [];
	const siteGems = known ?? ranking.gems_per_vote;
	const twin = pages
		.flatMap(({ list }) => list)
		.find((one) => one.ranking_key !== ranking.ranking_key && isSame(one.cover, ranking.cover));
	const card = cardOf(ranking, cards);
	const done: Record<RankingCheck, ReactNode> = {
		artists: <Plural value={ranking.artist_count} one="# artist" other="# artists" />,
		period: t`The start is in the future`,
		cover: t`Cover`,
		alt: t`Cover alt text`,
		price: t`The site’s price: ${siteGems} gems per vote`,
		card: card ? t`Home card: ${card.rank_name}` : '',
	};
	const open: Record<RankingCheck, ReactNode> = {
		artists: t`No artists: add them below`,
		period: t`The start has passed: choose one in the future`,
		cover: twin ? t`Same cover as ${twin.title}` : t`No cover: fans see a plain color`,
		alt: t`No alt text: fans who cannot see the cover miss it`,
		price: t`A vote costs ${ranking.gems_per_vote} gems; on the site it is ${siteGems}`,
		card: (
			<>
				{t`No home card leads fans to it.`} <Link to={paths.entryCards}>{t`Home cards`}</Link>
			</>
		),
	};
	const checks = checkRanking({
		artistCount: ranking.artist_count,
		hasCover: ranking.cover !== null,
		coverAlt: ranking.cover_alt,
		starts: ranking.starts_local,
		now: localNow(timezone),
		gemsPerVote: ranking.gems_per_vote,
		siteGemsPerVote: siteGems,
		hasCard: card !== undefined,
		coverOf: twin?.title ?? null,
	});
	return checks.map(({ key, state }) => ({ key, state, text: state === 'done' ? done[key] : open[key] }));
}

const isSame = (one: ConsoleRanking['cover'], other: ConsoleRanking['cover']) =>
	one !== null && other !== null && one.media_id === other.media_id;
