/** The buttons of an editor, at the bottom of the screen while its fields are longer. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';

interface Props {
	busy: boolean;
	/** True if there is nothing to save or discard. */
	idle: boolean;
	saveLabel: ReactNode;
	actions: ReactNode;
	onDiscard: () => void;
}

export function EditorBar({ busy, idle, saveLabel, actions, onDiscard }: Props) {
	return (
		<div className="editor-bar">
			<Button variant="quiet" disabled={idle} onClick={onDiscard}>
				<Trans>Discard</Trans>
			</Button>
			<Button type="submit" variant={actions ? 'line' : 'primary'} busy={busy} disabled={idle}>
				{saveLabel}
			</Button>
			{actions}
		</div>
	);
}
