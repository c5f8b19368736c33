/** Edits an article or video, and publishes it now or at a chosen time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ConsoleNews, createNews, previewHtml } from '#contract/operator/news.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { type Draft, useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-errors.ts';
import { localNow, localText } from '../../lib/format/time.ts';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import { categoriesQuery, type Category, type NewsBody, useSaveNews } from './get-news.ts';
import { DateTimeField } from '../../lib/form/fields.tsx';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { type Check, PublishActions, type PublishActionsProps } from '../../lib/publishing/publish-actions.tsx';
import { call } from '../../lib/api/call.ts';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';

interface NewsEditorProps {
	stored: NewsValues;
	reload?: () => Promise<NewsValues>;
	onSaved?: (values: NewsValues) => void;
	onDiscarded?: () => void;
}

export function NewsEditor({ stored, reload, onSaved, onDiscarded }: NewsEditorProps) {
	const { t } = useLingui();
	const readOnly = !useMay()(createNews);
	const { timezone } = useSiteZone();
	const { categories = [] } = useQuery(categoriesQuery).data ?? {};
	const save = useSaveNews();
	const bodyOf = (values: NewsValues) => newsBodyOf(values, categories[0]?.category_id ?? 0, localNow(timezone));
	const { draft, form, checkFields, saveWith } = useEditable<NewsValues>({
		stored,
		check: (values) => issuesOf(createNews, bodyOf(values)),
		save: async (values, { news_id: id, version }) =>
			newsValuesOf(
				await save.mutateAsync({ body: bodyOf(values), stored: id === null ? null : { news_id: id, version } }),
			),
		reload,
		onSaved,
		onDiscarded,
	});
	const labels = {
		title: t`Title`,
		category_id: t`Category`,
		cover: t`Cover`,
		content_raw: t`Text`,
		publish_local: t`Published`,
	};
	return (
		<EditorForm
			{...form}
			fresh={stored.news_id === null}
			readOnly={readOnly}
			saveLabel={stored.hidden ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>}
			effect={stored.hidden ? null : <FanChanges draft={draft} labels={labels} />}
			actions={
				<NewsPublishing
					values={draft.values}
					stored={stored}
					busy={form.busy}
					checkFields={checkFields}
					save={(published) => saveWith({ hidden: !published })}
				/>
			}
		>
			<NewsFields draft={draft} categories={categories} readOnly={readOnly} />
		</EditorForm>
	);
}

interface Props {
	draft: Draft<NewsValues>;
	categories: readonly Category[];
	readOnly: boolean;
}

/** Fields of an article: the text at the left, what surrounds it at the right. */
function NewsFields({ draft, categories, readOnly }: Props) {
	const { t } = useLingui();
	const { values, set, errorOf } = draft;
	return (
		<div className="editor-columns">
			<div className="editor-column">
				<TextField
					label={t`Title`}
					error={errorOf('title')}
					value={values.title}
					onChange={(event) => set({ title: event.target.value })}
				/>
				<RichTextField
					label={t`Text`}
					value={values.content_raw}
					disabled={readOnly}
					onChange={(html) => set({ content_raw: html })}
				/>
			</div>
			<div className="editor-column">
				<SelectField
					label={t`Category`}
					error={errorOf('category_id')}
					value={values.category_id ?? categories[0]?.category_id ?? ''}
					onChange={(event) => set({ category_id: Number(event.target.value) })}
				>
					{categories.map((category) => (
						<option key={category.category_id} value={category.category_id}>
							{category.name}
						</option>
					))}
				</SelectField>
				<PictureField
					label={t`Cover`}
					shape={[16, 9]}
					value={values.cover}
					disabled={readOnly}
					removable
					onChange={(cover) => set({ cover })}
				/>
				<TextField
					label={t`Cover alt text`}
					hint={t`For fans who cannot see it.`}
					error={errorOf('cover_alt')}
					value={values.cover_alt}
					onChange={(event) => set({ cover_alt: event.target.value })}
				/>
				<DateTimeField
					label={t`Published`}
					hint={t`Leave empty to publish at once. A time in the future schedules the article.`}
					error={errorOf('publish_local')}
					value={values.publish_local}
					onChange={(local) => set({ publish_local: local })}
				/>
			</div>
		</div>
	);
}

interface NewsPublishingProps extends Pick<PublishActionsProps, 'busy' | 'checkFields' | 'save'> {
	values: NewsValues;
	stored: NewsValues;
}

/** Publishes an article: what it needs, how fans will see it, and when. */
function NewsPublishing({ values, stored, ...ways }: NewsPublishingProps) {
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const checks = useChecks(values);
	const later = values.publish_local > localNow(timezone);
	return (
		<PublishActions
			{...ways}
			published={!stored.hidden}
			title={later ? t`Schedule ${values.title}?` : t`Publish ${values.title}?`}
			action={later ? t`Schedule` : t`Publish`}
			checks={checks}
			preview={<ArticlePreview values={values} />}
			when={
				later ? (
					<Trans>
						Fans see it from {localText(values.publish_local)} {zoneName}.
					</Trans>
				) : (
					<Trans>Fans see it at once.</Trans>
				)
			}
		/>
	);
}

function useChecks({ cover, cover_alt: alt, content_raw: raw }: NewsValues): Check[] {
	const { t } = useLingui();
	return [
		raw === ''
			? { key: 'text', state: 'advice', text: t`No text: fans see the title and the cover only` }
			: { key: 'text', state: 'done', text: t`Text` },
		cover === null
			? { key: 'cover', state: 'advice', text: t`No cover: lists and shared links show an empty picture` }
			: { key: 'cover', state: 'done', text: t`Cover` },
		cover !== null && alt === ''
			? { key: 'alt', state: 'advice', text: t`No alt text: fans who cannot see the cover miss it` }
			: { key: 'alt', state: 'done', text: t`Alt text` },
	];
}

/** Previews an article as its page will show it: cover, title, and the text as the server lets it through. */
function ArticlePreview({ values }: { values: NewsValues }) {
	const { t } = useLingui();
	const { content_raw: raw, title, cover, cover_alt: alt } = values;
	const { data, isError } = useQuery({
		queryKey: ['preview-html', raw],
		queryFn: ({ signal }) => call(previewHtml, { body: { raw } }, { signal }),
	});
	if (isError) return <Trans>The preview could not be loaded.</Trans>;
	if (!data) return <Skeleton className="rich-text-skeleton" />;
	const image = cover ? markup('img', { src: wideAddress(cover.url), alt }) : '';
	const body = `${markup('h1', {}, title)}${image}<div class="prose">${data.html}</div>`;
	return <FanFrame padded title={t`As fans see it`} body={body} />;
}

interface NewsValues {
	/** Null if the article is not stored yet. */
	news_id: number | null;
	version: number;
	category_id: number | null;
	title: string;
	cover: Picture | null;
	cover_alt: string;
	content_raw: string;
	/** Empty: as soon as it is published. */
	publish_local: string;
	hidden: boolean;
}

/** Values of the news editor. */
export const noNews: NewsValues = {
	news_id: null,
	version: 0,
	category_id: null,
	title: '',
	cover: null,
	cover_alt: '',
	content_raw: '',
	publish_local: '',
	hidden: true,
};

export const newsValuesOf = (news: ConsoleNews): NewsValues => ({
	news_id: news.news_id,
	version: news.version,
	category_id: news.category_id,
	title: news.title,
	cover: news.cover,
	cover_alt: news.cover_alt,
	content_raw: news.content_raw,
	publish_local: news.publish_local,
	hidden: news.hidden,
});

/** `now` stands for a time that was not chosen. */
const newsBodyOf = (values: NewsValues, categoryId: number, now: string): NewsBody => ({
	title: values.title,
	category_id: values.category_id ?? categoryId,
	cover_media_id: values.cover?.media_id ?? null,
	cover_alt: values.cover_alt,
	content_raw: values.content_raw,
	publish_local: values.publish_local || now,
	hidden: values.hidden,
});
