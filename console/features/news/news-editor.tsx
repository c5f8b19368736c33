/** Edits an article or video, and publishes it now or at a chosen time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getNews } from '#contract/news.ts';
import { articles, type ConsoleNews, listCategories, previewHtml } from '#contract/operator/news.ts';
import { pages } from '#contract/pages.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { readOf } from '../../lib/api/queries.ts';
import { siteAddress } from '../../lib/elements/on-site.tsx';
import type { ValuesOf } from '../../lib/form/contract-form.ts';
import type { EditorOf } from '../../lib/form/editable.ts';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { ItemEditor } from '../../lib/form/item-editor.tsx';
import { OneState } from '../../lib/lists/list-state.tsx';
import { FanPage, wideAddress } from '../../lib/preview/fan-page.tsx';
import { advise } from '../../lib/publishing/published-form.tsx';
import { NEW, paths } from '../../paths.ts';
import { PreviewLink } from './preview-link.tsx';

type NewsValues = ValuesOf<typeof articles>;

export function NewsEditor(editor: EditorOf<ConsoleNews>) {
	const { t } = useLingui();
	const read = useQuery(readOf(listCategories, {}));
	if (!read.data) return <OneState read={read} />;
	const { categories } = read.data;
	return (
		<>
			{categories.length === 0 && (
				<p className="note">
					<Trans>
						An article needs a category: <Link to={paths.one('newsCategories', NEW)}>create the first one</Link>. What
						you have written stays.
					</Trans>
				</p>
			)}
			<ItemEditor
				{...editor}
				of={articles}
				fresh={{ hidden: true, category_id: categories[0]?.category_id ?? null }}
				fields={() => ({
					title: { label: t`Title` },
					content_raw: { label: t`Text` },
					category_id: {
						label: t`Category`,
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
					cover_media_id: { label: t`Cover`, shape: [16, 9], beside: true },
					cover_alt: { label: t`Cover alt text`, hint: t`For fans who cannot see it.`, beside: true },
					publish_local: {
						label: t`Published`,
						hint: t`Leave empty: it gets the time at which you publish it. A time in the future schedules it.`,
						beside: true,
					},
					hidden: null,
				})}
				checks={({ cover_media_id: cover, cover_alt: alt, content_raw: raw }) => [
					advise('text', raw !== '', t`Text`, t`No text: fans see the title and the cover only`),
					advise('cover', cover !== null, t`Cover`, t`No cover: lists and shared links show an empty picture`),
					advise(
						'alt',
						cover === null || alt !== '',
						t`Alt text`,
						t`No alt text: fans who cannot see the cover miss it`,
					),
				]}
				renderPreview={(values) => <ArticlePreview values={values} />}
			/>
			{editor.stored && <PreviewLink newsId={editor.stored.news_id} />}
		</>
	);
}

/** The text as the server lets it through. */
function ArticlePreview({
	values: { content_raw: raw, title, cover_media_id: cover, cover_alt: alt },
}: {
	values: NewsValues;
}) {
	const { data, isError } = useQuery(readOf(previewHtml, { body: { raw } }));
	const [now] = useState(() => Math.floor(Date.now() / 1000));
	if (isError) return <Trans>The preview could not be loaded.</Trans>;
	if (!data) return <Skeleton className="rich-text-skeleton" />;
	const news = {
		id: 0,
		title,
		lang: SOURCE_LANGUAGE,
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
