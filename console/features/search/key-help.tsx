/** Lists the keys of the console. */
import { useLingui } from '@lingui/react/macro';
import { DialogBox } from '../../lib/dialogs/dialog-box.tsx';
import { commandKey } from '../../lib/keys.ts';
import './palette.css';

export default function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
	const { t } = useLingui();
	const keys: [string[], string][] = [
		[[commandKey, 'K'], t`Search everything and run commands`],
		[['/'], t`Search the list on this screen`],
		[[commandKey, 'S'], t`Save the open form`],
		[['↑', '↓'], t`Move from row to row of a list`],
		[['Enter'], t`Open the row`],
		[['X'], t`Select the row`],
		[['Shift', '↓'], t`Select more rows`],
		[['Esc'], t`Close a dialog, or clear the selection`],
		[['?'], t`Show these keys`],
	];
	return (
		<DialogBox open={open} title={t`Keyboard shortcuts`} onClose={onClose}>
			<dl className="key-help">
				{keys.map(([names, what]) => (
					<div key={what}>
						<dt>
							{names.map((name) => (
								<kbd key={name}>{name}</kbd>
							))}
						</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
		</DialogBox>
	);
}
