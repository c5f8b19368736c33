/** Statements on every column that holds what operators wrote, beside its sanitized copy and the copy's policy. */
import type { Db } from '#server/kernel/database.ts';
import { raw as text, sql } from '#server/kernel/sql.ts';

const COLUMNS = {
	artist: { id: 'artist_id', column: 'description' },
	news: { id: 'news_id', column: 'content' },
	translation: { id: 'translation_id', column: 'text' },
	// One row, which has no number.
	site_setting: { id: '0', column: 'check_in_rule' },
} as const;

export type Place = keyof typeof COLUMNS;
export const PLACES = Object.keys(COLUMNS) as Place[];

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

export function selectOutdated(
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
export function updateCopy(
	db: Db,
	place: Place,
	{ id, raw, html, policy }: { id: number; raw: string; html: string; policy: number },
): Promise<void> {
	const names = namesOf(place);
	return sql`update ${names.table} set ${names.html} = ${html}, ${names.policy} = ${policy}
		where ${names.id} = ${id} and ${names.raw} = ${raw} and ${names.policy} < ${policy}`.run(db);
}
