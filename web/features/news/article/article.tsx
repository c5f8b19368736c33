/** Shows an article: title, time of the last update, cover, text. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getNews } from '#contract/news.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Prose } from '../../../lib/elements/prose.tsx';
import { otherLanguage } from '../../../i18n.ts';
import { Cover } from '../card/cover.tsx';
import { UpdatedTime } from '../card/updated-time.tsx';
import './article.css';

/** A player shows the cover itself until it plays. */
const PLAYER = /<(?:video|iframe)\b/;

export function Article({ news }: { news: ReplyOf<typeof getNews>['news'] }) {
	return (
		<article className="article">
			<h1 lang={otherLanguage(news.lang)}>{news.title}</h1>
			<p className="article-time">
				<Trans>
					Updated <UpdatedTime seconds={news.updated_time} />
				</Trans>
			</p>
			{news.cover_url !== null && !PLAYER.test(news.content) && <Cover item={news} main />}
			<Prose html={news.content} lang={otherLanguage(news.lang)} className="article-text" />
		</article>
	);
}

/** `children` stand in the place of title, time and cover. */
export function ArticleSkeleton({ children }: { children?: ReactNode }) {
	return (
		<div className="article" aria-busy="true">
			{children ?? (
				<>
					<Skeleton className="article-skeleton-title" />
					<Skeleton className="article-skeleton-time" />
					<Skeleton className="cover" />
				</>
			)}
			<Skeleton className="article-text article-skeleton-text" />
		</div>
	);
}
