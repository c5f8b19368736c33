/** Asks for the passkey whenever the server requires one. An operator without a passkey is asked to create one. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { type StepUpAsked, whenStepUpIsAsked } from '../api/call.ts';
import { useReadAgain } from '../session/operator.tsx';
import { MakePasskey } from './make-passkey.tsx';
import { UsePasskey } from './use-passkey.tsx';

export function StepUp({ children }: { children: ReactNode }) {
	const heading = useId();
	const [open, setOpen] = useState(false);
	const [asked, setAsked] = useState<StepUpAsked>('step_up_required');
	// All calls refused in the meantime continue, or fail, together.
	const waiting = useRef<((used: boolean) => void)[]>([]);
	useEffect(() => {
		whenStepUpIsAsked((what) => {
			setAsked(what);
			setOpen(true);
			return new Promise((resolve) => waiting.current.push(resolve));
		});
	}, []);
	const readAgain = useReadAgain();
	function end(used: boolean) {
		setOpen(false);
		if (used) readAgain();
		for (const resolve of waiting.current.splice(0)) resolve(used);
	}
	const Content = asked === 'passkey_missing' ? MakePasskey : UsePasskey;
	return (
		<>
			{children}
			<Dialog open={open} onClose={() => end(false)} labelledBy={heading} shape="center">
				<Content heading={heading} onDone={() => end(true)} onClose={() => end(false)} />
			</Dialog>
		</>
	);
}
