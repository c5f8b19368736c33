/** Sanitizes anew what was sanitized under an older policy: fans get a stored copy, which would stay as it was. */
import { type Db, raw as text, sql } from '#server/kernel/database.ts';
import { POLICY_VERSION, sanitizeHtml } from './html.ts';

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

/** Statements on every column that holds what operators wrote, beside its sanitized copy and the copy's policy. */
const COLUMNS = {
	artist: { id: 'artist_id', column: 'description' },
	news: { id: 'news_id', column: 'content' },
	translation: { id: 'translation_id', column: 'text' },
	// One row, which has no number.
	site_setting: { id: '0', column: 'check_in_rule' },
} as const;

type Place = keyof typeof COLUMNS;
const PLACES = Object.keys(COLUMNS) as Place[];

const namesOf = (place: Place) => {
	const { id, column } = COLUMNS[place];
	return {
		table: text(place),
		id: text(id),
		raw: text(`${column}_raw`),
		html: text(`${column}_html`),
		policy: text(`${column}_policy`),
	};
};

function selectOutdated(
	db: Db,
	place: Place,
	{ policy, after, limit }: { policy: number; after: number; limit: number },
): Promise<{ id: number; raw: string }[]> {
	const names = namesOf(place);
	return sql`select ${names.id} as id, ${names.raw} as raw from ${names.table}
		where ${names.policy} < ${policy} and ${names.raw} <> '' and ${names.id} > ${after}
		order by 1 limit ${limit}`.all(db);
}

/** Does nothing if the text was edited since it was read: then it has a copy under the present policy. */
function updateCopy(
	db: Db,
	place: Place,
	{ id, raw, html, policy }: { id: number; raw: string; html: string; policy: number },
): Promise<void> {
	const names = namesOf(place);
	return sql`update ${names.table} set ${names.html} = ${html}, ${names.policy} = ${policy}
		where ${names.id} = ${id} and ${names.raw} = ${raw} and ${names.policy} < ${policy}`.run(db);
}
