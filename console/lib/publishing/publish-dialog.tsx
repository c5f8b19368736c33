/** The last look before fans see an item: the checklist, the preview, when it appears, and how to undo it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';
import { type Check, Checklist, isBlocked } from './checklist.tsx';

export interface PublishDialogProps {
	title: string;
	checks: readonly Check[];
	preview: ReactNode;
	/** When fans see it, and until when it can be undone: one sentence each. */
	when: ReactNode;
	undo: ReactNode;
	/** Label of the button: publish, schedule, put on sale. */
	action?: string;
	busy: boolean;
	error?: unknown;
	/** What publishing does besides, to be chosen. */
	children?: ReactNode;
	onClose: () => void;
	onPublish: () => void;
}

export function PublishDialog(props: PublishDialogProps) {
	const { t } = useLingui();
	const heading = useId();
	const textOf = useErrorText();
	const { checks, onClose } = props;
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center" className="publish-dialog">
			<div className="dialog-body">
				<h2 id={heading}>{props.title}</h2>
				<Checklist checks={checks} />
				<section className="publish-preview">
					<h3>
						<Trans>As fans see it</Trans>
					</h3>
					{props.preview}
				</section>
				<p>
					{props.when} {props.undo}
				</p>
				{props.children}
				{props.error ? <FieldError>{textOf(props.error)}</FieldError> : null}
				<div className="dialog-actions">
					<Button variant="quiet" onClick={onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button busy={props.busy} disabled={isBlocked(checks)} onClick={props.onPublish}>
						{props.action ?? t`Publish`}
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
