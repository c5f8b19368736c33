/** Lists the keys of the console. */
import { DialogBox } from '../../lib/dialogs/dialog-box.tsx';
import { commandKey } from '../../lib/keys.ts';
import './palette.css';

export default function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
	const keys: [string[], string][] = [
		[[commandKey, 'K'], 'Search everything and run commands'],
		[['/'], 'Search the list on this screen'],
		[[commandKey, 'S'], 'Save the open form'],
		[['↑', '↓'], 'Move from row to row of a list'],
		[['Enter'], 'Open the row'],
		[['X'], 'Select the row'],
		[['Shift', '↓'], 'Select more rows'],
		[['Esc'], 'Close a dialog, or clear the selection'],
		[['?'], 'Show these keys'],
	];
	return (
		<DialogBox open={open} title="Keyboard shortcuts" onClose={onClose}>
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
