/** Edits an article or video, and publishes it now or at a chosen time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ConsoleNews, createNews, previewHtml } from '#contract/operator/news.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { call } from '../../lib/api/call.ts';
import { type EditorOf, useEditable } from '../../lib/form/editable.ts';
import { issuesOf } from '../../lib/form/field-errors.ts';
import { DateTimeField } from '../../lib/form/fields.tsx';
import { localNow, localText } from '../../lib/format/time.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';
import { advise, type Check, PublishedForm } from '../../lib/publishing/published-form.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';
import { categoriesQuery, type NewsBody, useSaveNews } from './get-news.ts';

const valuesOf = (news?: ConsoleNews) => ({
	news_id: news?.news_id ?? null,
	version: news?.version ?? 0,
	category_id: news?.category_id ?? null,
	title: news?.title ?? '',
	cover: news?.cover ?? null,
	cover_alt: news?.cover_alt ?? '',
	content_raw: news?.content_raw ?? '',
	/** Empty: as soon as it is published. */
	publish_local: news?.publish_local ?? '',
	hidden: news?.hidden ?? true,
});

type NewsValues = ReturnType<typeof valuesOf>;

export function NewsEditor(editor: EditorOf<ConsoleNews>) {
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const { categories = [] } = useQuery(categoriesQuery).data ?? {};
	const save = useSaveNews();
	const now = localNow(timezone);
	const bodyOf = ({ news_id: _, version: __, cover, ...values }: NewsValues): NewsBody => ({
		...values,
		category_id: values.category_id ?? categories[0]?.category_id ?? 0,
		cover_media_id: cover?.media_id ?? null,
		publish_local: values.publish_local || now,
	});
	const edited = useEditable({
		...editor,
		access: createNews,
		valuesOf,
		check: (values) => issuesOf(createNews, bodyOf(values)),
		save: (values, { news_id, version }) => save.mutateAsync({ body: bodyOf(values), news_id, version }),
	});
	const { values, base, set, text, field, errorOf } = edited.draft;
	const { title, publish_local: publish } = values;
	const later = publish > now;
	const checks = useChecks(values);
	const labels = {
		title: t`Title`,
		category_id: t`Category`,
		cover: t`Cover`,
		content_raw: t`Text`,
		publish_local: t`Published`,
	};
	const { readOnly } = edited.form;
	return (
		<PublishedForm
			edited={edited}
			published={!base.hidden}
			publish={(published) => ({ hidden: !published })}
			labels={labels}
			title={later ? t`Schedule ${title}?` : t`Publish ${title}?`}
			action={later ? t`Schedule` : t`Publish`}
			checks={checks}
			preview={<ArticlePreview values={values} />}
			when={
				later ? (
					<Trans>
						Fans see it from {localText(publish)} {zoneName}.
					</Trans>
				) : (
					<Trans>Fans see it at once.</Trans>
				)
			}
		>
			<div className="editor-columns">
				<div className="editor-column">
					<TextField label={t`Title`} {...text('title')} />
					<RichTextField label={t`Text`} disabled={readOnly} {...field('content_raw')} />
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
					<PictureField label={t`Cover`} shape={[16, 9]} disabled={readOnly} removable {...field('cover')} />
					<TextField label={t`Cover alt text`} hint={t`For fans who cannot see it.`} {...text('cover_alt')} />
					<DateTimeField
						label={t`Published`}
						hint={t`Leave empty to publish at once. A time in the future schedules the article.`}
						{...field('publish_local')}
					/>
				</div>
			</div>
		</PublishedForm>
	);
}

function useChecks({ cover, cover_alt: alt, content_raw: raw }: NewsValues): Check[] {
	const { t } = useLingui();
	return [
		advise('text', raw !== '', t`Text`, t`No text: fans see the title and the cover only`),
		advise('cover', cover !== null, t`Cover`, t`No cover: lists and shared links show an empty picture`),
		advise('alt', cover === null || alt !== '', t`Alt text`, t`No alt text: fans who cannot see the cover miss it`),
	];
}

/** Previews an article as its page will show it: cover, title, and the text as the server lets it through. */
function ArticlePreview({ values: { content_raw: raw, title, cover, cover_alt: alt } }: { values: NewsValues }) {
	const { t } = useLingui();
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
