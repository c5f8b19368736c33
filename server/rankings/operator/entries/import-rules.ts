/** Reads a file of entries. Pure: bytes and artists in, rows with their outcome out. */
import iconv from 'iconv-lite';
import { type importedRow, IMPORT_ROWS_MAX } from '#contract/operator/rankings/entries.ts';
import type * as z from 'zod/mini';
import { Problem } from '#server/kernel/problem.ts';
import { parseCsv } from '#server/kernel/csv.ts';
import { type NewArtist, readNewArtist } from './import-artists.ts';

/** `create` is the artist that a row with this outcome would create. */
export type ImportedRow = z.output<typeof importedRow> & { create?: NewArtist };

/** An artist that a row may mean. */
export interface Candidate {
	artistId: number;
	enName: string;
	subTitle: string | null;
	hidden: boolean;
}

export type Encoding = 'UTF-8' | 'UTF-16' | 'CP949';

/** Decodes by byte order mark, else as UTF-8 if valid, else as CP949 (Korean spreadsheets). @throws {Problem} */
export function decodeFile(bytes: Buffer): { text: string; encoding: Encoding } {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return { text: decode(bytes, 'utf-16le'), encoding: 'UTF-16' };
	if (first === 0xfe && second === 0xff) return { text: decode(bytes, 'utf-16be'), encoding: 'UTF-16' };
	if (bytes.includes(0)) throw new Problem('file_unreadable');
	try {
		return { text: decode(bytes, 'utf-8'), encoding: 'UTF-8' };
	} catch {
		// The platform's own decoder knows EUC-KR only, without what CP949 adds to it.
		const text = iconv.decode(bytes, 'cp949');
		if (text.includes('\uFFFD')) throw new Problem('file_unreadable');
		return { text, encoding: 'CP949' };
	}
}

function decode(bytes: Buffer, encoding: string): string {
	const decoder = new TextDecoder(encoding, { fatal: true });
	try {
		return decoder.decode(bytes);
	} catch (cause) {
		throw Object.assign(new Problem('file_unreadable'), { cause });
	}
}

/** A row's reference to an artist. */
export interface NamedRow {
	/** Row number as in a spreadsheet. */
	row: number;
	text: string;
	artistId: number | null;
	enName: string;
	subTitle: string;
	/** Returns the row's text in a column, trimmed; empty if the file has no such column. */
	cell: (column: string) => string;
}

/** @throws {Problem} for a file without a heading we know, or with too many rows */
export function readRows(text: string): NamedRow[] {
	const [heading = [], ...rows] = cellsOf(text);
	const columns = heading.map((cell) => cell.trim().toLowerCase());
	if (!columns.includes('artist_id') && !columns.includes('en_name')) {
		throw new Problem('file_unreadable', { message: 'The first row must name a column artist_id or en_name' });
	}
	const filled = rows.map((cells, index) => ({ cells, row: index + 2 })).filter(({ cells }) => cells.join('').trim());
	if (filled.length > IMPORT_ROWS_MAX) throw new Problem('file_too_long');
	return filled.map(({ cells, row }) => {
		const cell = (column: string) => cells[columns.indexOf(column)]?.trim() ?? '';
		const id = cell('artist_id');
		return {
			row,
			text: cells.join(', ').slice(0, 300),
			artistId: id === '' ? null : /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0,
			enName: cell('en_name'),
			subTitle: cell('sub_title'),
			cell,
		};
	});
}

function cellsOf(text: string): string[][] {
	try {
		return parseCsv(text.replace(/^\uFEFF/, ''));
	} catch (cause) {
		throw Object.assign(new Problem('file_unreadable', { message: 'The quotes in this file do not match' }), { cause });
	}
}

/** Returns the outcome of each row. A row changes nothing if its artist is already in the ranking. */
export function judgeRows(
	rows: readonly NamedRow[],
	candidates: readonly Candidate[],
	entered: ReadonlySet<number>,
): ImportedRow[] {
	const seen = new Set<number | string>();
	return rows.map((row) => {
		const found = matches(row, candidates);
		const [artist] = found;
		const base = { row: row.row, text: row.text, artist_id: artist?.artistId ?? null, en_name: artist?.enName ?? null };
		if (row.artistId === null && row.enName === '') return { ...base, outcome: 'empty' };
		if (!artist) return { ...base, ...judgeNew(row, seen) };
		if (found.length > 1) return { ...base, outcome: 'ambiguous', artist_id: null, en_name: artist.enName };
		if (seen.has(artist.artistId)) return { ...base, outcome: 'twice' };
		seen.add(artist.artistId);
		if (entered.has(artist.artistId)) return { ...base, outcome: 'already' };
		return { ...base, outcome: artist.hidden ? 'hidden' : 'enter' };
	});
}

/** Returns the outcome of a row whose artist does not exist. Adds the artist's name to those seen in the file. */
function judgeNew(
	{ artistId, enName, subTitle, cell }: NamedRow,
	seen: Set<number | string>,
): Pick<ImportedRow, 'outcome' | 'create' | 'en_name'> {
	const named = { en_name: enName || null };
	if (artistId !== null || cell('kind') === '') return { ...named, outcome: 'unknown' };
	const create = readNewArtist(cell);
	if (!create) return { ...named, outcome: 'incomplete' };
	const name = `${enName}\n${subTitle}`.toLowerCase();
	if (seen.has(name)) return { ...named, outcome: 'twice' };
	seen.add(name);
	return { ...named, outcome: 'create', create };
}

/** Finds artists for a row. If the row gives both an id and a name, both must match. */
function matches({ artistId, enName, subTitle }: NamedRow, candidates: readonly Candidate[]): Candidate[] {
	const same = (one: string, other: string | null) => one === '' || one.toLowerCase() === (other ?? '').toLowerCase();
	if (artistId === null && enName === '') return [];
	return candidates.filter(
		(artist) =>
			(artistId === null || artist.artistId === artistId) &&
			same(enName, artist.enName) &&
			same(subTitle, artist.subTitle),
	);
}

const HARMLESS: readonly ImportedRow['outcome'][] = ['enter', 'create', 'already'];

export const isError = ({ outcome }: ImportedRow): boolean => !HARMLESS.includes(outcome);
