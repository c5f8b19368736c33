/** Error boundary: says that a page could not be shown and offers another try. */
import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { FirstPaintEnd } from './first-paint-end.tsx';

interface Props {
	/** True around the whole app: the error is then shown inside a landmark of its own. */
	outermost?: boolean;
	children: ReactNode;
}

export class PageErrorBoundary extends Component<Props, { failed: boolean }> {
	override state = { failed: false };

	static getDerivedStateFromError() {
		return { failed: true };
	}

	override componentDidCatch(error: unknown) {
		console.error('A page failed:', error);
	}

	override render() {
		const { outermost, children } = this.props;
		if (!this.state.failed) return children;
		return outermost ? <main>{failure}</main> : failure;
	}
}

const failure = (
	<div className="wrap">
		<FirstPaintEnd />
		<Empty
			heading
			lit={false}
			title={<Trans>This page could not be shown</Trans>}
			action={
				<Button variant="quiet" onClick={() => window.location.reload()}>
					<Trans>Try again</Trans>
				</Button>
			}
		>
			<Trans>Check your connection, then load the page again.</Trans>
		</Empty>
	</div>
);
