/** Providers around the screens, from the outside in. */
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#client/query-client.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { InElement } from '#ui/text-parts.ts';
import { ToastProvider } from '#ui/primitives/toast.tsx';
import { i18n } from './i18n.ts';
import { OperatorGate } from './lib/session/operator.tsx';
import { StepUp } from './lib/step-up/step-up.tsx';
import { EnterPage, SessionOver, SignInPage } from './pages/sign-in.tsx';
import { BASE } from './paths.ts';
import { screens } from './router.tsx';

/** Longer than for fans, because operators read notices while they work. */
const TOAST_MS = 4_000;

/** Operators act on the current state, so a read is fresh only for a moment. */
const FRESH_MS = 2_000;

const queryClient = createQueryClient({ freshMs: FRESH_MS });
// Only a data router can block navigation while there are unsaved changes.
const router = createBrowserRouter(screens, { basename: BASE });

export function App() {
	return (
		<I18nProvider i18n={i18n} defaultComponent={InElement}>
			<QueryClientProvider client={queryClient}>
				<ToastProvider milliseconds={TOAST_MS}>
					<OperatorGate
						waiting={<Skeleton className="screen-skeleton" />}
						renderOutside={(problem) => <SignInPage problem={problem} />}
						renderEntry={(email, onEntered) => <EnterPage email={email} onEntered={onEntered} />}
						renderOver={(onClose) => <SessionOver onClose={onClose} />}
					>
						<StepUp>
							<RouterProvider router={router} />
						</StepUp>
					</OperatorGate>
				</ToastProvider>
			</QueryClientProvider>
		</I18nProvider>
	);
}
