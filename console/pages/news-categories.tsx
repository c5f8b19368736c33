/** Categories of news, in the order of the news page's tabs. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createCategory, editCategory, listCategories, removeCategory } from '#contract/operator/news.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText } from '../lib/api/error-text.tsx';
import { useSend } from '../lib/api/queries.ts';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { formOf } from '../lib/form/contract-form.ts';
import { type EditorOf, useItem } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { NumberField } from '../lib/form/fields.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { paths } from '../paths.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

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
		<SmallListPage
			title={t`News categories`}
			section="newsCategories"
			call={listCategories}
			rowsOf={({ categories }) => categories}
			idOf={(row) => row.category_id}
			nameOf={(row) => row.name}
			columns={columns}
			create={createCategory}
			newName={<Trans>New category</Trans>}
			empty={<Trans>No categories yet. They are the tabs of the news page; create the first one.</Trans>}
			onSite={({ key, piece_count: articles }) => (articles > 0 ? siteAddress.category(key) : null)}
			renderEditor={(props) => <CategoryEditor {...props} />}
		/>
	);
}

const categoryForm = formOf(createCategory, { position: 0 });

/** Edits a category: its name, its key in URLs, its position. A category without articles can be removed. */
function CategoryEditor(editor: EditorOf<Category>) {
	const { t } = useLingui();
	const { draft, form } = useItem({
		...editor,
		...categoryForm,
		create: createCategory,
		edit: editCategory,
		params: ({ category_id }) => ({ category_id }),
	});
	const { values, set, text, field, errorOf } = draft;
	const { stored } = editor;
	return (
		<>
			<EditorForm {...form}>
				<TextField label={t`Name`} hint={t`On the tab of the news page.`} maxLength={60} {...text('name')} />
				<TextField
					label={t`Key`}
					hint={t`Part of the address. The home page shows the categories “article” and “video”.`}
					error={/^[a-z0-9-]{0,40}$/.test(values.key) ? errorOf('key') : t`Lowercase letters, digits and hyphens only`}
					value={values.key}
					onChange={(event) => set({ key: event.target.value.trim() })}
				/>
				<NumberField label={t`Position`} hint={t`Lower numbers come first.`} {...field('position')} />
			</EditorForm>
			{stored && !form.readOnly && stored.piece_count === 0 && <Remove category={stored} />}
		</>
	);
}

function Remove({ category }: { category: Category }) {
	const { t } = useLingui();
	const toast = useToast();
	const navigate = useNavigate();
	const remove = useSend(removeCategory, () => {
		toast(t`${category.name} has been removed`, 'success');
		void navigate(paths.newsCategories);
	});
	return (
		<>
			<ErrorText error={remove.error} />
			<Button
				variant="line"
				busy={remove.isPending}
				onClick={() => remove.mutate({ params: { category_id: category.category_id } })}
			>
				<Trans>Remove this category</Trans>
			</Button>
		</>
	);
}
