/** Puts the reads that came with the page into the cache. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { cacheKeys, FIRST_SCREEN_ELEMENT_ID } from '#contract/values/first-screen.ts';
import { STORED_AT_ATTRIBUTE } from '#contract/values/service-worker.ts';

/**
 * The server may send what the first screen needs inside the page (contract/values/first-screen.ts):
 * `<script type="application/json" id="first-screen">{ "[\"site\"]": { … } }</script>`, query key (as JSON) to data.
 * The service worker marks a page that it has stored: its reads are as old as the page, so they are read again.
 */
export function seedFirstScreen(client: QueryClient): void {
	const element = document.querySelector(`#${FIRST_SCREEN_ELEMENT_ID}`);
	if (!element?.textContent) return;
	const storedAt = Number(element.getAttribute(STORED_AT_ATTRIBUTE) ?? Date.now());
	try {
		const screen: Record<string, unknown> = JSON.parse(element.textContent);
		for (const [key, data] of Object.entries(screen)) {
			const queryKey: QueryKey = JSON.parse(key);
			client.setQueryData(queryKey, countsDown(queryKey) ? { ...Object(data), ...arrival(storedAt) } : data, {
				updatedAt: storedAt,
			});
		}
	} catch (error) {
		console.warn('The first screen in the page could not be read:', error);
	}
}

/** Chart and site configuration hold countdowns, which start when the page was made. */
function countsDown([kind]: QueryKey): boolean {
	return kind === cacheKeys.chart('')[0] || kind === cacheKeys.site[0];
}

/** On the page's monotonic clock, so before zero for a stored page. */
function arrival(storedAt: number): { received_at?: number } {
	const age = Date.now() - storedAt;
	return age > 0 ? { received_at: performance.now() - age } : {};
}
