/** Edits an article or video, and publishes it now or at a chosen time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type ConsoleNews, createNews, editNews, listCategories, previewHtml } from '#contract/operator/news.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { readOf } from '../../lib/api/queries.ts';
import { formOf } from '../../lib/form/contract-form.ts';
import { type EditorOf, useItem } from '../../lib/form/editable.ts';
import { DateTimeField } from '../../lib/form/fields.tsx';
import { localNow, localText } from '../../lib/format/time.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';
import { advise, type Check, PublishedForm } from '../../lib/publishing/published-form.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';

const newsForm = formOf(createNews, { hidden: true });

type NewsValues = ReturnType<typeof newsForm.valuesOf>;

export function NewsEditor(editor: EditorOf<ConsoleNews, ReplyOf<typeof createNews>>) {
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const { categories = [] } = useQuery(readOf(listCategories, {})).data ?? {};
	const now = localNow(timezone);
	const edited = useItem({
		...editor,
		create: createNews,
		edit: editNews,
		params: ({ news_id }) => ({ news_id }),
		valuesOf: newsForm.valuesOf,
		// Without a time, it is published as soon as it is saved.
		bodyOf: ({ category_id: category, publish_local: time, ...values }: NewsValues) =>
			newsForm.bodyOf({
				...values,
				category_id: category ?? categories[0]?.category_id ?? null,
				publish_local: time || now,
			}),
	});
	const { values, base, set, text, field, errorOf } = edited.draft;
	const { title, publish_local: publish } = values;
	const later = publish > now;
	const checks = useChecks(values);
	const labels = {
		title: t`Title`,
		category_id: t`Category`,
		cover_media_id: t`Cover`,
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
						Fans see it from {localText(publish) ?? publish} {zoneName}.
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
					<PictureField label={t`Cover`} shape={[16, 9]} disabled={readOnly} removable {...field('cover_media_id')} />
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

function useChecks({ cover_media_id: cover, cover_alt: alt, content_raw: raw }: NewsValues): Check[] {
	const { t } = useLingui();
	return [
		advise('text', raw !== '', t`Text`, t`No text: fans see the title and the cover only`),
		advise('cover', cover !== null, t`Cover`, t`No cover: lists and shared links show an empty picture`),
		advise('alt', cover === null || alt !== '', t`Alt text`, t`No alt text: fans who cannot see the cover miss it`),
	];
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
