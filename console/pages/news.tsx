/** News: the list, and the article that is open. */
import { useState } from 'react';
import { Link } from 'react-router';
import { presentSeconds } from '#client/server-clock.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getNews } from '#contract/news.ts';
import { pages } from '#contract/pages.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import {
	type ConsoleNews,
	articles,
	endPreviewLink,
	listCategories,
	listNews,
	makePreviewLink,
	previewHtml,
	readNews,
	readPreviewLink,
	removeNews,
} from '#contract/operator/news.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useRead } from '../lib/api/calls.tsx';
import { AskFirst, SendButton } from '../lib/dialogs/dialogs.tsx';
import { CopiedAddress, siteAddress, VisibilityTag } from '../lib/elements/elements.tsx';
import type { ValuesOf } from '../lib/form/contract-form.ts';
import type { EditorOf } from '../lib/form/editable.ts';
import { ChoiceField } from '../lib/form/fields.tsx';
import { advise, ItemEditor } from '../lib/form/item-editor.tsx';
import { Waiting } from '../lib/lists/list-state.tsx';
import { FanPage, wideAddress } from '../lib/preview/fan-page.tsx';
import { useDateTime, useMay, useSignedIn } from '../lib/session/operator.tsx';
import { type BulkAction, told, visibility } from '../lib/table/table.tsx';
import { NEW, paths } from '../nouns.ts';
import { ListPage } from '../shell/list-page.tsx';

export default function NewsPage() {
	return (
		<ListPage
			of={{ ...articles, list: listNews, read: readNews, remove: removeNews }}
			sorts={{ published: 'desc', title: 'asc' }}
			search="Search news"
			filters={[
				{
					name: 'status',
					as: 'visibility',
					label: 'Status',
					options: [
						['visible', 'Visible'],
						['scheduled', 'Scheduled'],
						['hidden', 'Draft'],
					],
				},
			]}
			newName="New article"
			nameOf={(row) => row.title}
			none="No news yet"
			hint="Articles and videos appear on the news page and on the home page. Write the first with “New article”."
			bulk={actions}
			columns={[
				{ key: 'title', header: 'Title', sortAs: 'title' },
				{ key: 'category', header: 'Category', room: 'much', render: 'category_name' },
				{ key: 'status', header: 'Status', render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{ key: 'published', header: 'Published', room: 'some', sortAs: 'published', time: 'published_time' },
			]}
			wide
			onSite={({ news_id: id, visibility: seen }) => (seen === 'visible' ? siteAddress.article(id) : null)}
			renderEditor={(props) => <NewsEditor {...props} />}
		/>
	);
}

const idOf = ({ news_id: id }: ConsoleNews) => id;
const [publish, inTime] = ['Publish these articles?', 'Fans see it from its date on'];
const [offline, becomes] = ['Unpublish these articles?', 'Becomes a draft'];

/** What can be done to several articles at once. */
const actions: BulkAction<ConsoleNews>[] = [
	visibility(setNewsHidden, idOf, false, ['Publish', publish, inTime, 'Published', 'Already published']),
	visibility(setNewsHidden, idOf, true, ['Unpublish', offline, becomes, 'Draft', 'Already a draft']),
	{
		...told('Delete drafts', 'Delete these drafts?', 'Will be deleted', 'Deleted', 'Already deleted'),
		isDangerous: true,
		endpoint: removeNewsDrafts,
		body: (rows) => ({ items: rows.map(({ news_id: id, version }) => ({ id, version })) }),
	},
];

type NewsValues = ValuesOf<typeof articles>;

function NewsEditor(editor: EditorOf<ConsoleNews>) {
	const read = useRead(listCategories, {});
	if (!read.data) return <Waiting read={read} />;
	const { categories } = read.data;
	return (
		<>
			{categories.length === 0 && (
				<p className="note block mb-4 rounded tone-2">
					An article needs a category: <Link to={paths.one('newsCategories', NEW)}>create the first one</Link>. What you
					have written stays.
				</p>
			)}
			<ItemEditor
				{...editor}
				of={articles}
				fresh={{ hidden: true, category_id: categories[0]?.category_id ?? null }}
				fields={() => ({
					title: { label: 'Title' },
					content_raw: { label: 'Text' },
					category_id: {
						label: 'Category',
						beside: true,
						render: ({ value, onChange, ...field }) => (
							<ChoiceField
								{...field}
								options={categories.map(({ category_id: id, name }) => [String(id), name])}
								value={String(value)}
								onChange={(id) => onChange(Number(id))}
							/>
						),
					},
					cover_media_id: { label: 'Cover', shape: [16, 9], beside: true },
					cover_alt: { label: 'Cover alt text', hint: 'For fans who cannot see it.', beside: true },
					publish_local: {
						label: 'Published',
						hint: 'Leave empty: it gets the time at which you publish it. A time in the future schedules it.',
						beside: true,
					},
					hidden: null,
				})}
				checks={({ cover_media_id: cover, cover_alt: alt, content_raw: raw }) => [
					advise('text', raw !== '', 'Text', 'No text: fans see the title and the cover only'),
					advise('cover', cover !== null, 'Cover', 'No cover: lists and shared links show an empty picture'),
					advise('alt', cover === null || alt !== '', 'Alt text', 'No alt text: fans who cannot see the cover miss it'),
				]}
				renderPreview={(values) => <ArticlePreview {...values} />}
			/>
			{editor.stored && <PreviewLink newsId={editor.stored.news_id} />}
		</>
	);
}

/** The text as the server lets it through. */
function ArticlePreview({ content_raw: raw, title, cover_media_id: cover, cover_alt: alt }: NewsValues) {
	const { data, isError } = useRead(previewHtml, { body: { raw } });
	const [now] = useState(() => Math.floor(presentSeconds()));
	if (isError) return <>The preview could not be loaded.</>;
	if (!data) return <Skeleton className="rich-text-skeleton" />;
	const news = {
		id: 0,
		title,
		lang: SOURCE_LANGUAGE,
		cover_lang: SOURCE_LANGUAGE,
		cover_url: cover && wideAddress(cover.url),
		cover_alt: alt,
		category_key: '',
		updated_time: now,
		content: data.html,
	};
	return (
		<FanPage
			start={pages.news}
			path={siteAddress.article(0)}
			data={[[cacheKeys.article('0'), { news } satisfies ReplyOf<typeof getNews>]]}
		/>
	);
}

/** The private link of an article, for people outside who are to read it before it is published. */
function PreviewLink({ newsId }: { newsId: number }) {
	const { site } = useSignedIn();
	const may = useMay();
	const dateTime = useDateTime();
	const input = { params: { news_id: newsId } };
	const { data } = useRead(readPreviewLink, input);
	const [path, setPath] = useState<string | null>(null);
	if (!data || !may(makePreviewLink)) return null;
	const make = { call: makePreviewLink, input, onSent: (made: { path: string }) => setPath(made.path) };
	return (
		<section className="preview-link stack gap-5 mt-8">
			<h3>Private link</h3>
			<p className="muted">
				{data.ends_time === null
					? 'Whoever has the link reads the article as it is stored, also as a draft, for seven days.'
					: `There is a link until ${dateTime(data.ends_time)}.`}
			</p>
			{path !== null && data.ends_time !== null && (
				<CopiedAddress address={`${site.origin || location.origin}${path}`} />
			)}
			<div className="row wraps gap-2">
				{data.ends_time === null ? (
					<SendButton {...make} variant="line">
						Make a private link
					</SendButton>
				) : (
					<>
						<AskFirst
							{...make}
							label="Make a new one"
							title="Make a new private link?"
							text="The link before it ends at once."
						/>
						<AskFirst
							call={endPreviewLink}
							input={input}
							label="End the link"
							title="End the private link?"
							text="Whoever opens it finds nothing."
							onSent={() => setPath(null)}
						/>
					</>
				)}
			</div>
		</section>
	);
}
