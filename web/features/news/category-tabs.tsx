/** All, and the operators' categories. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { getNewsCategories } from '#contract/news.ts';
import type { Category } from './pages.ts';
import { call } from '../../lib/api/call.ts';
import './news-list.css';

export interface CategoryTabsProps {
	categories: readonly Category[];
	chosen: string;
	onChoose: (key: string) => void;
	panelId: string;
}

export function CategoryTabs({ categories, chosen, onChoose, panelId }: CategoryTabsProps) {
	const { t } = useLingui();
	const items = categories.map(({ key, name }) => ({ value: key, label: name }));
	return (
		<Tabs look="segmented" label={t`Categories`} items={items} value={chosen} onChange={onChoose} panelId={panelId} />
	);
}

export function CategoriesLoading() {
	return (
		<p className="categories-loading" aria-live="polite">
			<Trans>Loading categories...</Trans>
		</p>
	);
}

const categoriesQuery = queryOptions({
	queryKey: ['news', 'categories'],
	queryFn: ({ signal }) => call(getNewsCategories, {}, { signal }),
	staleTime: 300_000,
});

export function useCategories() {
	return useQuery(categoriesQuery);
}
