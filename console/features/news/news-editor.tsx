/** Edits an article or video, and publishes it now or at a chosen time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createNews } from '#contract/operator/news.ts';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-issues.ts';
import { localNow } from '../../lib/format/local-time.ts';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import { categoriesQuery } from './get-categories.ts';
import { useSaveNews } from './get-news.ts';
import { NewsFields } from './news-fields.tsx';
import { NewsPublishing } from './news-publishing.tsx';
import { newsBodyOf, type NewsValues, newsValuesOf } from './news-values.ts';

interface Props {
	stored: NewsValues;
	reload?: () => Promise<NewsValues>;
	onSaved?: (values: NewsValues) => void;
	onDiscarded?: () => void;
}

export function NewsEditor({ stored, reload, onSaved, onDiscarded }: Props) {
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
