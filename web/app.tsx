/** Everything that stands around the pages, from the outside in. */
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { TOAST_MS } from '#contract/constants.ts';
import { ToastProvider } from '#ui/primitives/toast.tsx';
import { i18n } from './i18n.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { SessionProvider } from './lib/session/session.tsx';
import { Router } from './router.tsx';
import { PageErrorBoundary } from './shell/page-error.tsx';
import { Splash } from './shell/splash.tsx';

const queryClient = createQueryClient();

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
