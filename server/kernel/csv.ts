/** CSV as spreadsheets read it. */

export type CsvRow = readonly (string | number)[];

/** RFC 4180 with a byte order mark, so that spreadsheets take it for UTF-8. */
export function csv(heading: readonly string[], rows: readonly CsvRow[]): string {
	return `${CSV_START}${csvLines([heading, ...rows])}`;
}

/** Begins a file whose lines follow one by one. */
export const CSV_START = '\uFEFF';

export const csvLines = (rows: readonly CsvRow[]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Text that a spreadsheet would run as a formula begins with an apostrophe instead. */
function cell(value: string | number): string {
	if (typeof value === 'number') return String(value);
	const harmless = /^[\s]*[=+\-@\t\r|%]/.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** @throws {SyntaxError} where quotes do not match */
export function parseCsv(text: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	// A cell in quotes, or without; then what ends it.
	const token = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
	while (token.lastIndex < text.length) {
		const found = token.exec(text);
		if (!found) throw new SyntaxError('The quotes do not match');
		row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
		if (found[3] !== ',') {
			rows.push(row);
			row = [];
		} else if (token.lastIndex === text.length) {
			row.push('');
		}
	}
	if (row.length > 0) rows.push(row);
	return rows;
}
