import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getNews } from '#contract/news.ts';
import { getNewsPreview } from '#contract/news-preview.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { Moment, Prose } from '../../lib/elements/elements.tsx';
import { otherLanguage, pageLanguage } from '../../i18n.ts';
import { Cover, useLatestNews } from './news-card.tsx';
import { reads } from '../../lib/api/call.ts';
import './article.css';

/** A player shows the cover itself until it plays. */
const PLAYER = /<(?:video|iframe)\b/;

export function Article({ news }: { news: ReplyOf<typeof getNews>['news'] }) {
	return (
		<article className="article">
			<h1 className="page-title mt-3" lang={otherLanguage(news.lang)}>
				{news.title}
			</h1>
			<p className="faint mt-3">
				<Trans>
					Updated <Moment seconds={news.updated_time} />
				</Trans>
			</p>
			{news.cover_url !== null && !PLAYER.test(news.content) && <Cover item={news} main />}
			<Prose html={news.content} lang={otherLanguage(news.lang)} className="article-text" />
		</article>
	);
}

export function ArticleSkeleton() {
	return (
		<div className="article" aria-busy="true">
			<Skeleton className="mt-3" style={{ height: '5.75rem' }} />
			<Skeleton style={{ width: '14rem', height: '1.25rem', marginTop: '0.875rem' }} />
			<Skeleton className="cover" />
			<Skeleton className="article-text" style={{ maxWidth: '42rem', height: '20rem' }} />
		</div>
	);
}

const SHOWN = 4;

export function useMoreNews(besides: number) {
	const { data } = useLatestNews();
	return (data?.news_list ?? []).filter(({ id }) => id !== besides).slice(0, SHOWN);
}

/** The token of a private link stands where articles have their number. */
export const isPrivate = (newsId = '') => newsId.length === 43;

export function useArticle(newsId = '') {
	const query = { lang: pageLanguage() };
	const key = cacheKeys.article(newsId);
	const article = isPrivate(newsId)
		? reads(key, getNewsPreview, { params: { link_token: newsId }, query })
		: reads(key, getNews, { params: { news_id: newsId }, query });
	return useQuery({ ...article, staleTime: 60_000 });
}
