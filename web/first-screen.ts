import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { noteServerTime } from '#client/server-clock.ts';
import { cacheKeys, FIRST_SCREEN_ELEMENT_ID, MADE_AT_ATTRIBUTE } from '#contract/values/first-screen.ts';
import { STORED_AT_ATTRIBUTE } from '#contract/values/service-worker.ts';

/** Query key (as JSON) to data. The service worker marks a page that it has stored: its reads are as old as the page. */
export function readFirstScreen(cache: QueryClient): void {
	const element = document.querySelector(`#${FIRST_SCREEN_ELEMENT_ID}`);
	if (!element?.textContent) return;
	const storedAt = Number(element.getAttribute(STORED_AT_ATTRIBUTE) ?? Date.now());
	const madeAt = Number(element.getAttribute(MADE_AT_ATTRIBUTE) ?? Number.NaN);
	const age = Math.max(0, Date.now() - storedAt);
	noteServerTime(madeAt + age, age > 0);
	try {
		fillCache(cache, JSON.parse(element.textContent) as Record<string, unknown>, storedAt, arrivalOf(storedAt));
	} catch (error) {
		console.warn('The first screen in the page could not be read:', error);
	}
}

/** `receivedAtMs` is the time of the data on the monotonic clock of the page or of the server. */
export function fillCache(
	cache: QueryClient,
	screen: Record<string, unknown>,
	updatedAt: number,
	receivedAtMs: number | undefined,
): void {
	const arrival = receivedAtMs === undefined ? {} : { received_at: receivedAtMs };
	for (const [key, data] of Object.entries(screen)) {
		const queryKey: QueryKey = JSON.parse(key);
		cache.setQueryData(queryKey, countsDown(queryKey) ? { ...Object(data), ...arrival } : data, { updatedAt });
	}
}

/** Chart and site configuration hold countdowns, which start when the page was made. */
const countsDown = ([kind]: QueryKey): boolean => kind === cacheKeys.chart('')[0] || kind === cacheKeys.site[0];

/** Before zero for a stored page. Undefined for one that has just arrived. */
function arrivalOf(storedAt: number): number | undefined {
	const age = Date.now() - storedAt;
	return age > 0 ? performance.now() - age : undefined;
}
