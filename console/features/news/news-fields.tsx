/** Fields of an article: the text at the left, what surrounds it at the right. */
import { useLingui } from '@lingui/react/macro';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import type { Category } from './get-categories.ts';
import type { NewsValues } from './news-values.ts';

interface Props {
	draft: Draft<NewsValues>;
	categories: readonly Category[];
	readOnly: boolean;
}

export function NewsFields({ draft, categories, readOnly }: Props) {
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
