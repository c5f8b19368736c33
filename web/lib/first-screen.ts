/** Puts the reads that the server placed into the page into the cache. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { FIRST_SCREEN_ELEMENT_ID } from '#contract/values/first-screen.ts';

/**
 * The server may send what the first screen needs inside the page (contract/values/first-screen.ts):
 * `<script type="application/json" id="first-screen">{ "[\"site\"]": { … } }</script>`, query key (as JSON) to data.
 */
export function seedFirstScreen(client: QueryClient): void {
	const text = document.querySelector(`#${FIRST_SCREEN_ELEMENT_ID}`)?.textContent;
	if (!text) return;
	try {
		const screen: Record<string, unknown> = JSON.parse(text);
		for (const [key, data] of Object.entries(screen)) {
			const queryKey: QueryKey = JSON.parse(key);
			client.setQueryData(queryKey, data);
		}
	} catch (error) {
		console.warn('The first screen in the page could not be read:', error);
	}
}
