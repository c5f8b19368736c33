/** News: the list, and the article that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { type ConsoleNews, createNews } from '#contract/operator/news.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { SelectField } from '#ui/primitives/form-field.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { newsListQuery, newsQuery } from '../features/news/get-news.ts';
import { NewsEditor, newsValuesOf, noNews } from '../features/news/news-editor.tsx';
import { Translations } from '../features/translations/translations.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { useAddressSearch, useAddressState } from '../lib/lists/address-state.ts';
import { OnSite, siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { MoreRows, NoResults, ReadFailed } from '../lib/lists/list-state.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { useDateTime, useMay } from '../lib/session/operator.tsx';
import { NEW, paths } from '../paths.ts';
import { Card, EditorPanel, ListWithEditor, Page } from '../shell/page.tsx';
import { DataTable, type DataTableProps } from '../lib/table/data-table.tsx';
import { call } from '../lib/api/call.ts';
import { type BulkAction, hidingAction, rowResults } from '../lib/table/bulk-action.ts';

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

interface Props extends Pick<DataTableProps<ConsoleNews>, 'read' | 'view' | 'filters' | 'nothing'> {
	news: ConsoleNews[] | undefined;
}

/** Lists all articles and videos, including drafts and scheduled ones. A row opens its editor. */
function NewsList({ news, ...rest }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<DataTable
			{...rest}
			label={t`News`}
			rows={news}
			rowKey={(row) => row.news_id}
			nameOf={(row) => row.title}
			actions={useNewsActions()}
			tools={{ list: 'news' }}
			columns={[
				{
					key: 'title',
					header: t`Title`,
					strong: true,
					sortAs: 'title',
					render: (row) => (
						<Link className="table-link" to={paths.one('news', row.news_id)}>
							{row.title}
						</Link>
					),
				},
				{ key: 'category', header: t`Category`, room: 'much', render: (row) => row.category_name },
				{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{
					key: 'published',
					header: t`Published`,
					room: 'some',
					sortAs: 'published',
					render: (row) => dateTime(row.published_time),
				},
			]}
		/>
	);
}

type NewsVisibility = '' | 'hidden' | 'scheduled' | 'visible';

interface NewsFilterBarProps {
	visibility: NewsVisibility;
	onVisibility: (visibility: NewsVisibility) => void;
}

/** Narrows the list of news to what fans see, or do not see yet. */
function NewsFilterBar({ visibility, onVisibility }: NewsFilterBarProps) {
	const { t } = useLingui();
	const states = [
		['', t`Any`],
		['visible', t`Visible`],
		['scheduled', t`Scheduled`],
		['hidden', t`Hidden`],
	] as const;
	return (
		<SelectField
			label={t`Status`}
			value={visibility}
			onChange={({ target }) => onVisibility(states.find(([value]) => value === target.value)?.[0] ?? '')}
		>
			{states.map(([value, name]) => (
				<option key={value} value={value}>
					{name}
				</option>
			))}
		</SelectField>
	);
}

const itemOf = ({ news_id: id, version }: ConsoleNews) => ({ id, version });

/** What can be done to several articles at once. */
function useNewsActions(): BulkAction<ConsoleNews>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	const onDone = () => void client.invalidateQueries({ queryKey: ['news'] });
	const action = hidingAction({ endpoint: setNewsHidden, itemOf, onDone });
	return [
		{
			...action(false),
			key: 'publish',
			label: t`Publish`,
			words: {
				title: t`Publish these articles?`,
				will: t`Fans see it from its date on`,
				done: t`Published`,
				unchanged: t`Already published`,
			},
		},
		{
			...action(true),
			key: 'unpublish',
			label: t`Unpublish`,
			words: {
				title: t`Take these articles offline?`,
				will: t`Becomes a draft`,
				done: t`Draft`,
				unchanged: t`Already a draft`,
			},
		},
		{
			key: 'delete',
			label: t`Delete drafts`,
			isDangerous: true,
			endpoint: removeNewsDrafts,
			words: {
				title: t`Delete these drafts for good?`,
				will: t`Will be deleted`,
				done: t`Deleted`,
				unchanged: t`Already deleted`,
			},
			run: async (news, { isDryRun }) => {
				const body = { items: news.map(itemOf), dry_run: isDryRun };
				return rowResults((await call(removeNewsDrafts, { body })).results);
			},
			onDone,
		},
	];
}
