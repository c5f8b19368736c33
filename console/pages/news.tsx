/** News: the list, and the article that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { type ConsoleNews, createNews, listCategories, listNews, readNews } from '#contract/operator/news.ts';
import { NewsEditor } from '../features/news/news-editor.tsx';
import { Translations } from '../features/translations/translations.tsx';
import { readOf } from '../lib/api/queries.ts';
import { TrailLink } from '../lib/elements/links.tsx';
import { OnSite, siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { type BulkAction, told, visibility } from '../lib/table/bulk-action.ts';
import { NEW, paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';
import { EditorPanel, NewLink, WaitingCard } from '../shell/page.tsx';

export default function NewsPage() {
	const { t } = useLingui();
	const { id } = useParams();
	return (
		<ListPage
			title={t`News`}
			list="news"
			call={listNews}
			sorts={{ published: 'desc', title: 'asc' }}
			search={t`Search news`}
			filters={[
				{
					name: 'status',
					as: 'visibility',
					label: t`Status`,
					options: [
						['', t`Any`],
						['visible', t`Visible`],
						['scheduled', t`Scheduled`],
						['hidden', t`Hidden`],
					],
				},
			]}
			actions={
				<NewLink list="news" call={createNews}>
					<Trans>New article</Trans>
				</NewLink>
			}
			rowKey={(row) => row.news_id}
			nameOf={(row) => row.title}
			none={t`No news yet`}
			hint={t`Articles and videos appear on the news page and on the home page. Write the first with “New article”.`}
			bulk={useNewsActions()}
			columns={[
				{
					key: 'title',
					header: t`Title`,
					strong: true,
					sortAs: 'title',
					opens: (row) => ['news', row.news_id],
					render: (row) => row.title,
				},
				{ key: 'category', header: t`Category`, room: 'much', render: (row) => row.category_name },
				{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{
					key: 'published',
					header: t`Published`,
					room: 'some',
					sortAs: 'published',
					time: (row) => row.published_time,
				},
			]}
			back={<TrailLink to={paths.news}>{t`All news`}</TrailLink>}
			editor={id === undefined ? null : id === NEW ? <NewArticle /> : <StoredArticle key={id} id={Number(id)} />}
		/>
	);
}

/** What can be done to several articles at once. */
function useNewsActions(): BulkAction<ConsoleNews>[] {
	const { t } = useLingui();
	const idOf = ({ news_id: id }: ConsoleNews) => id;
	const [publish, inTime] = [t`Publish these articles?`, t`Fans see it from its date on`];
	const [offline, becomes] = [t`Take these articles offline?`, t`Becomes a draft`];
	const remove = t`Delete these drafts for good?`;
	return [
		visibility(setNewsHidden, idOf, false, [t`Publish`, publish, inTime, t`Published`, t`Already published`]),
		visibility(setNewsHidden, idOf, true, [t`Unpublish`, offline, becomes, t`Draft`, t`Already a draft`]),
		{
			...told(t`Delete drafts`, remove, t`Will be deleted`, t`Deleted`, t`Already deleted`),
			isDangerous: true,
			endpoint: removeNewsDrafts,
			body: (rows) => ({ items: rows.map(({ news_id: id, version }) => ({ id, version })) }),
		},
	];
}

function NewArticle() {
	const navigate = useNavigate();
	const read = useQuery(readOf(listCategories, {}));
	if (!read.data) return <WaitingCard read={read} />;
	return (
		<EditorPanel title={<Trans>New article</Trans>}>
			<NewsEditor
				{...read.data}
				stored={undefined}
				onSaved={({ news }) => void navigate(paths.one('news', news.news_id))}
				onDiscarded={() => void navigate(paths.news)}
			/>
		</EditorPanel>
	);
}

function StoredArticle({ id }: { id: number }) {
	const { t } = useLingui();
	const read = useQuery(readOf(readNews, { params: { news_id: id } }));
	const news = read.data?.news;
	const categories = useQuery(readOf(listCategories, {}));
	if (!news) return <WaitingCard read={read} />;
	if (!categories.data) return <WaitingCard read={categories} />;
	return (
		<EditorPanel title={news.title}>
			<NewsEditor {...categories.data} stored={news} />
			{news.visibility === 'visible' && <OnSite to={siteAddress.article(id)} />}
			<Translations subject={{ kind: 'news', id }} titleLabel={t`Title`} textLabel={t`Text`} />
		</EditorPanel>
	);
}
