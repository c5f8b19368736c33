/** Screens for unknown addresses, and for screens that could not be shown. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { paths } from '../paths.ts';
import { usePageTitle } from './page.tsx';

export function NotFound() {
	const { t } = useLingui();
	usePageTitle(t`Not found`);
	return (
		<Empty
			heading
			lit={false}
			title={<Trans>Page not found</Trans>}
			action={
				<Link className={buttonClass({ variant: 'quiet' })} to={paths.rankings}>
					<Trans>Rankings</Trans>
				</Link>
			}
		/>
	);
}

export function ScreenFailed() {
	const error = useRouteError();
	useEffect(() => console.error('A screen failed:', error), [error]);
	return (
		<main>
			<Empty
				heading
				lit={false}
				title={<Trans>This screen could not be shown</Trans>}
				action={
					<Button variant="quiet" onClick={() => window.location.reload()}>
						<Trans>Try again</Trans>
					</Button>
				}
			/>
		</main>
	);
}
