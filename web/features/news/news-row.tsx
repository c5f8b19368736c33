import { useLingui } from '@lingui/react/macro';
import { useDeferredValue } from 'react';
import { Carousel } from '#ui/primitives/carousel.tsx';
import { NotLoaded, NoData } from '../../lib/elements/elements.tsx';
import { useLatestNews, useVideoNews, NewsCard, NewsCardSkeleton } from './news-card.tsx';
import './news-row.css';

/** Four at a time on wide screens. */
export function LatestNews() {
	const { t } = useLingui();
	return <Row label={t`Latest articles`} look="news" query={useLatestNews()} />;
}

/** Large: two at a time on wide screens, one on phones. */
export function VideoRow() {
	const { t } = useLingui();
	return <Row label={t`Latest videos`} look="video" query={useVideoNews()} />;
}

interface RowProps {
	label: string;
	look: 'news' | 'video';
	query: ReturnType<typeof useLatestNews>;
}

function Row({ label, look, query: { data, isPending, isError, refetch } }: RowProps) {
	// The cards are drawn in pieces, between which a tap is answered.
	const shown = useDeferredValue(isPending ? null : data?.news_list);
	const loading = shown === null;
	if (isError && !data) return <NotLoaded onRetry={() => void refetch()} />;
	if (!loading && !shown?.length) return <NoData />;
	const large = look === 'video';
	const slides = loading
		? ['1', '2', '3', '4'].map((key) => ({ key, content: <NewsCardSkeleton large={large} /> }))
		: shown.map((item) => ({ key: String(item.id), content: <NewsCard item={item} large={large} /> }));
	return (
		<Carousel
			key={String(loading)}
			className={`news-row news-row-${look}`}
			label={label}
			slides={slides}
			interval={0}
			arrows={!loading}
		/>
	);
}
