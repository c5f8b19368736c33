/**
 * First paints of the pages, rendered by build/first-paints.ts: the skeletons that the pages themselves show while they load,
 * around the picture that the server knows. They hold no words, so they fit every language.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type FirstPaintKind, firstPaintSlots } from '#contract/values/first-paint.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Icon, Logo } from '#ui/icons.tsx';
import { ArtistSkeleton } from '../features/artists/artist-profile.tsx';
import { ArticleSkeleton } from '../features/news/article.tsx';
import { ChartHeadSkeleton, ChartSkeleton, SharesSkeleton } from '../features/rankings/chart/chart-skeleton.tsx';
import { EntryCardsSkeleton } from '../features/rankings/home/entry-cards-skeleton.tsx';
import { HallSkeleton } from '../features/rankings/home/hall-now.tsx';
import { NewsListSkeleton } from '../features/news/news-list.tsx';
import { MyDayPlace } from '../pages/home/my-day-place.tsx';

const { picture, title } = firstPaintSlots;

const pages: Record<FirstPaintKind, ReactNode> = {
	home: (
		<>
			<div className="wrap">
				<div className="carousel posters">
					<span className="poster">{picture}</span>
					<div className="carousel-dots" />
				</div>
			</div>
			<HallSkeleton />
			<MyDayPlace />
			<div className="wrap">
				<div className="section">
					<div className="section-head">
						<Skeleton className="first-paint-heading" />
					</div>
					<EntryCardsSkeleton />
				</div>
			</div>
		</>
	),
	leaderboard: (
		<>
			<div className="wrap leaderboard-tabs">
				<div className="leaderboard-tabs-skeleton" />
			</div>
			<div className="wrap">
				<ChartHeadSkeleton cover={<span className="chart-head-cover">{picture}</span>} />
			</div>
			<SharesSkeleton />
			<div className="wrap">
				<div className="leaderboard-bar leaderboard-bar-skeleton">
					<Skeleton className="first-paint-tabs" />
				</div>
				<ChartSkeleton />
			</div>
		</>
	),
	artist: (
		<div className="wrap">
			<BackPaint />
			<ArtistSkeleton portrait={<div className="portrait">{picture}</div>} />
		</div>
	),
	article: (
		<div className="wrap">
			<div className="article-column">
				<BackPaint />
				<ArticleSkeleton>
					<h1 className="page-title">{title}</h1>
					<p className="article-time">&nbsp;</p>
					<span className="cover">{picture}</span>
				</ArticleSkeleton>
			</div>
		</div>
	),
	news: (
		<div className="wrap">
			<h1 className="page-title">
				<Skeleton className="first-paint-title" />
			</h1>
			<div className="news-bar first-paint-news-bar" />
			<NewsListSkeleton />
		</div>
	),
	plain: null,
};

/** As high as a line of text. */
function BackPaint() {
	return <span className="back-link">&nbsp;</span>;
}

export function renderFirstPaints(): Record<FirstPaintKind, string> {
	const render = (page: ReactNode) =>
		renderToStaticMarkup(
			<>
				<BarPaint />
				{page}
			</>,
		);
	const rendered = Object.entries(pages).map(([kind, page]) => [kind, render(page)]);
	return Object.fromEntries(rendered) as Record<FirstPaintKind, string>;
}

/** The top bar before the session is known: the name, and room for what stands at its end. */
function BarPaint() {
	return (
		<div className="header">
			<div className="wrap header-bar">
				<span className="home-link">
					<Logo />
					<span className="ellipsis">{firstPaintSlots.product}</span>
				</span>
				<div className="header-end">
					<Skeleton className="first-paint-pill" />
					<span className="icon-button mobile-only">
						<Icon name="menu" />
					</span>
				</div>
			</div>
		</div>
	);
}
