/** Chooses the share picture of a page: the one that chat apps and social networks show for its address. */
import type { SiteConfiguration } from '#contract/site.ts';
import type { PagePattern } from '#contract/pages.ts';
import { isLanguage, type Language, LANGUAGE_PARAMETER } from '#contract/values/languages.ts';
import { idText, rankingKey } from '#contract/values/shapes.ts';
import * as z from 'zod/mini';
import type { Db } from '#server/kernel/database.ts';
import { SHARE_PICTURE, type SharePictures } from '#server/share/pictures.ts';
import type { Subject } from '#server/share/facts.ts';
import type { PageFacts } from './head.ts';
import type { PageAddress } from './pages.ts';

type Shared = Pick<PageFacts, 'image' | 'sharePath'>;

/** The picture of a page, in the language of who shared it. A person's page, or one with a picture, keeps its own. */
export async function shareImageOf(
	page: PageFacts,
	{ pattern, query, ...address }: PageAddress & { pattern: PagePattern | null },
	site: SiteConfiguration,
	{ db, share, language: own }: { db: Db; share: SharePictures; language: Language },
): Promise<Shared> {
	const kept: Shared = { image: page.image };
	if (!page.indexed || pattern === '/views/:id') return kept;
	const [path] = page.canonicalPath.split('?');
	const language = isLanguage(query['share']) ? query['share'] : own;
	for (const subject of subjectsOf(pattern, { ...address, query }, site)) {
		const picture = await share.addressOf(db, subject, language);
		if (picture === null) continue;
		const image = { path: picture, alt: page.title, ...SHARE_PICTURE };
		// A network that follows og:url would otherwise read the page without the vote or the result.
		const special = subject.kind === 'vote' || query['ended'] !== undefined;
		return special ? { image, sharePath: `${path}?${new URLSearchParams(decisive(query))}` } : { image };
	}
	return kept;
}

/** The first that can be shown. `voted`: shared after a vote. `ended`: a result of before. */
function subjectsOf(pattern: PagePattern | null, { params, query }: PageAddress, site: SiteConfiguration): Subject[] {
	const voted = query['voted'];
	if (pattern === '/artist/:artist_id') {
		const artistId = z.safeParse(idText, params['artist_id']).data;
		const key = z.safeParse(rankingKey, voted).data;
		if (artistId === undefined) return [];
		return [
			...(key === undefined ? [] : [{ kind: 'vote' as const, rankingKey: key, artistId }]),
			{ kind: 'artist', artistId },
		];
	}
	if (pattern === '/leader-board') {
		const entries = site.rank_entry_configs;
		const entry = entries.find(({ main_tab }) => main_tab === query['main_tab']) ?? entries[0];
		const artistId = z.safeParse(idText, voted).data;
		if (!entry) return [{ kind: 'site' }];
		const chart = { rankingKey: entry.rank_key };
		const ended = z.safeParse(rankingKey, query['ended']).data;
		if (ended !== undefined)
			return [
				{ kind: 'chart', rankingKey: ended },
				{ kind: 'chart', ...chart },
			];
		return [...(artistId ? [{ kind: 'vote' as const, ...chart, artistId }] : []), { kind: 'chart', ...chart }];
	}
	const newsId = z.safeParse(idText, params['news_id']).data;
	return newsId !== undefined ? [{ kind: 'news', newsId }] : [{ kind: 'site' }];
}

/** Returns the part of an address's query that decides a page's picture; with `more`, what else decides the page. */
export const decisive = (query: PageAddress['query'], more: readonly string[] = []): [string, string][] =>
	['main_tab', 'sub_tab', 'ended', 'voted', 'share', LANGUAGE_PARAMETER, ...more].flatMap((name) => {
		const value = query[name];
		return typeof value === 'string' && value !== '' ? [[name, value] as [string, string]] : [];
	});
