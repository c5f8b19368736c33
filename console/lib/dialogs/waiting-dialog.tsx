/** Tells the operator that the request exceeds a limit, so nothing changes until another operator approves it. */
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { paths } from '../../paths.ts';

export function WaitingDialog({ onClose }: { onClose: () => void }) {
	const heading = useId();
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			<div className="dialog-body">
				<h2 id={heading}>
					<Trans>Waiting for approval</Trans>
				</h2>
				<p>
					<Trans>Nothing has changed yet. Another operator has to approve this request within 24 hours.</Trans>
				</p>
				<div className="dialog-actions">
					<Button variant="quiet" onClick={onClose}>
						<Trans>Close</Trans>
					</Button>
					<Link className={buttonClass({})} to={paths.approvals}>
						<Trans>Open approvals</Trans>
					</Link>
				</div>
			</div>
		</Dialog>
	);
}
