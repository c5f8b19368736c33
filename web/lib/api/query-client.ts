/** The cache of what was read, and what the server already put into the page. */
import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { FIRST_SCREEN_ELEMENT_ID } from '#contract/first-screen.ts';
import { isTransient } from '../problem.ts';

const FRESH_MS = 10_000;
const RETRIES = 2;

/** Failed reads are only logged: lists stay empty. */
export function createQueryClient(): QueryClient {
	const client = new QueryClient({
		queryCache: new QueryCache({
			onError: (error, query) => console.warn('A read failed:', query.queryKey, error),
		}),
		defaultOptions: {
			queries: {
				staleTime: FRESH_MS,
				retry: (failures, error) => failures < RETRIES && isTransient(error),
			},
		},
	});
	seedFirstScreen(client);
	return client;
}

/**
 * The server may send what the first screen needs inside the page (contract/first-screen.ts):
 * `<script type="application/json" id="first-screen">{ "[\"site\"]": { … } }</script>`, query key (as JSON) to data.
 */
function seedFirstScreen(client: QueryClient): void {
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
