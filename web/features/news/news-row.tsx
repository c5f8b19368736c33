import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue } from 'react';
import type { NewsItem } from '#contract/news.ts';
import { Carousel } from '#ui/primitives/carousel.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { useLatestNews, useVideoNews } from './get-lists.ts';
import { NewsCard, NewsCardSkeleton } from './news-card.tsx';
import './news-row.css';

/** Four at a time on wide screens. */
export function LatestNews() {
	const { t } = useLingui();
	const { data, isPending } = useLatestNews();
	return <Row label={t`Latest articles`} look="news" items={isPending ? null : data?.news_list} />;
}

/** Large: two at a time on wide screens, one on phones. */
export function VideoRow() {
	const { t } = useLingui();
	const { data, isPending } = useVideoNews();
	return <Row label={t`Latest videos`} look="video" items={isPending ? null : data?.news_list} />;
}

interface RowProps {
	label: string;
	look: 'news' | 'video';
	/** Null while they are loaded, undefined if that failed. */
	items: readonly NewsItem[] | null | undefined;
}

function Row({ label, look, items }: RowProps) {
	// The cards are drawn in pieces, between which a tap is answered.
	const shown = useDeferredValue(items);
	const loading = shown === null;
	if (!loading && !shown?.length) return <Empty title={<Trans>No Data</Trans>} />;
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
