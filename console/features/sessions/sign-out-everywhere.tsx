/** Ends every session of the operator, including this one, after a confirmation. */
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { BASE } from '../../paths.ts';
import { useSignOutEverywhere } from './get-sessions.ts';

export function SignOutEverywhere() {
	const heading = useId();
	const textOf = useErrorText();
	const [open, setOpen] = useState(false);
	const leave = useSignOutEverywhere();
	const close = () => setOpen(false);
	// Reload the page, so that no data stays in memory.
	const submit = () => leave.mutate(undefined, { onSuccess: () => window.location.assign(BASE) });
	return (
		<>
			<Button variant="line" onClick={() => setOpen(true)}>
				<Trans>Sign out everywhere</Trans>
			</Button>
			<Dialog open={open} onClose={close} labelledBy={heading} shape="center">
				<div className="dialog-body">
					<h2 id={heading}>
						<Trans>Sign out everywhere?</Trans>
					</h2>
					<p>
						<Trans>All your sessions end at once, including this one. Unsaved changes are lost.</Trans>
					</p>
					{leave.error ? <FieldError>{textOf(leave.error)}</FieldError> : null}
					<div className="dialog-actions">
						<Button variant="quiet" onClick={close}>
							<Trans>Cancel</Trans>
						</Button>
						<Button busy={leave.isPending} onClick={submit}>
							<Trans>Sign out</Trans>
						</Button>
					</div>
				</div>
			</Dialog>
		</>
	);
}
