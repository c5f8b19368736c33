/** Asks the operator to confirm with their passkey. */
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';
import { confirmWithPasskey } from './passkey.ts';

export interface StepUpContent {
	/** The heading's id. */
	heading: string;
	onDone: () => void;
	onClose: () => void;
}

export function UsePasskey({ heading, onDone, onClose }: StepUpContent) {
	const textOf = useErrorText();
	const confirm = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onDone });
	return (
		<div className="dialog-body">
			<h2 id={heading}>
				<Trans>Confirm that it is you</Trans>
			</h2>
			<p>
				<Trans>Confirm this step with your passkey. The confirmation counts for five minutes.</Trans>
			</p>
			{confirm.error ? <FieldError>{textOf(confirm.error)}</FieldError> : null}
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					<Trans>Cancel</Trans>
				</Button>
				<Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
					<Trans>Use passkey</Trans>
				</Button>
			</div>
		</div>
	);
}
