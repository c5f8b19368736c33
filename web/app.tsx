/** Providers around the pages, from the outside in. */
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from '#client/query-client.ts';
import { TOAST_MS } from '#contract/values/constants.ts';
import { ToastProvider } from '#ui/primitives/toast.tsx';
import { i18n } from './i18n.ts';
import { seedFirstScreen } from './lib/first-screen.ts';
import { SessionProvider } from './lib/session/session.tsx';
import { Router } from './router.tsx';
import { PageErrorBoundary } from './shell/page-error.tsx';
import { Splash } from './shell/splash.tsx';

const FRESH_MS = 10_000;

/** A failed read is only logged: its list stays empty. */
const queryClient = createQueryClient({
	freshMs: FRESH_MS,
	onReadFailed: (error, queryKey) => console.warn('A read failed:', queryKey, error),
});
seedFirstScreen(queryClient);

export function App() {
	return (
		<I18nProvider i18n={i18n}>
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
