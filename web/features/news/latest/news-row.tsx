/** A row of news on the home page: cards to swipe, with arrows where there is a mouse. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { NewsItem } from '#contract/news.ts';
import { Carousel } from '#ui/primitives/carousel.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { useLatestNews, useVideoNews } from './get-lists.ts';
import { NewsCard, NewsCardSkeleton } from '../card/news-card.tsx';
import './news-row.css';

/** Four at a time on wide screens. */
export function LatestNews() {
	const { t } = useLingui();
	const { data, isPending } = useLatestNews();
	return <Row label={t`Latest articles`} look="news" items={data?.news_list ?? []} loading={isPending} />;
}

/** Large: two at a time on wide screens, one on phones. */
export function VideoRow() {
	const { t } = useLingui();
	const { data, isPending } = useVideoNews();
	return <Row label={t`Latest videos`} look="video" items={data?.news_list ?? []} loading={isPending} />;
}

interface RowProps {
	label: string;
	look: 'news' | 'video';
	items: readonly NewsItem[];
	loading: boolean;
}

function Row({ label, look, items, loading }: RowProps) {
	if (!loading && items.length === 0) return <Empty title={<Trans>No Data</Trans>} />;
	const large = look === 'video';
	const slides = loading
		? ['1', '2', '3', '4'].map((key) => ({ key, content: <NewsCardSkeleton large={large} /> }))
		: items.map((item) => ({ key: String(item.id), content: <NewsCard item={item} large={large} /> }));
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
