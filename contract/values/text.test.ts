import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { nickname } from './profile-fields.ts';
import { line, search, words, writtenHtml } from './shapes.ts';
import { cut, fold, isStorable, isVisible, lengthOf, mended, tidyLine, unitsOf } from './text.ts';

const parse = (shape: z.ZodMiniType, text: string) => z.safeParse(shape, text);
const doors = Object.entries({ words: words(200), line: line(200), nickname });

/** Characters of which each is one to a reader, whatever it is made of. */
const WHOLE = [...'👩‍🎤 ❤️‍🔥 👩🏽‍🚀 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈 🇰🇷 1️⃣ क्ष 가 ệ が 𠮷 ★ x'.normalize('NFC').split(' '), 'น้ำ'.slice(0, 2)];
const whole = fc.array(fc.constantFrom(...WHOLE), { minLength: 1, maxLength: 30 });
const anyText = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 80 }),
	fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
	fc.string({
		unit: fc.constantFrom(
			...Array.from('a 가\u0000\u0007\ud83c\udfa4\u200b\u200d\u200e\u202e\u2067\u3164\u2800\ufe0f\u0301\u3000\n'),
		),
		maxLength: 12,
	}),
);
/** Words that end in a joiner, or whose letters have chosen forms. */
const DRAWN = [
	'ত্\u200d',
	'ന്\u200d ക്\u200d',
	'१ र्\u200d',
	'ه\u200d',
	'ᠠ\u180bᠡ',
	'ᠬᠠᠷ\u180eᠠ',
	'葛\u{E0100}城',
	'❤\ufe0e Sol',
];
const REVERSES = /[\u202A-\u202E\u2066-\u2069]/;
/** Marks, controls, spaces, format and filler characters, private and unassigned ones. */
const UNSEEN = fc.constantFrom(
	...Array.from('\u3164\u2800\ufe0f\u0301\ue000\u200b\u2060\u180e\u115f\uffa0\u00ad\u00a0'),
	...Array.from('\ufffc\ufff9\ufffb\uffff\ufdd0\u{1fffe}\u000b\u0085'),
	...Array.from('\u034f\u{e0041}\u{e0100}\u200d\u200c\ufeff\u200e\u061c\u3000\u{f0000}\u0e48'),
	...Array.from('\u{1d159}\u{13441}\u180b\u17b4\u{16fe4}\u{1bca0}\u2064\u{110bd}'),
);

describe.each(doors)('the door %s', (_, door) => {
	it('lets in composed, storable, visible text alone, and lets it in again unchanged', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const { success, data } = parse(door, text);
				if (!success) return;
				const kept = String(data);
				expect([kept.normalize('NFC'), isStorable(kept), REVERSES.test(kept)]).toEqual([kept, true, false]);
				expect(kept).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
				expect(parse(door, kept).data).toBe(kept);
			}),
		);
	});

	it('refuses what nobody sees', () => {
		fc.assert(
			fc.property(fc.array(UNSEEN, { maxLength: 8 }), (parts) => {
				expect([parts, parse(door, parts.join('')).success]).toEqual([parts, false]);
			}),
		);
	});

	it('refuses what cannot be stored, what turns text around, and what has lost a part', () => {
		const hostile = fc.constantFrom(...Array.from('\0\u0001\u001b\u202e\u2066\u2067\ufffd'), '\ud800', '\udc00');
		fc.assert(
			fc.property(hostile, fc.constantFrom('a', '가', '😀'), (one, other) => {
				expect(parse(door, `${other}${one}${other}`).success).toBe(false);
			}),
		);
	});

	it('keeps emoji, flags and joined letters whole, and counts each as one', () => {
		fc.assert(
			fc.property(whole, (characters) => {
				const text = characters.join('');
				const { success, data } = parse(door, text);
				expect([text, success, data]).toEqual([text, text.length <= unitsOf(30), text]);
			}),
		);
		for (const text of ['می‌خواهم', 'क्‍ष', 'ශ්‍රී', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍🎤', ...DRAWN]) expect(parse(door, text).data).toBe(text);
	});
});

describe('lengths', () => {
	it('are counted in characters, up to the last', () => {
		for (const one of WHOLE) {
			expect([one, parse(line(3), one.repeat(3)).success, parse(line(3), one.repeat(4)).success]).toEqual([
				one,
				true,
				false,
			]);
		}
		expect(parse(nickname, '🇰🇷'.repeat(30)).success).toBe(true);
		expect(parse(nickname, '각'.normalize('NFD').repeat(30)).data).toBe('각'.repeat(30));
		expect(parse(line(3), `a${'\u0301'.repeat(9_000)}`).success).toBe(false);
	});

	it('has no pile of marks that covers the lines around it', () => {
		const mark = fc.constantFrom('\u0301', '\u0323', '\u0489', '\u0e48', '\u05b8', '\u0f72', '\u20d7');
		fc.assert(
			fc.property(fc.array(fc.array(mark, { maxLength: 40 }), { maxLength: 8 }), (piles) => {
				const { data = '' } = parse(line(200), piles.map((marks) => `a${marks.join('')}`).join(''));
				expect(data).not.toMatch(/\p{M}{9}/u);
			}),
		);
	});

	it('never cut a character, and never exceed the maximum', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					anyText,
					whole.map((parts) => parts.join('')),
				),
				fc.nat({ max: 40 }),
				(text, most) => {
					const short = cut(text, most);
					expect(short.isWellFormed()).toBe(true);
					expect(lengthOf(short)).toBeLessThanOrEqual(most);
					const parts = [...new Intl.Segmenter().segment(text.toWellFormed())].map(({ segment }) => segment);
					expect(parts.slice(0, most).join('').startsWith(short)).toBe(true);
					expect(parts.slice(0, lengthOf(short)).join('')).toBe(short);
				},
			),
		);
	});

	it('are counted in code points by a browser that knows no characters', () => {
		const { Segmenter } = Intl;
		onTestFinished(() => void Object.assign(Intl, { Segmenter }));
		Reflect.deleteProperty(Intl, 'Segmenter');
		fc.assert(
			fc.property(anyText, fc.nat({ max: 40 }), (text, most) => {
				const short = cut(text, most);
				expect(text.toWellFormed().startsWith(short)).toBe(true);
				expect([short.isWellFormed(), Array.from(short).length <= most]).toEqual([true, true]);
				expect(lengthOf(text)).toBe(Array.from(text).length);
			}),
		);
	});
});

it('a text of others is mended into one that the door lets in', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			const kept = mended(text, 30);
			expect(kept === '' || parse(nickname, kept).data === kept).toBe(true);
		}),
	);
	expect(mended('Dana 👩‍🎤🏴󠁧󠁢󠁥󠁮󠁧󠁿', 100)).toBe('Dana 👩‍🎤🏴󠁧󠁢󠁥󠁮󠁧󠁿');
	expect(mended('A\u0000B\u202eC', 100)).toBe('A B C');
});

it('names squeeze space of all kinds, and drop what copying leaves behind', () => {
	expect(tidyLine(' Low\u00a0\u3000Tide\n2 ')).toBe('Low Tide 2');
	expect(tidyLine('\ufeffNo\ufeffva \ufeff Sol\ufeff')).toBe('Nova Sol');
	expect(tidyLine('שלום!\u200f (2)\u200e')).toBe('שלום! (2)');
	expect(tidyLine('Ana\u200b\u200e\ufeff\u200d Lee\u00ad')).toBe('Ana Lee');
	expect(parse(line(9), '\u200b').success).toBe(false);
	expect(isVisible('\u2800')).toBe(false);
});

it('a search refuses nothing that is only unseen', () => {
	expect(parse(search(9), ' \u200b ').data).toBe('');
	expect(parse(writtenHtml(99), '<p>e\u0301\u202e</p>').data).toBe('<p>é</p>');
});

it('the form for comparing is the same for all ways to write one name', () => {
	const pairs = [
		['İLAYDA', 'ilayda'],
		['IŞIK', 'ışık'],
		['ΟΔΟΣ', 'οδος'],
		['STRASSE', 'straße'],
		['Ｗｏｒｌｄ　１', 'world 1'],
		['Đêm Nhạc'.normalize('NFD'), 'ĐÊM  NHẠC'],
		['ǅordje', 'ǆordje'],
		['달\u200b빛', '달빛'.normalize('NFD')],
	];
	for (const [one = '', other = ''] of pairs) expect(fold(one)).toBe(fold(other));
	fc.assert(
		fc.property(anyText, (text) => {
			expect(fold(fold(text))).toBe(fold(text));
		}),
	);
});
