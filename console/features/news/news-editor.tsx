/** Edits an article or video, previews it as fans will see it, and schedules its publication. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ConsoleNews, createNews } from '#contract/operator/news.ts';
import { CheckboxField, SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { categoriesQuery } from './get-categories.ts';
import { useSaveNews } from './get-news.ts';

export interface NewsValues {
	/** Null if the article is not stored yet. */
	news_id: number | null;
	version: number;
	category_id: number | null;
	title: string;
	cover: Picture | null;
	cover_alt: string;
	content_raw: string;
	publish_local: string;
	hidden: boolean;
}

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

interface Props {
	stored: NewsValues;
	reload?: () => Promise<NewsValues>;
	onSaved?: (values: NewsValues) => void;
	onDiscarded?: () => void;
}

export function NewsEditor({ stored, reload, onSaved, onDiscarded }: Props) {
	const { t } = useLingui();
	const may = useMay();
	const { categories = [] } = useQuery(categoriesQuery).data ?? {};
	const save = useSaveNews();
	const { draft, form } = useEditable<NewsValues>({
		stored,
		save: async (values, { news_id: id, version }) => {
			const body = {
				title: values.title,
				category_id: values.category_id ?? categories[0]?.category_id ?? 0,
				cover_media_id: values.cover?.media_id ?? null,
				cover_alt: values.cover_alt,
				content_raw: values.content_raw,
				publish_local: values.publish_local,
				hidden: values.hidden,
			};
			return newsValuesOf(await save.mutateAsync({ body, stored: id === null ? null : { news_id: id, version } }));
		},
		reload,
		onSaved,
		onDiscarded,
	});
	const { values, set } = draft;
	const readOnly = !may(createNews);
	return (
		<EditorForm {...form} fresh={stored.news_id === null} readOnly={readOnly}>
			<TextField label={t`Title`} value={values.title} onChange={(event) => set({ title: event.target.value })} />
			<SelectField
				label={t`Category`}
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
				value={values.cover_alt}
				onChange={(event) => set({ cover_alt: event.target.value })}
			/>
			<RichTextField
				label={t`Text`}
				value={values.content_raw}
				disabled={readOnly}
				onChange={(html) => set({ content_raw: html })}
			/>
			<DateTimeField
				label={t`Published`}
				hint={t`Set a time in the future to publish later.`}
				value={values.publish_local}
				onChange={(local) => set({ publish_local: local })}
			/>
			<CheckboxField
				label={t`Draft, hidden from fans`}
				checked={values.hidden}
				onChange={(event) => set({ hidden: event.target.checked })}
			/>
		</EditorForm>
	);
}
