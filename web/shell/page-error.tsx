/** What is shown of a page, or of a part that belongs to it, that could not be shown. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useLayoutEffect } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Boundary } from '#ui/optional-part.tsx';
import { ScriptLost } from '../lib/lazy-page.tsx';

/** `outermost`: around the whole app. The error is then shown inside a landmark of its own. */
export function PageErrorBoundary({ outermost, children }: { outermost?: boolean; children: ReactNode }) {
	return <Boundary instead={outermost ? appFailed : pageFailed}>{children}</Boundary>;
}

const pageFailed = (error: unknown) => <PageFailed help={helpFor(error)} />;
const appFailed = (error: unknown) => <main>{pageFailed(error)}</main>;

/** A fault of ours is not blamed on the fan's connection. */
const helpFor = (error: unknown) =>
	error instanceof ScriptLost ? (
		<Trans>Check your connection, then load the page again.</Trans>
	) : (
		<Trans>Something went wrong. Please try again</Trans>
	);

/** A new document asks for a lost script again. */
const tryAgain = (
	<Button variant="quiet" onClick={() => window.location.reload()}>
		<Trans>Try again</Trans>
	</Button>
);

export const partFailed = (error: unknown) => <Empty lit={false} title={helpFor(error)} action={tryAgain} />;

function PageFailed({ help }: { help: ReactNode }) {
	return (
		<div className="wrap">
			<FirstPaintEnd />
			<Empty heading lit={false} title={<Trans>This page could not be shown</Trans>} action={tryAgain}>
				{help}
			</Empty>
		</div>
	);
}

/** Rendered beside the page: removes the first paint that the server had sent in its place. */
export function FirstPaintEnd() {
	useLayoutEffect(() => document.querySelector('#first-paint')?.remove(), []);
	return null;
}
