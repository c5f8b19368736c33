/** Edits an article or video, and publishes it now or at a chosen time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { articles, type ConsoleNews, listCategories, previewHtml } from '#contract/operator/news.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { readOf } from '../../lib/api/queries.ts';
import type { ValuesOf } from '../../lib/form/contract-form.ts';
import type { EditorOf } from '../../lib/form/editable.ts';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { ItemEditor } from '../../lib/form/item-editor.tsx';
import { OneState } from '../../lib/lists/list-state.tsx';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';
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

/** Previews an article as its page will show it: cover, title, and the text as the server lets it through. */
function ArticlePreview({
	values: { content_raw: raw, title, cover_media_id: cover, cover_alt: alt },
}: {
	values: NewsValues;
}) {
	const { t } = useLingui();
	const { data, isError } = useQuery(readOf(previewHtml, { body: { raw } }));
	if (isError) return <Trans>The preview could not be loaded.</Trans>;
	if (!data) return <Skeleton className="rich-text-skeleton" />;
	const image = cover ? markup('img', { src: wideAddress(cover.url), alt }) : '';
	const body = `${markup('h1', {}, title)}${image}<div class="prose">${data.html}</div>`;
	return <FanFrame padded title={t`As fans see it`} body={body} />;
}
