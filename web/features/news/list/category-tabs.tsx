/** All, and the operators' categories. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs } from '#ui/primitives/tabs.tsx';
import type { Category } from './pages.ts';
import './category-tabs.css';

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
