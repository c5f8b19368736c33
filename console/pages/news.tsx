/** News: the list, and the article that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { createNews } from '#contract/operator/news.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { newsListQuery, newsQuery } from '../features/news/get-news.ts';
import { NewsEditor } from '../features/news/news-editor.tsx';
import { newsValuesOf, noNews } from '../features/news/news-values.ts';
import { NewsFilterBar } from '../features/news/news-filter.tsx';
import { NewsList } from '../features/news/news-list.tsx';
import { Translations } from '../features/translations/translations.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { NoResults } from '../lib/lists/no-results.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { useMay } from '../lib/session/operator.tsx';
import { NEW, paths } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, Page } from '../shell/page.tsx';

export default function NewsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	const may = useMay();
	const { words, setWords, search } = useAddressSearch();
	const view = useTableView({ published: 'desc', title: 'asc' });
	const [visibility, setVisibility] = useAddressState('status', ['', 'visible', 'scheduled', 'hidden']);
	const read = useInfiniteQuery(newsListQuery({ search, visibility, sort: view.sort, order: view.order }));
	const news = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page
			title={t`News`}
			actions={
				<>
					{id === undefined && <SearchField label={t`Search news`} value={words} onChange={setWords} />}
					{may(createNews) && (
						<Link className={buttonClass({})} to={paths.one('news', NEW)}>
							<ConsoleIcon name="plus" />
							<Trans>New article</Trans>
						</Link>
					)}
				</>
			}
		>
			<ListWithEditor
				list={
					<Card tight>
						<NewsList
							news={news}
							filters={<NewsFilterBar visibility={visibility} onVisibility={setVisibility} />}
							view={view}
							read={read}
							nothing={
								<NoResults words={words} onClear={() => setWords('')} none={<Trans>No news yet</Trans>}>
									<Trans>
										Articles and videos appear on the news page and on the home page. Write the first with “New
										article”.
									</Trans>
								</NoResults>
							}
						/>
						<MoreRows read={read} />
					</Card>
				}
				back={
					<Link className="trail-link" to={paths.news}>
						<Trans>All news</Trans>
					</Link>
				}
				editor={id === undefined ? null : id === NEW ? <NewArticle /> : <StoredArticle key={id} id={Number(id)} />}
			/>
		</Page>
	);
}

function NewArticle() {
	const navigate = useNavigate();
	return (
		<EditorPanel title={<Trans>New article</Trans>}>
			<NewsEditor
				stored={noNews}
				onSaved={({ news_id }) => void navigate(paths.one('news', news_id ?? NEW))}
				onDiscarded={() => void navigate(paths.news)}
			/>
		</EditorPanel>
	);
}

function StoredArticle({ id }: { id: number }) {
	const { t } = useLingui();
	const client = useQueryClient();
	const { data: news, isError, refetch } = useQuery(newsQuery(id));
	if (!news) {
		return (
			<Card>{isError ? <ReadFailed onRetry={() => void refetch()} /> : <Skeleton className="screen-skeleton" />}</Card>
		);
	}
	return (
		<EditorPanel title={news.title}>
			<NewsEditor
				stored={newsValuesOf(news)}
				reload={async () => newsValuesOf(await client.fetchQuery({ ...newsQuery(id), staleTime: 0 }))}
			/>
			{news.visibility === 'visible' && <OnSite to={siteAddress.article(id)} />}
			<Translations subject={{ kind: 'news', id }} titleLabel={t`Title`} textLabel={t`Text`} />
		</EditorPanel>
	);
}
