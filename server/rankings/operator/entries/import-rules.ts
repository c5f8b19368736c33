/** Reads a file of entries. Pure: bytes and artists in, rows with their outcome out. */
import iconv from 'iconv-lite';
import { ENTRIES_MAX, type importedRow } from '#contract/operator/rankings/entries.ts';
import { line } from '#contract/values/shapes.ts';
import { asciiDigits } from '#contract/values/digits.ts';
import { fold, mended, tidyLine } from '#contract/values/text.ts';
import * as z from 'zod/mini';
import { Problem } from '#server/kernel/problem.ts';
import { fromCell, parseCsv, SEPARATORS, type Separator } from '#server/kernel/csv.ts';
import { newArtist } from '#contract/operator/artists.ts';

/** `create` is the artist that a row with this outcome would create. */
export type ImportedRow = z.output<typeof importedRow> & { create?: NewArtist };

export interface Candidate {
	artistId: number;
	enName: string;
	subTitle: string | null;
	hidden: boolean;
}

export type Encoding = 'UTF-8' | 'UTF-16' | 'CP949';

const SAVE_AS_CSV = { message: 'This file cannot be read. In the spreadsheet, save it as “CSV UTF-8”' };

/** Decodes by byte order mark, else as UTF-8 if valid, else as CP949 (Korean spreadsheets). @throws {Problem} */
export function decodeFile(bytes: Buffer): { text: string; encoding: Encoding } {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return { text: decode(bytes, 'utf-16le'), encoding: 'UTF-16' };
	if (first === 0xfe && second === 0xff) return { text: decode(bytes, 'utf-16be'), encoding: 'UTF-16' };
	if (bytes.includes(0)) throw new Problem('file_unreadable', SAVE_AS_CSV);
	try {
		return { text: decode(bytes, 'utf-8'), encoding: 'UTF-8' };
	} catch {
		// The platform's own decoder knows EUC-KR only, without what CP949 adds to it.
		const text = iconv.decode(bytes, 'cp949');
		if (text.includes('\uFFFD') || !isKorean(text)) throw new Problem('file_unreadable', SAVE_AS_CSV);
		return { text, encoding: 'CP949' };
	}
}

/** The syllables that names and texts are made of. Chinese bytes are characters of CP949, too, but syllables of all kinds. */
const USUAL = new Set(
	'가각간갈감강개건걸게겨결경계고곡골공과관광교구국권규그극근글금기길김꽃꿈나난날남내너년노누눈늘니닝다단달담당대더덕데델도독돌동두드든들디뜻' +
		'라락란람랑래러럭레려련렬로록료루류르리린림마만말망매맹머먼메면명모목무묵문물뮤미민믹바박반발밤방배백뱅버번범베별병보복봄봉부북분불브블비빅빈빛' +
		'사산살상새색샘샤서석선설성세셀소속손솔송수숙순숲스슬승시식신실심싱아안알암애야약양어언에엔여연열염영예오온올와왕요용우욱운울웅원월위유육윤율으은을음의이인일임입' +
		'자작장재저적전점정제조존종좌주준중즈지직진집차찬창채처천철청초총최추춘출충츠치카칸케코쿠크클키타탄태터토트틴티파판팀페편평포표품프플피핀필' +
		'하학한할함합해핵향허혁현혈형혜호혼홍화환황회효후훈휘흥희히',
);

function isKorean(text: string): boolean {
	const others = text.match(/[^\0-\u007f]/gu) ?? [];
	return others.filter((character) => USUAL.has(character)).length * 2 >= others.length;
}

function decode(bytes: Buffer, encoding: string): string {
	const decoder = new TextDecoder(encoding, { fatal: true });
	try {
		return decoder.decode(bytes);
	} catch (cause) {
		throw Object.assign(new Problem('file_unreadable', SAVE_AS_CSV), { cause });
	}
}

export interface NamedRow {
	/** Row number as in a spreadsheet. */
	row: number;
	text: string;
	artistId: number | null;
	enName: string;
	subTitle: string;
	wrong: string | null;
	cell: (column: string) => string;
}

/** @throws {Problem} for a file without a heading we know, or with too many rows */
export function readRows(text: string): NamedRow[] {
	const rows = rowsOf(text).map((cells, index) => ({ cells, row: index + 1 }));
	const [heading, ...filled] = rows.filter(({ cells }) => cells.join('').trim());
	const columns = (heading?.cells ?? []).map(columnOf);
	const twice = COLUMNS.find((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
	if (twice !== undefined) throw new Problem('file_unreadable', { message: `The column ${twice} is there twice` });
	if (filled.length === 0) throw new Problem('file_unreadable', { message: 'The file has no rows below its headings' });
	if (filled.length > ENTRIES_MAX) throw new Problem('file_too_long');
	return filled.map(({ cells, row }) => {
		const cell = (column: string) => tidyLine(fromCell((cells[columns.indexOf(column)] ?? '').trim()));
		const id = wholeOf(cell('artist_id'));
		const isWrong = (column: string) => cell(column) !== '' && !z.safeParse(anyCell, cell(column)).success;
		return {
			row,
			text: mended(cells.join(', '), TEXT_MAX),
			artistId: id === '' ? null : /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0,
			enName: cell('en_name'),
			subTitle: cell('sub_title'),
			wrong: columns.find((column) => COLUMNS.includes(column) && isWrong(column)) ?? null,
			cell,
		};
	});
}

/** Programs that take an empty cell for a number write all numbers of its column with a decimal. */
const wholeOf = (cell: string): string => asciiDigits(cell).replace(/^(\d+)[.,]0$/, '$1');

const TEXT_MAX = 300;
/** Spreadsheets write these in place of what they could not work out, or could not save in their encoding. */
const LOST = /^(?:#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)|\?[\s?]+)$/i;
const anyCell = line(TEXT_MAX).check(z.refine((cell) => !LOST.test(cell)));
const COLUMNS = ['artist_id', 'en_name', 'sub_title', 'kind', 'gender', 'birthday', 'native_name'];

const columnOf = (cell: string): string => fold(cell).replaceAll(/[ -]/g, '_');

/** Rows of the file, the heading first. Spreadsheets say in a first line of their own what separates the cells. */
function rowsOf(file: string): string[][] {
	const marked = file.endsWith('\u001A') ? file.slice(0, -1) : file;
	const whole = marked.replace(/^\uFEFF/, '');
	const [start = '', said] = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i.exec(whole) ?? [];
	const text = whole.slice(start.length);
	// Cells without a text cost as much as others, and a sheet that was formatted to its last row has a million.
	if ((text.match(/[,;\t\r\n]/g)?.length ?? 0) > CELLS_MAX)
		throw new Problem('file_too_long', { message: 'The file has too many cells. Delete empty rows and columns' });
	for (const separator of said === undefined ? SEPARATORS : SEPARATORS.filter((one) => one === said)) {
		const [heading = ''] = /^[^\r\n]*/.exec(text.slice(EMPTY_ROWS.exec(text)?.[0].length)) ?? [];
		const columns = heading.split(separator).map((cell) => columnOf(cell.replaceAll('"', '')));
		if (columns.includes('artist_id') || columns.includes('en_name')) return cellsOf(text, separator);
	}
	throw new Problem('file_unreadable', { message: 'The first row must name a column artist_id or en_name' });
}

const CELLS_MAX = 300_000;
/** A spreadsheet may have a space above its table. */
const EMPTY_ROWS = /^[,;\t ]*[\r\n][,;\s]*/;

function cellsOf(text: string, separator: Separator): string[][] {
	try {
		return parseCsv(text, separator);
	} catch (cause) {
		throw Object.assign(new Problem('file_unreadable', { message: 'The quotes in this file do not match' }), { cause });
	}
}

export function judgeRows(
	rows: readonly NamedRow[],
	candidates: readonly Candidate[],
	entered: ReadonlySet<number>,
): ImportedRow[] {
	const seen = new Set<number | string>();
	const named = candidates.map((one) => ({ ...one, name: fold(one.enName), sub: fold(one.subTitle ?? '') }));
	return rows.map((row) => {
		const [name, sub] = [fold(row.enName), fold(row.subTitle)];
		const isNamed = row.artistId !== null || row.enName !== '';
		const found = named.filter(
			(one) =>
				isNamed &&
				(row.artistId === null || one.artistId === row.artistId) &&
				(name === '' || name === one.name) &&
				(sub === '' || sub === one.sub),
		);
		const [artist] = found;
		const base = {
			row: row.row,
			text: row.text,
			artist_id: artist?.artistId ?? null,
			en_name: artist?.enName ?? null,
			column: null,
		};
		// Of an artist that exists only the id and the names count, and one may be called "????".
		if (row.wrong !== null && (!artist || row.artistId === null))
			return { ...base, outcome: 'incomplete', column: row.wrong };
		if (!isNamed) return { ...base, outcome: 'empty' };
		if (!artist) return { ...base, ...judgeNew(row, seen) };
		if (found.length > 1) return { ...base, outcome: 'ambiguous', artist_id: null, en_name: artist.enName };
		if (seen.has(artist.artistId)) return { ...base, outcome: 'twice' };
		seen.add(artist.artistId);
		if (entered.has(artist.artistId)) return { ...base, outcome: 'already' };
		return { ...base, outcome: artist.hidden ? 'hidden' : 'enter' };
	});
}

function judgeNew(
	{ artistId, enName, subTitle, cell }: NamedRow,
	seen: Set<number | string>,
): Pick<ImportedRow, 'outcome' | 'create' | 'en_name'> & Partial<Pick<ImportedRow, 'column'>> {
	const named = { en_name: enName || null };
	if (artistId !== null || cell('kind') === '') return { ...named, outcome: 'unknown' };
	const { artist: create, column } = readNewArtist(cell);
	if (!create) return { ...named, outcome: 'incomplete', column };
	const name = `${fold(enName)}\n${fold(subTitle)}`;
	if (seen.has(name)) return { ...named, outcome: 'twice' };
	seen.add(name);
	return { ...named, outcome: 'create', create };
}

const HARMLESS: readonly ImportedRow['outcome'][] = ['enter', 'create', 'already'];

export const isError = ({ outcome }: ImportedRow): boolean => !HARMLESS.includes(outcome);

export type NewArtist = z.output<typeof newArtist>;

const MALE = '1 male m man 남 남자 남성 男 男性 男生 ชาย ผู้ชาย nam masculino hombre homem laki-laki pria lelaki';
const FEMALE = '2 female f woman 여 여자 여성 女 女性 女生 หญิง ผู้หญิง nữ femenino feminino mujer mulher perempuan wanita';
const GENDERS = new Map(
	[MALE, FEMALE].flatMap((words, index) => words.split(' ').map((word) => [fold(word), index + 1] as const)),
);

/** A day as spreadsheets write it, the year first. Where the month comes first, or the day, is a guess that nobody may make. */
const DAY = /^(\d{4}) ?[-/.年년] ?(\d{1,2}) ?[-/.月월] ?(\d{1,2}) ?[.日일]?$/;

function dayOf(text: string): string {
	const [, year, month = '', day = ''] = DAY.exec(asciiDigits(text)) ?? [];
	return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The artist by the contract's rules, or the first wrong column. Visible: hidden ones enter no ranking. */
function readNewArtist(
	cell: (column: string) => string,
): { artist: NewArtist; column: null } | { artist: null; column: string } {
	const gender = wholeOf(cell('gender'));
	const { success, data, error } = z.safeParse(newArtist, {
		kind: fold(cell('kind')),
		en_name: cell('en_name'),
		native_name: cell('native_name') || null,
		native_lang: cell('native_lang') || null,
		sub_title: cell('sub_title') || null,
		nationality: cell('nationality').toUpperCase() || null,
		// An unknown word is not the same as none.
		gender: gender === '' ? null : (GENDERS.get(/\p{N}/u.test(gender) ? gender : fold(gender)) ?? 0),
		birthday: dayOf(cell('birthday')) || null,
		fan_color: cell('fan_color').toUpperCase() || null,
		avatar_media_id: null,
		description_raw: '',
		hidden: false,
	});
	if (!success) return { artist: null, column: String(error.issues[0]?.path[0] ?? 'kind') };
	if (data.kind === 'solo' && data.gender === null) return { artist: null, column: 'gender' };
	if (data.kind === 'solo' && data.birthday === null) return { artist: null, column: 'birthday' };
	return { artist: data, column: null };
}
