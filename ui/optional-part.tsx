/** Error boundaries: what failed is replaced, and everything around it stays as it is. */
import { Component, type ReactElement, type ReactNode, Suspense, useEffect } from 'react';
import { useHydrated } from './hydrated.ts';
import { useToast } from './primitives/toast.tsx';

interface BoundaryProps {
	children: ReactNode;
	/** Elements, as whatever a component returns: a translator takes a text that stands alone, and React cannot remove it. */
	instead?: ReactElement | false | ((error: unknown) => ReactElement);
}

/** A device without a network waited for a script. Browsers word one that the site does not have in the same way. */
export const isOffline = (error: unknown): boolean =>
	!navigator.onLine &&
	/dynamically imported module|module script failed|preload CSS|did not load in time/i.test(String(error));

export class Boundary extends Component<BoundaryProps, { failed: boolean; error?: unknown }> {
	override state = { failed: false, error: undefined };

	static getDerivedStateFromError(error: unknown) {
		return { failed: true, error };
	}

	override componentDidCatch(error: unknown) {
		console.error('A part of the page failed:', error);
	}

	override render() {
		const { children, instead } = this.props;
		if (!this.state.failed) return children;
		return typeof instead === 'function' ? instead(this.state.error) : instead;
	}
}

/** Without this boundary, one lost script takes away the screen. There is no second try: browsers keep a module's failure. */
export function OptionalPart({ waiting, instead, children }: BoundaryProps & { waiting?: ReactElement | false }) {
	if (!useHydrated()) return waiting;
	return (
		<Boundary instead={instead}>
			<Suspense fallback={waiting}>{children}</Suspense>
		</Boundary>
	);
}

interface LostDialogProps {
	open: boolean;
	onClose: () => void;
	text: string;
	detail?: string;
}

export function LostDialog({ open, onClose, text, detail }: LostDialogProps) {
	const toast = useToast();
	useEffect(() => {
		if (!open) return;
		toast(text, 'error', detail);
		onClose();
	}, [open, onClose, toast, text, detail]);
	return null;
}
