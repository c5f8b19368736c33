/** Entries of a ranking: adding them singly or by file, and exporting the results. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { artistKind } from '../../rankings.ts';
import { count, epochSeconds, fanColor, id, idText, rankingKey } from '../../values/shapes.ts';
import { picture, uuid, waitsAs, why, read } from '../shapes.ts';

const byKey = z.object({ ranking_key: rankingKey });

export const consoleEntry = z.object({
	artist_id: id,
	kind: artistKind,
	en_name: z.string(),
	native_name: z.nullable(z.string()),
	sub_title: z.nullable(z.string()),
	avatar: picture,
	fan_color: fanColor,
	hidden: z.boolean(),
	rank: z.nullable(count),
	tickets: count,
});

const entries = z.object({ entries: z.array(consoleEntry) });

export const listEntries = read({
	path: '/console/rankings/:ranking_key/entries',
	summary: 'All entries in rank order, hidden ones last',
	params: byKey,
	reply: entries,
	problems: ['ranking_not_found'],
});

/** Maximum entries of a ranking, and rows of an import: the rules in the public log list all of them in one line of 65,535 bytes. */
export const ENTRIES_MAX = 3_000;

export const addEntries = endpoint({
	path: '/console/rankings/:ranking_key/entries',
	summary: 'Adds artists, all or none. Artists already in the ranking stay',
	access: 'operator:editor',
	params: byKey,
	body: z.object({ artist_ids: z.array(id).check(z.minLength(1), z.maxLength(2_000)) }),
	reply: entries,
	problems: [
		'ranking_not_found',
		'ranking_frozen',
		'artist_not_found',
		'artist_hidden',
		'too_many_entries',
		'artists_alike',
	],
});

export const removeEntry = endpoint({
	methods: ['DELETE'],
	path: '/console/rankings/:ranking_key/entries/:artist_id',
	summary: 'Removes an artist, before the opening',
	access: 'operator:editor',
	params: z.object({ ranking_key: rankingKey, artist_id: idText }),
	reply: entries,
	problems: ['ranking_not_found', 'ranking_frozen', 'artist_not_found'],
});

export const hideEntry = endpoint({
	methods: ['PUT'],
	path: '/console/rankings/:ranking_key/entries/:artist_id/hidden',
	summary:
		'Hides an entry, or shows it again. Its votes stay on record, and it takes no others. From the opening on, a second operator has to approve it',
	access: 'operator:editor',
	stepUp: true,
	params: z.object({ ranking_key: rankingKey, artist_id: idText }),
	body: z.object({ hidden: z.boolean(), why }),
	/** Current state. Unchanged while the change waits for approval. */
	reply: z.object({ ...entries.shape, approval_id: waitsAs }),
	problems: ['ranking_not_found', 'artist_not_found', 'ranking_state'],
});

/** Maximum size (bytes) of an import file. */
export const IMPORT_BYTES_MAX = 2 * 1024 * 1024;

export const importedRow = z.object({
	/** Row number as in a spreadsheet. The header row is 1. */
	row: count,
	/**
	 * `enter`: the artist will be added. `create`: the artist does not exist yet, and will be created and added.
	 * `already`: the artist is already in the ranking. All other values name the error.
	 */
	outcome: z.enum(['enter', 'create', 'already', 'unknown', 'incomplete', 'ambiguous', 'twice', 'hidden', 'empty']),
	/** `incomplete`: the column that is missing or wrong. */
	column: z.nullable(z.string()),
	/** The row's text in the file. */
	text: z.string(),
	artist_id: z.nullable(id),
	en_name: z.nullable(z.string()),
});

export const entryImport = z.object({
	import_id: z.string(),
	file_name: z.string(),
	encoding: z.enum(['UTF-8', 'UTF-16', 'CP949']),
	rows: z.array(importedRow),
	/** Number of rows that cannot be added. If it is not 0, nothing is committed. */
	errors: count,
	expires_time: epochSeconds,
});

export const previewImport = endpoint({
	methods: ['POST'],
	path: '/console/rankings/:ranking_key/entries/import',
	summary:
		'Reads a CSV file (multipart, field `file`; UTF-8, UTF-16 or CP949) with a column artist_id or en_name (and sub_title); changes nothing. An artist that does not exist yet is created if its row names a kind: solo (with gender and birthday), group or song. native_name, native_lang, nationality and fan_color may be given too',
	access: 'operator:editor',
	params: byKey,
	takesFile: { bytesMax: IMPORT_BYTES_MAX },
	reply: z.object({ preview: entryImport }),
	problems: [
		'ranking_not_found',
		'ranking_frozen',
		'file_missing',
		'file_too_large',
		'file_unreadable',
		'file_too_long',
	],
});

export const commitImport = endpoint({
	methods: ['POST'],
	path: '/console/rankings/:ranking_key/entries/import/:import_id/commit',
	summary:
		'Adds exactly the artists of the preview, all or none, once, within an hour, and creates those that did not exist. Refused if the ranking has changed since, or if such an artist exists by now',
	access: 'operator:editor',
	params: z.object({ ranking_key: rankingKey, import_id: uuid }),
	reply: entries,
	problems: [
		'ranking_not_found',
		'ranking_frozen',
		'import_not_found',
		'import_has_errors',
		'stale_edit',
		'too_many_entries',
		'artists_alike',
	],
	idempotent: true,
});

export const exportResults = endpoint({
	path: '/console/rankings/:ranking_key/results',
	summary: 'The current standings or the certified result as a file. Spreadsheets run none of its cells as a formula',
	access: 'operator',
	params: byKey,
	query: z.object({ format: z.optional(z.enum(['csv', 'json'])) }),
	givesFile: true,
	reply: z.string(),
	problems: ['ranking_not_found'],
});
