/** CSV as spreadsheets read it. */

export type CsvRow = readonly (string | number)[];

/** RFC 4180 with a byte order mark, so that spreadsheets take it for UTF-8. */
export const csv = (heading: readonly string[], rows: readonly CsvRow[]): string =>
	`${CSV_START}${csvLines([heading, ...rows])}`;

/** Begins a file whose lines follow one by one. */
export const CSV_START = '\uFEFF';

export const csvLines = (rows: readonly CsvRow[]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** What a spreadsheet would run as a formula (a Japanese one also in full width), also after apostrophes, so that one of ours can be told from one of a name. */
const FORMULA = /^'*\s*[=+\-@\t\r|%\uFF1D\uFF0B\uFF0D\uFF20]/;

/** What a spreadsheet takes for a number, a time or a day, and writes in its own way: digits and signs around nothing, or a month. */
const AROUND = /[\p{Nd}\p{Sc}\s.,:/()'’%+年月日년월일시분초-]/gu;
const MONTH =
	/^(?:e|[ap]m|(?:jan|ene|fe[bv]|m[aä]r|a[bpv]r|ma[iy]|mei|ju[nil]|a[ug][gou]|se[pt]|o[ckut]t|nov|d[eéi][cz]|des)(?:[teyio]|.{2,7})?)?$/;

/** A name whose digits stay. For columns of names alone: prices and days are to be numbers and days. */
export function asName<Text extends string | null>(text: Text) {
	if (text === null || text.length > 40 || !/\p{Nd}/u.test(text) || FORMULA.test(text)) return text;
	return MONTH.test(text.replaceAll(AROUND, '').toLowerCase()) ? `'${text}` : text;
}

/** Text that a spreadsheet would run as a formula begins with an apostrophe, which `fromCell` takes off again. */
function cell(value: string | number): string {
	if (typeof value === 'number') return String(value);
	const harmless = FORMULA.test(value) ? `'${value}` : value;
	return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns the text that `cell` or `asName` wrote, or that others wrote as a formula of a text, so that a spreadsheet keeps its zeros. */
export function fromCell(text: string): string {
	const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(text) ?? [];
	if (quoted !== undefined) return quoted.replaceAll('""', '"');
	const rest = text.slice(1);
	return text.startsWith("'") && (FORMULA.test(rest) || asName(rest) !== rest) ? rest : text;
}

/** A cell, in quotes with space around them or without any; then its end. Spreadsheets also write semicolons and tabs. */
const TOKENS = {
	',': /(?:"((?:[^"]|"")*)" *|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y,
	';': /(?:"((?:[^"]|"")*)" *|([^";\r\n][^;\r\n]*)?)(;|\r\n|\n|\r|$)/y,
	'\t': /(?:"((?:[^"]|"")*)" *|([^"\t\r\n][^\t\r\n]*)?)(\t|\r\n|\n|\r|$)/y,
};
export type Separator = keyof typeof TOKENS;
export const SEPARATORS = [',', ';', '\t'] as const;

/** @throws {SyntaxError} where quotes do not match */
export function parseCsv(text: string, separator: Separator = ','): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	const token = TOKENS[separator];
	token.lastIndex = 0;
	while (token.lastIndex < text.length) {
		token.lastIndex += (/^ *(?=")/.exec(text.slice(token.lastIndex, token.lastIndex + 10))?.[0] ?? '').length;
		const found = token.exec(text);
		if (!found) throw new SyntaxError('The quotes do not match');
		row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
		if (found[3] !== separator) {
			rows.push(row);
			row = [];
		} else if (token.lastIndex === text.length) row.push('');
	}
	if (row.length > 0) rows.push(row);
	return rows;
}
