/** Categories of news, in the order of the news page's tabs. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { createCategory } from '#contract/operator/news.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError, TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { categoriesQuery, type Category, useRemoveCategory, useSaveCategory } from '../features/news/get-news.ts';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { paths } from '../paths.ts';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';
import { useEditable } from '../lib/form/editable.ts';
import { useErrorText } from '../lib/api/error-text.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { issuesOf } from '../lib/form/field-errors.ts';
import { NumberField } from '../lib/form/fields.tsx';
import { useMay } from '../lib/session/operator.tsx';

export default function NewsCategoriesPage() {
	const { t } = useLingui();
	const navigate = useNavigate();
	const columns: DataColumn<Category>[] = [
		{ key: 'name', header: t`Category`, strong: true, render: (row) => row.name },
		{ key: 'key', header: t`Key`, room: 'some', render: (row) => row.key },
		{ key: 'pieces', header: t`Articles`, align: 'end', render: (row) => formatNumber(row.piece_count) },
		{ key: 'position', header: t`Position`, align: 'end', room: 'some', render: (row) => row.position },
	];
	return (
		<SmallListPage
			title={t`News categories`}
			section="newsCategories"
			query={categoriesQuery}
			rowsOf={rowsOf}
			idOf={idOf}
			nameOf={(row) => row.name}
			columns={columns}
			create={createCategory}
			newName={<Trans>New category</Trans>}
			empty={<Trans>No categories yet. They are the tabs of the news page; create the first one.</Trans>}
			onSite={({ key, piece_count: articles }) => (articles > 0 ? siteAddress.category(key) : null)}
			renderEditor={(props) => <CategoryEditor {...props} onRemoved={() => void navigate(paths.newsCategories)} />}
		/>
	);
}

const rowsOf = ({ categories }: { categories: Category[] }) => categories;
const idOf = (row: Category) => row.category_id;

interface CategoryValues {
	id: number | null;
	version: number;
	name: string;
	key: string;
	position: number | null;
}

const none: CategoryValues = { id: null, version: 0, name: '', key: '', position: 0 };

const valuesOf = ({ category_id: id, version, name, key, position }: Category): CategoryValues => ({
	id,
	version,
	name,
	key,
	position,
});

interface Props {
	stored: Category | undefined;
	reload: () => Promise<Category | undefined>;
	onSaved: () => void;
	onDiscarded: () => void;
	onRemoved: () => void;
}

/** Edits a news category: its name, its key in URLs, its position. A category without articles can be removed. */
function CategoryEditor({ stored, reload, onSaved, onDiscarded, onRemoved }: Props) {
	const { t } = useLingui();
	const may = useMay();
	const save = useSaveCategory();
	const { draft, form } = useEditable<CategoryValues>({
		stored: stored ? valuesOf(stored) : none,
		check: (values) => issuesOf(createCategory, { ...values, position: values.position ?? 0 }),
		save: async ({ name, key, position }, { id, version }) => {
			const body = { name, key, position: position ?? 0 };
			const { categories } = await save.mutateAsync({ body, stored: id === null ? null : { id, version } });
			const now = categories.find((category) => category.category_id === id);
			return now ? valuesOf(now) : none;
		},
		reload: async () => {
			const now = await reload();
			return now && valuesOf(now);
		},
		onSaved,
		onDiscarded,
	});
	const { values, set, errorOf } = draft;
	const readOnly = !may(createCategory);
	return (
		<>
			<EditorForm {...form} fresh={!stored} readOnly={readOnly}>
				<TextField
					label={t`Name`}
					hint={t`On the tab of the news page.`}
					maxLength={60}
					error={errorOf('name')}
					value={values.name}
					onChange={(event) => set({ name: event.target.value })}
				/>
				<TextField
					label={t`Key`}
					hint={t`Part of the address. The home page shows the categories “article” and “video”.`}
					error={/^[a-z0-9-]{0,40}$/.test(values.key) ? errorOf('key') : t`Lowercase letters, digits and hyphens only`}
					value={values.key}
					onChange={(event) => set({ key: event.target.value.trim() })}
				/>
				<NumberField
					label={t`Position`}
					hint={t`Lower numbers come first.`}
					value={values.position}
					onChange={(position) => set({ position })}
				/>
			</EditorForm>
			{stored && !readOnly ? <Remove category={stored} onRemoved={onRemoved} /> : null}
		</>
	);
}

function Remove({ category, onRemoved }: { category: Category; onRemoved: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useErrorText();
	const remove = useRemoveCategory();
	if (category.piece_count > 0) return null;
	return (
		<>
			{remove.error ? <FieldError>{textOf(remove.error)}</FieldError> : null}
			<Button
				variant="line"
				busy={remove.isPending}
				onClick={() =>
					remove.mutate(category.category_id, {
						onSuccess: () => {
							toast(t`${category.name} has been removed`, 'success');
							onRemoved();
						},
					})
				}
			>
				<Trans>Remove this category</Trans>
			</Button>
		</>
	);
}
