/** What stands for a part of a screen whose script could not be loaded: the operator's work on the screen stays. */
import { Trans, useLingui } from '@lingui/react/macro';
import { LostDialog } from '#ui/optional-part.tsx';

export function LostPart() {
	return (
		<p className="form-hint" role="alert">
			<Trans>This part could not be loaded. Save your work, then reload the page.</Trans>
		</p>
	);
}

/** In place of a dialog. */
export function LostConsoleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const detail = t`Save your work, then reload the page.`;
	return <LostDialog open={open} onClose={onClose} text={t`This dialog could not be loaded`} detail={detail} />;
}
