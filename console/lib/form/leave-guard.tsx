/** Asks before unsaved changes are lost, when the operator opens another screen or leaves the console. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useLayoutEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';

/** Forms with unsaved changes. The router asks one guard only, which answers for all forms of the screen. */
const unsaved = new Set<string>();

export function LeaveGuard({ when }: { when: boolean }) {
	const form = useId();
	useLayoutEffect(() => {
		if (when) unsaved.add(form);
		return () => void unsaved.delete(form);
	}, [when, form]);
	// A change of the query string (search, page) only changes the list beside the editor, so no edit is lost.
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
	);
	const asked = blocker.state === 'blocked';
	useEffect(() => {
		if (!when) return undefined;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener('beforeunload', ask);
		return () => window.removeEventListener('beforeunload', ask);
	}, [when]);
	return (
		<Dialog open={asked} onClose={() => blocker.reset?.()} labelledBy="leave-heading" shape="center">
			<div className="dialog-body">
				<h2 id="leave-heading">
					<Trans>Leave without saving?</Trans>
				</h2>
				<p>
					<Trans>You have unsaved changes.</Trans>
				</p>
				<div className="dialog-actions">
					<Button variant="quiet" onClick={() => blocker.reset?.()}>
						<Trans>Stay</Trans>
					</Button>
					<Button onClick={() => blocker.proceed?.()}>
						<Trans>Leave</Trans>
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
