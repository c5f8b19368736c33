/** Sanitizes anew what was sanitized under an older policy: fans get a stored copy, which would stay as it was. */
import type { Db } from '#server/kernel/database.ts';
import { POLICY_VERSION, sanitizeHtml } from './html.ts';
import { PLACES, selectOutdated, updateCopy } from './sql.ts';

const ROWS_PER_READ = 200;

/** Runs when a process starts. A text that cannot be sanitized costs only itself, and is reported. */
export async function rebuildCopies(db: Db, log: { error(fault: object, message: string): void }): Promise<void> {
	for (const place of PLACES) {
		let rows: { id: number; raw: string }[];
		let after = -1;
		do {
			rows = await selectOutdated(db, place, { policy: POLICY_VERSION, after, limit: ROWS_PER_READ });
			for (const { id, raw } of rows) {
				try {
					await updateCopy(db, place, { id, raw, ...sanitizeHtml(raw) });
				} catch (err) {
					log.error({ err, table: place, id }, 'the text cannot be sanitized under the present policy');
				}
				after = id;
			}
		} while (rows.length === ROWS_PER_READ);
	}
}
