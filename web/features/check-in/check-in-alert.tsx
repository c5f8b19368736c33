import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';

export function CheckInAlert({ message, onClose }: { message: string | null; onClose: () => void }) {
	const { t } = useLingui();
	const heading = useId();
	const [latest, setLatest] = useState(message);
	// Keep the text while the dialog fades out.
	if (message !== null && message !== latest) setLatest(message);
	return (
		<Dialog open={message !== null} onClose={onClose} labelledBy={heading} shape="center" className="check-in-alert">
			<div className="dialog-body">
				<h2 id={heading}>{t`Attendance`}</h2>
				<p className="muted">{latest}</p>
				<Button large block onClick={onClose}>{t`OK`}</Button>
			</div>
		</Dialog>
	);
}
