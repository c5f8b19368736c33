/** Categories of news, in the order of the news page's tabs. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import { categories, type listCategories, removeCategory } from '#contract/operator/news.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText } from '../lib/api/error-text.tsx';
import { useSend } from '../lib/api/queries.ts';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { useMay } from '../lib/session/operator.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { paths } from '../paths.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

type Category = ReplyOf<typeof listCategories>['categories'][number];

export default function NewsCategoriesPage() {
	const { t } = useLingui();
	const may = useMay();
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
			of={categories}
			nameOf={(row) => row.name}
			columns={columns}
			newName={<Trans>New category</Trans>}
			empty={<Trans>No categories yet. They are the tabs of the news page; create the first one.</Trans>}
			onSite={({ key, piece_count: articles }) => (articles > 0 ? siteAddress.category(key) : null)}
			renderEditor={(props) => (
				<>
					<ItemEditor
						{...props}
						of={categories}
						fresh={{ position: 0 }}
						fields={() => ({
							name: { label: t`Name`, hint: t`On the tab of the news page.` },
							key: {
								label: t`Key`,
								hint: t`Part of the address. The home page shows the categories “article” and “video”.`,
							},
							position: { label: t`Position`, hint: t`Lower numbers come first.` },
						})}
					/>
					{props.stored?.piece_count === 0 && may(removeCategory) && <Remove category={props.stored} />}
				</>
			)}
		/>
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
