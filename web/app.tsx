import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { createQueryClient } from '#client/query-client.ts';
import { TOAST_MS } from '#contract/values/constants.ts';
import { InElement } from '#ui/text-parts.ts';
import { ToastProvider } from '#ui/primitives/toast.tsx';
import { i18n } from './i18n.ts';
import { SessionProvider } from './lib/session/session.tsx';
import { Router } from './router.tsx';
import { PageErrorBoundary } from './shell/app-shell.tsx';

const FRESH_MS = 10_000;

/** A failed read is only logged: its list stays empty. A refused one comes again. */
export const createCache = (): QueryClient =>
	createQueryClient({
		freshMs: FRESH_MS,
		waitsForTurn: true,
		onReadFailed: (error, queryKey) => console.warn('A read failed:', queryKey, error),
	});

interface AppProps {
	cache: QueryClient;
	/** Puts the routes into a router: the browser's, or the server's with one address. */
	children: (routes: ReactNode) => ReactNode;
	onShown?: () => void;
}

export function App({ cache, children: inRouter, onShown }: AppProps) {
	useEffect(() => onShown?.(), [onShown]);
	return (
		<I18nProvider i18n={i18n} defaultComponent={InElement}>
			<QueryClientProvider client={cache}>
				<ToastProvider milliseconds={TOAST_MS}>
					<PageErrorBoundary outermost>
						{inRouter(
							<SessionProvider>
								<Router />
							</SessionProvider>,
						)}
					</PageErrorBoundary>
				</ToastProvider>
			</QueryClientProvider>
		</I18nProvider>
	);
}
