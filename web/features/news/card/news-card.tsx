/** One article or video in a list or a row. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { NewsItem } from '#contract/news.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { paths } from '../../../paths.ts';
import { otherLanguage } from '../../../i18n.ts';
import { Cover } from './cover.tsx';
import { UpdatedTime } from './updated-time.tsx';
import './news-card.css';

export function NewsCard({ item, large = false }: { item: NewsItem; large?: boolean }) {
	return (
		<Link className={`news-card ${large ? 'news-card-large' : ''}`} to={paths.article(item.id)}>
			<Cover item={item} />
			<span className="news-card-words">
				<b>
					{item.category_key === 'video' && (
						<span className="visually-hidden">
							<Trans>Video:</Trans>{' '}
						</span>
					)}
					<span lang={otherLanguage(item.lang)}>{item.title}</span>
				</b>
				<UpdatedTime seconds={item.updated_time} />
			</span>
		</Link>
	);
}

export function NewsCardSkeleton({ large = false }: { large?: boolean }) {
	return (
		<span className={`news-card ${large ? 'news-card-large' : ''}`}>
			<Skeleton className="cover" />
			<span className="news-card-words">
				<Skeleton className="news-card-skeleton-title" />
				<Skeleton className="news-card-skeleton-time" />
			</span>
		</span>
	);
}
