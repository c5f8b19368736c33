import { useLingui, Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useSettled } from '#client/use-settled.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { getNewsCategories } from '#contract/news.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { NewsList } from '../features/news/news-list.tsx';
import { ALL_CATEGORIES, ALL_KEY, chosenCategory, withAll } from '../features/news/pages.ts';
import { otherLanguage, pageLanguage } from '../i18n.ts';
import { NeedsScript } from '../lib/elements/elements.tsx';
import { useKeyword } from '../lib/use-keyword.ts';
import { usePageTitle } from '../lib/site/get-site.ts';
import { reads } from '../lib/api/call.ts';
import './news.css';
import '../features/news/news-list.css';

const LIST_ID = 'news-list';

export default function NewsPage() {
	const { t } = useLingui();
	usePageTitle(t`News`);
	const { data, isPending } = useQuery({
		...reads(cacheKeys.categories, getNewsCategories, { query: { lang: pageLanguage() } }),
		staleTime: 300_000,
	});
	const [search, setSearch] = useSearchParams();
	const [typed, setTyped] = useKeyword();
	const keyword = useSettled(typed.trim());
	const key = search.get('category');
	const categories = withAll(data?.categories ?? [], t`All`);
	const chosen = chosenCategory(categories, key);
	// Wait until it is known which category the key in the URL means.
	const known = !isPending || key === null || key === ALL_KEY;
	return (
		<div className="wrap">
			<h1 className="page-title">{t`News`}</h1>
			<NeedsScript />
			<div className="news-bar wraps between">
				{isPending ? (
					<p className="categories-loading pill tone-2 row muted semibold text-m" aria-live="polite">
						<Trans>Loading categories...</Trans>
					</p>
				) : (
					<Tabs
						look="segmented"
						label={t`Categories`}
						items={categories.map(({ key: value, name, lang }) => ({
							value,
							label: <span lang={lang && otherLanguage(lang)}>{name}</span>,
						}))}
						value={chosen?.key ?? ALL_KEY}
						onChange={(next) => setSearch(next === ALL_KEY ? {} : { category: next }, { replace: true })}
						panelId={LIST_ID}
					/>
				)}
				<SearchField label={t`Search for news titles`} value={typed} onChange={setTyped} />
			</div>
			<div id={LIST_ID} role="tabpanel" aria-label={chosen?.name ?? t`All`}>
				<NewsList
					filter={{ categoryId: known ? (chosen?.id ?? ALL_CATEGORIES) : null, keyword }}
					onClear={() => setTyped('')}
				/>
			</div>
			<ToTop />
		</div>
	);
}
