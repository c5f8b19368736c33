/** Categories of news, in the order of the news page's tabs. */
import type { ReplyOf } from '#contract/endpoint.ts';
import { categories, type listCategories } from '#contract/operator/news.ts';
import { siteAddress, TextInput } from '../lib/elements/elements.tsx';
import type { DataColumn } from '../lib/table/table.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { ListPage } from '../shell/list-page.tsx';

type Category = ReplyOf<typeof listCategories>['categories'][number];

export default function NewsCategoriesPage() {
	const columns: DataColumn<Category>[] = [
		{ key: 'name', header: 'Category' },
		{ key: 'key', header: 'Key', room: 'some', render: 'key' },
		{ key: 'pieces', header: 'Articles', count: 'piece_count' },
		{ key: 'position', header: 'Position', align: 'end', room: 'some', render: 'position' },
	];
	return (
		<ListPage
			of={categories}
			nameOf={(row) => row.name}
			columns={columns}
			newName="New category"
			none="No categories yet. They are the tabs of the news page; create the first one."
			onSite={({ key, piece_count: articles }) => (articles > 0 ? siteAddress.category(key) : null)}
			mayRemove={({ piece_count: articles }) => articles === 0}
			edits={{
				fresh: { position: 0 },
				fields: () => ({
					name: { label: 'Name', hint: 'On the tab of the news page.' },
					key: {
						label: 'Key',
						hint: 'Part of the address.',
						render: ({ value, onChange, ...field }) => (
							<>
								<ChoiceField
									label="On the home page"
									disabled={field.disabled}
									options={[
										['', 'No'],
										['article', 'As the latest news'],
										['video', 'As videos'],
									]}
									value={value === 'article' || value === 'video' ? value : ''}
									onChange={onChange}
								/>
								<TextInput {...field} value={value} onChange={(text) => onChange(text.trim())} />
							</>
						),
					},
					position: { label: 'Position', hint: 'Lower numbers come first.' },
				}),
			}}
		/>
	);
}
