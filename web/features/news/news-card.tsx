import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { type NewsItem, getLatestNews, getVideoNews } from '#contract/news.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { pictureSizes } from '#contract/values/pictures.ts';
import { Icon, Logo } from '#ui/icons.tsx';
import { paths } from '../../paths.ts';
import { otherLanguage, pageLanguage } from '../../i18n.ts';
import { Picture } from '../../lib/elements/picture.tsx';
import { Moment } from '../../lib/elements/elements.tsx';
import { useQuery } from '@tanstack/react-query';
import { HOME_NEWS_SIZE } from '#contract/values/constants.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { reads } from '../../lib/api/call.ts';
import './news-card.css';

export function NewsCard({ item, large = false, first = false }: { item: NewsItem; large?: boolean; first?: boolean }) {
	return (
		<Link className={`news-card block ${large ? 'news-card-large' : ''}`} to={paths.article(item.id)}>
			<Cover item={item} urgent={first} />
			<span className="block">
				<b className="clipped bold breaks">
					{item.category_key === 'video' && (
						<span className="visually-hidden">
							<Trans>Video:</Trans>{' '}
						</span>
					)}
					<span lang={otherLanguage(item.lang)}>{item.title}</span>
				</b>
				<Moment seconds={item.updated_time} className="block faint text-xs" />
			</span>
		</Link>
	);
}

export function NewsCardSkeleton({ large = false }: { large?: boolean }) {
	return (
		<span className={`news-card block ${large ? 'news-card-large' : ''}`}>
			<Skeleton className="cover" />
			<span className="block">
				<Skeleton className="news-card-skeleton-title mt-4" />
				<Skeleton className="news-card-time-skeleton" />
			</span>
		</span>
	);
}

const VIDEO_KEY = 'video';

/** The picture, or a dimmed lightstick if there is none or it cannot be loaded. A video's has a play button. */
export function Cover({
	item: { cover_url, cover_alt, cover_lang, category_key },
	main = false,
	urgent = main,
}: {
	item: NewsItem;
	main?: boolean;
	urgent?: boolean;
}) {
	const playable = category_key === VIDEO_KEY && !main;
	return (
		<span className="cover relative block clipped rounded tone-2">
			<Picture
				src={cover_url}
				sizes={main ? pictureSizes.article : pictureSizes.card}
				alt={main ? cover_alt : ''}
				lang={main ? otherLanguage(cover_lang) : undefined}
				width="960"
				height="600"
				loading={urgent ? 'eager' : 'lazy'}
				fetchPriority={urgent ? 'high' : 'auto'}
				decoding="async"
				standIn={
					<span className="cover-none middle faint" aria-hidden="true">
						{!playable && <Logo />}
					</span>
				}
			/>
			{playable && (
				<span className="cover-play middle round">
					<Icon name="play" />
				</span>
			)}
		</span>
	);
}

const firstPage = () => ({ query: { page: 1, limit: HOME_NEWS_SIZE, lang: pageLanguage() } });

export const useLatestNews = () =>
	useQuery({ ...reads(cacheKeys.latestNews, getLatestNews, firstPage()), staleTime: 60_000 });

export const useVideoNews = () =>
	useQuery({ ...reads(cacheKeys.videos, getVideoNews, firstPage()), staleTime: 60_000 });

export function MoreNews({ items }: { items: readonly NewsItem[] }) {
	return (
		<ul className="more-news">
			{items.map((item) => (
				<li key={item.id}>
					<NewsCard item={item} />
				</li>
			))}
		</ul>
	);
}
