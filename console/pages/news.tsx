/** News: the list, and the article that is open. */
import { Trans, useLingui } from '@lingui/react/macro';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { articles, type ConsoleNews, listNews, readNews, removeNews } from '#contract/operator/news.ts';
import { NewsEditor } from '../features/news/news-editor.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { type BulkAction, told, visibility } from '../lib/table/bulk-action.ts';
import { paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';

export default function NewsPage() {
	const { t } = useLingui();
	return (
		<ListPage
			title={t`News`}
			of={{ ...articles, list: listNews, read: readNews, remove: removeNews }}
			mayRemove={({ hidden }) => hidden}
			section="news"
			sorts={{ published: 'desc', title: 'asc' }}
			search={t`Search news`}
			filters={[
				{
					name: 'status',
					as: 'visibility',
					label: t`Status`,
					options: [
						['visible', t`Visible`],
						['scheduled', t`Scheduled`],
						['hidden', t`Hidden`],
					],
				},
			]}
			newName={<Trans>New article</Trans>}
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
			onSite={({ news_id: id, visibility: seen }) => (seen === 'visible' ? siteAddress.article(id) : null)}
			renderEditor={(props) => <NewsEditor {...props} />}
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
