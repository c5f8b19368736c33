/** Error boundaries: what failed is replaced, and everything around it stays as it is. */
import { Component, type ReactNode, Suspense } from 'react';

interface BoundaryProps {
	children: ReactNode;
	/** Shown in place of children that failed. Nothing by default. */
	instead?: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
	override state = { failed: false };

	static getDerivedStateFromError() {
		return { failed: true };
	}

	override componentDidCatch(error: unknown) {
		console.error('A part of the page failed:', error);
	}

	override render() {
		return this.state.failed ? this.props.instead : this.props.children;
	}
}

/**
 * A part that the page can do without: a component of `lazyPage`. Without this, one script that is lost on a phone's network
 * takes away everything that the fan is looking at. There is no second try: browsers keep the failure of a module for as long
 * as the document lives.
 */
export function SparePart({ waiting, instead, children }: BoundaryProps & { waiting?: ReactNode }) {
	return (
		<Boundary instead={instead}>
			<Suspense fallback={waiting}>{children}</Suspense>
		</Boundary>
	);
}
