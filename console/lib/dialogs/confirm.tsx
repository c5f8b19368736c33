/** Asks before an action that needs no reason on record. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
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

export function Confirm({ open = true, ...body }: ConfirmProps & { open?: boolean }) {
	const heading = useId();
	const close = closeUnless(body.busy, body.onClose);
	return (
		<Dialog open={open} onClose={close} labelledBy={heading} shape="center">
			<ConfirmBody {...body} onClose={close} heading={heading} />
		</Dialog>
	);
}

/** The inside of the dialog; `heading` is the id of its heading. */
export function ConfirmBody(props: ConfirmProps & { heading: string }) {
	const { heading, title, text, action, dangerous, busy, error, onClose, onDo } = props;
	return (
		<div className="dialog-body">
			<h2 id={heading}>{title}</h2>
			<p>{text}</p>
			<ErrorText error={error} />
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					{props.cancel ?? <Trans>Cancel</Trans>}
				</Button>
				<Button className={dangerous ? 'button-danger' : ''} busy={busy} onClick={onDo}>
					{action}
				</Button>
			</div>
		</div>
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
