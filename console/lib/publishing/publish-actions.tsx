/** Publishes content from its editor, together with its edits, and takes it back. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Confirm } from '../dialogs/confirm.tsx';
import { PublishDialog, type PublishDialogProps } from './publish-dialog.tsx';

export interface PublishActionsProps extends Pick<
	PublishDialogProps,
	'title' | 'checks' | 'preview' | 'when' | 'action'
> {
	/** True if fans see the stored item, now or at a time that is set. */
	published: boolean;
	busy: boolean;
	/** Marks the fields that are wrong. Returns true if there are none. */
	checkFields: () => boolean;
	/** Saves the edits; fans see the item from then on, or no longer. Returns true if it is done. */
	save: (published: boolean) => Promise<boolean>;
}

export function PublishActions({ published, busy, checkFields, save, ...dialog }: PublishActionsProps) {
	const { t } = useLingui();
	const [asking, setAsking] = useState(false);
	const close = () => setAsking(false);
	const done = (ok: Promise<boolean>) => void ok.finally(close);
	return (
		<>
			<Button
				variant={published ? 'quiet' : 'primary'}
				disabled={busy}
				onClick={() => setAsking(published || checkFields())}
			>
				{published ? <Trans>Unpublish</Trans> : <Trans>Publish…</Trans>}
			</Button>
			{asking && published && (
				<Confirm
					title={t`Unpublish this?`}
					text={<Trans>Fans no longer see it. You can publish it again at any time.</Trans>}
					action={t`Unpublish`}
					busy={busy}
					onClose={close}
					onDo={() => done(save(false))}
				/>
			)}
			{asking && !published && (
				<PublishDialog
					{...dialog}
					undo={<Trans>You can unpublish it at any time.</Trans>}
					busy={busy}
					onClose={close}
					onPublish={() => done(save(true))}
				/>
			)}
		</>
	);
}
