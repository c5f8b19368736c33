/** Providers around the pages, from the outside in, and the cache of reads with those that came with the page. */
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from '#client/query-client.ts';
import { TOAST_MS } from '#contract/values/constants.ts';
import { InElement } from '#ui/text-parts.ts';
import { ToastProvider } from '#ui/primitives/toast.tsx';
import { cacheKeys, FIRST_SCREEN_ELEMENT_ID } from '#contract/values/first-screen.ts';
import { STORED_AT_ATTRIBUTE } from '#contract/values/service-worker.ts';
import { i18n } from './i18n.ts';
import { SessionProvider } from './lib/session/session.tsx';
import { Router } from './router.tsx';
import { PageErrorBoundary } from './shell/page-error.tsx';
import { Splash } from './shell/splash.tsx';

const FRESH_MS = 10_000;

/** A failed read is only logged: its list stays empty. A refused one comes again. */
const queryClient = createQueryClient({
	freshMs: FRESH_MS,
	waitsForTurn: true,
	onReadFailed: (error, queryKey) => console.warn('A read failed:', queryKey, error),
});
seedFirstScreen(queryClient);

export function App() {
	return (
		<I18nProvider i18n={i18n} defaultComponent={InElement}>
			<QueryClientProvider client={queryClient}>
				<ToastProvider milliseconds={TOAST_MS}>
					<PageErrorBoundary outermost>
						<BrowserRouter>
							<SessionProvider splash={<Splash />}>
								<Router />
							</SessionProvider>
						</BrowserRouter>
					</PageErrorBoundary>
				</ToastProvider>
			</QueryClientProvider>
		</I18nProvider>
	);
}

/**
 * The server may send what the first screen needs inside the page (contract/values/first-screen.ts):
 * `<script type="application/json" id="first-screen">{ "[\"site\"]": { … } }</script>`, query key (as JSON) to data.
 * The service worker marks a page that it has stored: its reads are as old as the page, so they are read again.
 */
function seedFirstScreen(client: QueryClient): void {
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
