/** What stands for a part of a screen whose script could not be loaded: the operator's work on the screen stays. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useToast } from '#ui/primitives/toast.tsx';

export function LostPart() {
	return (
		<p className="form-hint" role="alert">
			<Trans>This part could not be loaded. Save your work, then reload the page.</Trans>
		</p>
	);
}

/** In place of a dialog: says so whenever the dialog is asked for, and closes it. */
export function LostDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	useEffect(() => {
		if (!open) return;
		toast(t`This dialog could not be loaded`, 'error', t`Save your work, then reload the page.`);
		onClose();
	}, [open, onClose, toast, t]);
	return null;
}
