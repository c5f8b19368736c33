/** Hides items of a list from fans, or shows them. Both can be taken back. */
import type { setArtistsHidden, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { call } from '../../api/call.ts';
import { type BulkAction, rowResults, versionsOf } from './bulk-action.ts';

interface Hiding<Row> {
	endpoint: typeof setArtistsHidden | typeof setNewsHidden;
	itemOf: (row: Row) => { id: number; version: number };
	onDone: () => void;
}

/** Returns what the two actions share, for the one that hides and the one that shows. */
export function hidingAction<Row>({ endpoint, itemOf, onDone }: Hiding<Row>) {
	const set = async (items: { id: number; version: number }[], hidden: boolean, isDryRun: boolean) =>
		rowResults((await call(endpoint, { body: { items, hidden, dry_run: isDryRun } })).results);
	return (hidden: boolean): Omit<BulkAction<Row>, 'key' | 'label' | 'words'> => ({
		endpoint,
		run: (rows, { isDryRun }) => set(rows.map(itemOf), hidden, isDryRun),
		undo: (done) => set(versionsOf(done), !hidden, false),
		onDone,
	});
}
