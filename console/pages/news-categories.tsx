/** Categories of news, in the order of the news page's tabs. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#contract/endpoint.ts';
import { categories, type listCategories } from '#contract/operator/news.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { ListPage } from '../shell/list-page.tsx';

type Category = ReplyOf<typeof listCategories>['categories'][number];

export default function NewsCategoriesPage() {
	const { t } = useLingui();
	const columns: DataColumn<Category>[] = [
		{ key: 'name', header: t`Category`, strong: true, render: (row) => row.name },
		{ key: 'key', header: t`Key`, room: 'some', render: (row) => row.key },
		{ key: 'pieces', header: t`Articles`, count: (row) => row.piece_count },
		{ key: 'position', header: t`Position`, align: 'end', room: 'some', render: (row) => row.position },
	];
	return (
		<ListPage
			title={t`News categories`}
			section="newsCategories"
			of={categories}
			nameOf={(row) => row.name}
			columns={columns}
			newName={<Trans>New category</Trans>}
			none={<Trans>No categories yet. They are the tabs of the news page; create the first one.</Trans>}
			onSite={({ key, piece_count: articles }) => (articles > 0 ? siteAddress.category(key) : null)}
			mayRemove={({ piece_count: articles }) => articles === 0}
			renderEditor={(props) => (
				<ItemEditor
					{...props}
					of={categories}
					fresh={{ position: 0 }}
					fields={() => ({
						name: { label: t`Name`, hint: t`On the tab of the news page.` },
						key: {
							label: t`Key`,
							hint: t`Part of the address.`,
							render: ({ value, onChange, ...field }) => (
								<>
									<ChoiceField
										label={t`On the home page`}
										disabled={field.disabled}
										options={[
											['', t`No`],
											['article', t`As the latest news`],
											['video', t`As videos`],
										]}
										value={value === 'article' || value === 'video' ? value : ''}
										onChange={onChange}
									/>
									<TextField {...field} value={value} onChange={({ target }) => onChange(target.value.trim())} />
								</>
							),
						},
						position: { label: t`Position`, hint: t`Lower numbers come first.` },
					})}
				/>
			)}
		/>
	);
}
