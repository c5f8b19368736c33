/** Categories of news, in the order of the news page's tabs. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { createCategory } from '#contract/operator/news.ts';
import { CategoryEditor } from '../features/news/category-editor.tsx';
import { categoriesQuery, type Category } from '../features/news/get-categories.ts';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { paths } from '../paths.ts';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

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
