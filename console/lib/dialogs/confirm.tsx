/** Asks before an action that needs no reason on record. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { paths } from '../../paths.ts';
import { ErrorText } from '../api/error-text.tsx';
import { closeUnless, DialogBox } from './dialog-box.tsx';

interface ConfirmProps {
	title: ReactNode;
	text: ReactNode;
	/** Labels of the buttons. */
	action: ReactNode;
	cancel?: ReactNode;
	/** True if the action cannot be undone. */
	dangerous?: boolean;
	busy?: boolean;
	error?: unknown;
	onClose: () => void;
	onDo: () => void;
}

export function Confirm(props: ConfirmProps & { open?: boolean }) {
	const { open, title, text, action, dangerous, busy, error, onDo } = props;
	const close = closeUnless(busy, props.onClose);
	return (
		<DialogBox open={open} title={title} onClose={close}>
			<p>{text}</p>
			<ErrorText error={error} />
			<div className="dialog-actions">
				<Button variant="quiet" onClick={close}>
					{props.cancel ?? <Trans>Cancel</Trans>}
				</Button>
				<Button className={dangerous ? 'button-danger' : ''} busy={busy} onClick={onDo}>
					{action}
				</Button>
			</div>
		</DialogBox>
	);
}

/** Tells the operator that the request exceeds a limit, so nothing changes until another operator approves it. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	return (
		<DialogBox title={t`Waiting for approval`} onClose={onClose}>
			<p>{t`Nothing has changed yet. Another operator has to approve this request within 24 hours.`}</p>
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					<Trans>Close</Trans>
				</Button>
				<Link className={buttonClass({})} to={paths.approvals}>
					<Trans>Open approvals</Trans>
				</Link>
			</div>
		</DialogBox>
	);
}
