/** Files of entries as spreadsheets and other sites write them. */
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it, vi } from 'vitest';
import { ENTRIES_MAX } from '#contract/operator/rankings/entries.ts';
import { asName, csv, fromCell, parseCsv, SEPARATORS } from '#server/kernel/csv.ts';
import { Problem } from '#server/kernel/problem.ts';
import { decodeFile, judgeRows, readRows, type Candidate } from './import-rules.ts';

const rowsOf = (bytes: Buffer) => readRows(decodeFile(bytes).text);
const judged = (text: string, candidates: Candidate[] = []) => judgeRows(readRows(text), candidates, new Set());
const artist = (artistId: number, enName: string): Candidate => ({ artistId, enName, subTitle: null, hidden: false });

/** What a spreadsheet makes of a cell that it takes for a number. */
const asRetyped = (cell: string) => (/^[\d.,]*\d[\d.,]*$/.test(cell) ? String(Number(cell.replace(',', '.'))) : cell);

function faultOf(work: () => unknown): string {
	try {
		work();
		return '';
	} catch (error) {
		return error instanceof Problem ? error.slug : 'another fault';
	}
}

describe('a name that we export', () => {
	const signs = Array.from('=+-@|%＝＋－＠\'"`,;.# \tab가あ★😀?0257:/').concat('👩‍🎤', '１', 'İ', 'é', ' May ', ' pm');
	const name = fc
		.array(fc.constantFrom(...signs, '#N/A', '????'), { minLength: 1, maxLength: 12 })
		.map((parts) => parts.join('').normalize('NFC').replaceAll(/\s+/g, ' ').trim())
		.filter((text) => text !== '');

	it.each(SEPARATORS)('is imported again, also when a spreadsheet has saved it with %j between', (separator) => {
		fc.assert(
			fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), (names) => {
				const rows = names.map((text, index) => [index + 1, index + 7, asName(text), asName(text)]);
				const ours = csv(['rank', 'artist_id', 'en_name', 'sub_title'], rows);
				const saved = parseCsv(ours.slice(1))
					.map((cells) => cells.map((cell) => `"${asRetyped(cell).replaceAll('"', '""')}"`).join(separator))
					.join('\r\n');
				for (const file of [ours, saved, `sep=${separator}\r\n${saved}`, Buffer.from(`\ufeff${saved}`, 'utf16le')]) {
					if (file === ours && separator !== ',') continue;
					const artists = names.map((text, index) => ({ ...artist(index + 7, text), subTitle: text }));
					const found = judgeRows(rowsOf(Buffer.from(file)), artists, new Set());
					expect(found.map(({ outcome, artist_id }) => [outcome, artist_id])).toEqual(
						names.map((_, index) => ['enter', index + 7]),
					);
				}
			}),
		);
	});

	const NUMBERS = "007|1E5|10.10|10/10|5-1|2 PM|2:30|May 7|7 mai|3月5日|1/2|24,0|'007|5%".split('|');
	it.each(NUMBERS)('stays what it is where a spreadsheet would see a number, a time or a day: %s', (text) => {
		expect(csv(['en_name'], [[asName(text)]])).toContain(`'${text}`);
		expect(fromCell(asName(text))).toBe(text);
	});

	it.each(['Nova 7', '24 Hours', 'Mayday', '7 Moons', 'B-2'])('is not marked without need: %s', (text) => {
		expect(asName(text)).toBe(text);
	});

	it('begins with no formula', () => {
		fc.assert(
			fc.property(name, (text) => {
				expect(csv(['en_name'], [[text]])).not.toMatch(/\n"?\s*[=+\-@|%\t＝＋－＠]/);
			}),
		);
	});
});

describe('a spreadsheet’s own file', () => {
	const table = ['artist_id;en_name', '1;Nova', '2;"Sol; Vane"'].join('\r\n');
	it.each([
		['semicolons', Buffer.from(table)],
		['an end as DOS writes it', Buffer.from(`${table}\u001A`)],
		['a line that names the separator', Buffer.from(`sep=;\r\n${table}`)],
		['the same with a byte order mark', Buffer.from(`\ufeffsep=;\r\n${table}`)],
		['Unicode text', Buffer.from('\ufeffartist_id\ten_name\r\n1\tNova\r\n2\t"Sol; Vane"', 'utf16le')],
		['spaces around quotes', Buffer.from(table.replaceAll('Nova', ' "Nova" ').replace(';"Sol', '; "Sol'))],
		['quotes within', Buffer.from(table.replace('Nova', 'Nova "No" Va'))],
		['full-width numbers', Buffer.from(table.replace('\n1', '\n１').replace('\n2', '\n２'))],
		['spaces around the heading', Buffer.from(table.replace('artist_id;en_name', ' Artist ID ; EN_Name '))],
		['hyphens in the heading', Buffer.from(table.replaceAll('_', '-'))],
		['empty rows below', Buffer.from(`${table}\r\n;\r\n;;\r\n\r\n`)],
		['numbers as formulas of texts', Buffer.from(table.replaceAll(/\d/g, '="$&"'))],
		['numbers with a decimal', Buffer.from(table.replaceAll(/\d/g, '$&.0'))],
		['numbers with a decimal comma', Buffer.from(table.replaceAll(/\d/g, '$&,0'))],
		['carriage returns alone', Buffer.from(table.replaceAll('\n', ''))],
		['two byte order marks', Buffer.from(`\ufeff\ufeff${table}`)],
	])('is read: %s', (_, bytes) => {
		expect(rowsOf(bytes).map(({ row, artistId }) => [row, artistId])).toEqual([
			[2, 1],
			[3, 2],
		]);
	});

	it.each(['\r\n', '\n\r\n', ';;\r\n', ' \r'])('is read below rows without a text (%j), which count', (rows) => {
		const above = rows.match(/\r\n|\r|\n/g)?.length ?? 0;
		const read = rowsOf(Buffer.from(rows + table));
		expect(read.map(({ row, artistId }) => [row, artistId])).toEqual([
			[above + 2, 1],
			[above + 3, 2],
		]);
	});

	it('that names a column twice is refused: either one may hold the names', () => {
		expect(() => rowsOf(Buffer.from('EN name;Kind;en_name\r\n;solo;Nova'))).toThrow(
			'The column en_name is there twice',
		);
	});

	it.each(['', '\r\n\r\n', '\u00851,Ayu', '\u20281,Ayu', ' 1,Ayu'])(
		'without a row below its headings (then %j) is refused',
		(end) => {
			expect(faultOf(() => readRows(`artist_id,en_name${end}`))).toBe('file_unreadable');
		},
	);

	it.each(['\r\n', ';', '\t\n', ';;;\r'])(
		'with a million cells of nothing (%j) is refused before they are read',
		(end) => {
			for (const file of [table + end.repeat(1_000_000), end.repeat(1_000_000) + table])
				expect(faultOf(() => readRows(file))).toBe('file_too_long');
		},
	);

	it.each([
		['a workbook', Buffer.from('PK\u0003\u0004\u0000\u0000[Content_Types].xml', 'latin1')],
		['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
		['UTF-16 without its mark', Buffer.from(table, 'utf16le')],
		['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
		['Latin-1', Buffer.from('en_name\nBeyoncé', 'latin1')],
	])('of another kind is refused with what to do: %s', (_, bytes) => {
		expect(() => rowsOf(bytes)).toThrow(/save it as “CSV UTF-8”/);
	});

	const DAYS = '2001-07-08|2001/07/08|2001. 7. 8.|2001.7.8|2001-7-8|2001年7月8日|2001년 7월 8일|２００１/７/８'.split(
		'|',
	);
	it.each(DAYS)('writes a birthday: %s', (day) => {
		const made = { outcome: 'create', create: { gender: 2, birthday: '2001-07-08' } };
		expect(judged(`en_name,kind,gender,birthday\nNova,solo,여,${day}`)).toMatchObject([made]);
	});

	it.each(['7/8/2001', '8.7.2001', '08-Jul-01', '37080', '2001-02-30', '2544-07-08', 'July 8', '2001-07-08 00:00'])(
		'has a birthday that nobody may guess: %s',
		(day) => {
			const unclear = { outcome: 'incomplete', column: 'birthday' };
			expect(judged(`en_name,kind,gender,birthday\nNova,solo,female,${day}`)).toMatchObject([unclear]);
		},
	);

	it('takes no sign that stands for a number for the number', () => {
		const signs = Array.from({ length: 0x1_40_00 }, (_, code) => String.fromCodePoint(code)).filter((sign) =>
			/\p{No}/u.test(sign),
		);
		const artists = Array.from({ length: 100 }, (_, index) => artist(index + 1, 'Nova'));
		for (const { row, outcome } of judged(
			`artist_id\n${signs.flatMap((sign) => [sign, `1${sign}`]).join('\n')}`,
			artists,
		))
			expect(outcome, `row ${row}`).toBe('unknown');
	});

	const MALE = '남 남성 男 男性 ชาย nam M Male masculino pria １ 1.0'.split(' ');
	const FEMALE = '여 여성 女 หญิง nữ F FEMALE feminino perempuan'.split(' ');
	it.each([...MALE.map((word) => ({ word, gender: 1 })), ...FEMALE.map((word) => ({ word, gender: 2 }))])(
		'names a gender: $word',
		({ word, gender }) => {
			const [read] = judged(`en_name,kind,gender,birthday\nNova,solo,${word},2001-07-08`);
			expect(read).toMatchObject({ create: { gender } });
		},
	);

	it.each([
		['kind', 'Nova,choir,,'],
		['gender', 'Nova,solo,x,2001-07-08'],
		['gender', 'Nova,solo,,2001-07-08'],
		['birthday', 'Nova,solo,female,'],
		...['#N/A', '#NAME?', '#ref!', '????', '?? ??', 'No\ufffdva'].map((name): [string, string] => [
			'en_name',
			`${name},group,,`,
		]),
		['en_name', 'A\u0007b,group,,'],
		['en_name', 'A\u202eb,group,,'],
		['en_name', `${'x'.repeat(201)},group,,`],
	])('is told which column is wrong: %s in %j', (column, row) => {
		expect(judged(`en_name,kind,gender,birthday\n${row}`)[0]).toMatchObject({ outcome: 'incomplete', column });
	});
});

it('a file of as many names as a ranking holds folds each of them once', () => {
	const names = Array.from({ length: ENTRIES_MAX }, (_, index) => `Éclair ${index}`);
	const artists = names.map((text, index) => artist(index + 1, text));
	const normalize = vi.spyOn(String.prototype, 'normalize');
	const rows = judged(`en_name\n${names.join('\n')}`, artists);
	const { length } = normalize.mock.calls;
	normalize.mockRestore();
	expect(rows.map(({ artist_id }) => artist_id)).toEqual(artists.map(({ artistId }) => artistId));
	expect(length).toBeLessThan(ENTRIES_MAX * 40);
});

it('rows of any text are judged without a fault, and cut between characters', () => {
	const cells = fc.string({
		unit: fc.constantFrom('a', '\0', '\ud83d\ude00', '\ud800', '👩‍🎤', '"', ',', '\n', '\u202e', '=', "'"),
		maxLength: 400,
	});
	fc.assert(
		fc.property(cells, (text) => {
			if (faultOf(() => judged(`en_name,kind,note\n${text}`)) === 'file_unreadable') return;
			for (const row of judged(`en_name,kind,note\n${text}`)) {
				expect(JSON.stringify(row)).not.toMatch(/\\u0000|\\ud[89a-f]/);
				expect([...new Intl.Segmenter().segment(row.text)].length).toBeLessThanOrEqual(300);
			}
		}),
	);
});

it.each([
	['İREM', 'irem'],
	['ΝΙΚΟΣ', 'νικος'],
	['Éclair', 'éclair'],
	['달빛소년단', '달빛소년단'.normalize('NFD')],
	['Mỹ Lan', 'Mỹ\u00a0 Lan'.normalize('NFD')],
	['Sol Vane', 'Ｓｏｌ　Ｖａｎｅ'],
	['Sol Vane', 'S\u200bol\u200e Vane'],
])('finds %s by %j', (name, written) => {
	const found = { outcome: 'enter', artist_id: 5 };
	expect(judged(`en_name,kind\n${written},group`, [artist(5, name)])).toMatchObject([found]);
	const both = [{ outcome: 'create' }, { outcome: 'twice' }];
	expect(judged(`en_name,kind\n${name},group\n${written},group`)).toMatchObject(both);
});

describe('a file of another encoding than UTF-8', () => {
	const KOREAN = ['달빛소년단', '달빛 똠방', '백여름', '표지운', '한별', '林 한별 백여름', '나이트 벨벳', '뷜 소리'];
	const OTHERS: [string, string[]][] = [
		['big5', ['林澄宇', '陳語彤', '夜光樂團', '許願的星星']],
		[
			'gb18030',
			[
				'林澄宇',
				'陈语彤',
				'夜光乐团',
				'许愿的星星',
				'陈丽华',
				'白安',
				'黄礼丽',
				'李敏,女\r\nTwo,王静,女\r\nThree,刘洋,男',
			],
		],
		['windows-874', ['กลางคืน', 'ดาวเหนือ', 'ฟ้าใส ใจดี', 'มารวย']],
		['shift_jis', ['がくと', '夜の音', 'ヒカリ', '星野']],
		['euc-jp', ['がくと', '夜の音', 'ヒカリ']],
		['windows-1258', ['Đêm nhạc', 'My\u0303 Lan']],
		['windows-1252', ['Éclair', 'Señorita Ñandú', 'Coração']],
	];
	it.each(KOREAN)('is read where it is Korean: %s', (name) => {
		const { text, encoding } = decodeFile(iconv.encode(`en_name,native_name\r\nOne,${name}`, 'cp949'));
		expect([text.endsWith(name), encoding]).toEqual([true, 'CP949']);
	});
	it.each(OTHERS.flatMap(([encoding, names]) => names.map((name) => [encoding, name] as const)))(
		'is refused in %s: %s',
		(encoding, name) => {
			const file = iconv.encode(`en_name,native_name\r\nOne,${name}\r\n`, encoding);
			expect(faultOf(() => decodeFile(file))).toBe('file_unreadable');
		},
	);
});
