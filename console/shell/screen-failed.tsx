/** Screens for unknown addresses, and for screens that could not be shown. */
import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { paths } from '../paths.ts';
import { usePageTitle } from './page.tsx';

export function NotFound() {
	usePageTitle('Not found');
	return (
		<Empty
			heading
			lit={false}
			title="Page not found"
			action={
				<Link className={buttonClass({ variant: 'quiet' })} to={paths.rankings}>
					Rankings
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
				title="This screen could not be shown"
				action={
					<Button variant="quiet" onClick={() => window.location.reload()}>
						Try again
					</Button>
				}
			/>
		</main>
	);
}
