/** Lists a few other articles below the current one. */
import { useLatestNews } from './get-lists.ts';
import { NewsCard } from '../card/news-card.tsx';
import './more-news.css';

const SHOWN = 4;

/** The latest besides this one. */
export function useMoreNews(besides: number) {
	const { data } = useLatestNews();
	return (data?.news_list ?? []).filter(({ id }) => id !== besides).slice(0, SHOWN);
}

export function MoreNews({ items }: { items: ReturnType<typeof useMoreNews> }) {
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
