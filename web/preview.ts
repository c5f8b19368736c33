/** Shows what an operator edits in the console, which frames the page, in the place of what fans see now. */
import type { QueryClient } from '@tanstack/react-query';
import type { Preview } from '#contract/preview.ts';
import { siteQuery } from './lib/site/get-site.ts';

export function showDrafts(cache: QueryClient): void {
	window.addEventListener('message', ({ source, data }: MessageEvent<Preview>) => {
		if (source === window.parent) show(cache, data);
	});
	void begin(cache);
}

async function begin(cache: QueryClient): Promise<void> {
	// The router does not hear of a path before the page is taken over: the frame would stay with the one it began with.
	if (document.querySelector('#app[data-ready]') === null) {
		await new Promise((resolve) => window.addEventListener('ready', resolve, { once: true }));
	}
	await settled(cache);
	cutOff();
	window.parent.postMessage('ready', '*');
}

/** Until then, an answer would take the place of a draft. */
const settled = (cache: QueryClient): Promise<void> =>
	new Promise((resolve) => {
		const look = () => {
			if (cache.isFetching() > 0) return;
			stop();
			resolve();
		};
		const stop = cache.getQueryCache().subscribe(look);
		look();
	});

/** Nothing is voted, bought or read again here: no call is answered, and a press does nothing. */
function cutOff(): void {
	class Silence extends EventTarget {
		close() {
			// Never opened.
		}
	}
	Object.assign(window, { fetch: () => new Promise(() => undefined), EventSource: Silence });
	const ignore = (event: Event) => {
		event.preventDefault();
		event.stopPropagation();
	};
	for (const press of ['click', 'submit']) window.addEventListener(press, ignore, true);
}

function show(cache: QueryClient, { path, site, data = [] }: Preview): void {
	cache.setQueryData(siteQuery.queryKey, (now) => {
		if (!now) return now;
		const { rank_entry_configs: live } = now;
		// A card that fans see already keeps its first three and its time.
		const cards = site?.rank_entry_configs?.map((card) => ({
			...card,
			...live.find(({ rank_key: key, ranking_type: type }) =>
				card.ranking_type === 'monthly' ? type === 'monthly' : key === card.rank_key,
			),
			main_tab: card.main_tab,
			rank_name: card.rank_name,
			bg_url: card.bg_url,
		}));
		// A pop-up would stand before what is looked at.
		return { ...now, pop_up: site?.pop_up ?? null, rank_entry_configs: cards ?? live };
	});
	for (const [key, value] of data) cache.setQueryData(key, value);
	if (window.location.pathname + window.location.search === path) return;
	window.history.replaceState(null, '', path);
	window.dispatchEvent(new PopStateEvent('popstate'));
}
