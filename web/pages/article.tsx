import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { Article, ArticleSkeleton, isPrivate, useMoreNews, useArticle } from '../features/news/article.tsx';
import { MoreNews } from '../features/news/news-card.tsx';
import { ShareButton } from '../features/share/share-button.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { Section, NotThere } from '../lib/elements/elements.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import '../features/news/article.css';

export default function ArticlePage() {
	const { t } = useLingui();
	const { news_id } = useParams();
	const { data, isPending, error, refetch } = useArticle(news_id);
	const others = useMoreNews(Number(news_id));
	usePageTitle(data?.news.title);
	return (
		<div className="wrap">
			<div className="column">
				<BackLink to={paths.news}>{t`News`}</BackLink>
				{isPending && <ArticleSkeleton />}
				{!isPending && !data && <NotThere error={error} onRetry={() => void refetch()} />}
				{data && (
					<>
						<Article news={data.news} />
						{!isPrivate(news_id) && (
							<ShareButton path={paths.article(data.news.id)} title={data.news.title} className="mt-8" />
						)}
					</>
				)}
			</div>
			{!isPending && others.length > 0 && (
				<Section title={<Trans>More news</Trans>}>
					<MoreNews items={others} />
				</Section>
			)}
			<ToTop />
		</div>
	);
}
