/** What is shown of a page, or of a part that belongs to it, that could not be shown. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Boundary, isLostScript } from '#ui/optional-part.tsx';
import { Logo } from '#ui/icons.tsx';
import { NeedsScript } from '../lib/elements/elements.tsx';
import './app-shell.css';

/** `outermost`: around the whole app. The error is then shown inside a landmark of its own. */
export function PageErrorBoundary({ outermost, children }: { outermost?: boolean; children: ReactNode }) {
	const instead = (error: unknown) => (outermost ? <main>{pageFailed(error)}</main> : pageFailed(error));
	return <Boundary instead={instead}>{children}</Boundary>;
}

/** Never blames the connection for a fault of ours. */
const helpFor = (error: unknown) =>
	isLostScript(error) ? (
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

const pageFailed = (error: unknown) => (
	<div className="wrap">
		<Empty heading lit={false} title={<Trans>This page could not be shown</Trans>} action={tryAgain}>
			{helpFor(error)}
		</Empty>
	</div>
);

/** Shown while the session is looked up or a page's script is loading. */
export function Splash({ title }: { title?: ReactNode }) {
	return (
		<>
			{title && <h1 className="wrap page-title">{title}</h1>}
			<div className="splash" aria-hidden="true">
				<Logo />
			</div>
			<div className="wrap">
				<NeedsScript />
			</div>
		</>
	);
}
