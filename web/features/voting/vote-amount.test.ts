import { i18n } from '@lingui/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#contract/values/languages.ts';
import { addVotes, amountForDisplay, amountFromInput, amountProblem, maxVotes, votesOf } from './vote-amount.ts';

const wallet = { balance: 12_480, ratio: 10 };

test.each([
	...['1', '10', '1248'].map((text) => [text, null, Number(text)] as const),
	...['-1', '1.5', '01', '00', 'abc', '1e3', '+5', ' ', '１２a'].map((text) => [text, 'invalid_votes', null] as const),
	['0', 'no_votes', null],
	['1249', 'not_enough_gems', null],
	['9'.repeat(30), 'not_enough_gems', null],
	['', null, null],
] as const)(
	'[S5-01, S5-02, S5-03, S5-04] a fan who types an amount %j has the problem %j and counts as %j',
	(text, problem, votes) => {
		expect([amountProblem(text, wallet), votesOf(text, wallet)]).toEqual([problem, votes]);
	},
);

const MOST = String(Number.MAX_SAFE_INTEGER);
describe('[S5-06, S5-07, S9-02] quick picks', () => {
	test.each([
		['', 1, '1'],
		['5', 10, '15'],
		['0', 100, '100'],
		['abc', 10, '10'],
		[MOST, 1, MOST],
	])('add to what is there, up to what a computer counts exactly: %s and %i', (text, more, sum) =>
		expect(addVotes(text, more)).toBe(sum),
	);

	test.each([
		[1239, '123'],
		[9, '0'],
		[-50, '0'],
	])('Max of %i gems is what they are good for: %s', (balance, most) =>
		expect(maxVotes({ balance, ratio: 10 })).toBe(most),
	);
});

test.each([
	['en', '1234567', '1,234,567'],
	['en', '999', '999'],
	['en', '1.5', '1.5'],
	['pt', '1234567', '1.234.567'],
])('in %s the marks between thousands are shown and taken away again: %s is %s', (locale, typed, shown) => {
	i18n.loadAndActivate({ locale, messages: {} });
	expect(amountForDisplay(typed)).toBe(shown);
	expect(amountFromInput(shown)).toBe(typed);
	i18n.loadAndActivate({ locale: 'en', messages: {} });
});

test('full-width digits of an Asian keyboard count as digits', () => expect(amountFromInput('１０')).toBe('10'));

describe.each(Object.keys(languages))('never more votes than were written, in %s', (locale) => {
	beforeAll(() => i18n.loadAndActivate({ locale, messages: {} }));
	afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
	const rich = { balance: Number.MAX_SAFE_INTEGER, ratio: 1 };

	test('a text that arrives whole is a number only if it is written as one', () => {
		fc.assert(
			fc.property(numberLike, (text) => {
				expect(votesOf(amountFromInput(text), rich)).toBe(votesWritten(text));
			}),
		);
	});

	test('an edit adds and removes the digits that were typed, and a mark typed into a number is an error', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.array(edit, { maxLength: 6 }), (start, edits) => {
				let digits = String(start);
				for (const { at, remove, insert } of edits) {
					const shown = amountForDisplay(digits);
					const from = Math.floor(at * (shown.length + 1));
					const input = shown.slice(0, from) + insert + shown.slice(from + remove);
					const isDigits = /^[0-9０-９]*$/.test(insert);
					const present = amountFromInput(input, isDigits ? shown : '');
					const expected =
						withoutMarks(shown.slice(0, from)) + folded(insert) + withoutMarks(shown.slice(from + remove));
					if (isDigits) expect(present).toBe(expected);
					else expect(votesOf(present, rich)).toBe(votesWritten(input));
					if (!/^[1-9]\d*$/.test(present)) return;
					digits = present;
				}
			}),
		);
	});
});

const MARKS = [',', '.', ' ', "'", '’', '\u00A0', '\u202F', '٬', '，', '．'];
const ODD = ['e', '-', '−', '+', '²', '½', '٣', '५', '௧', 'x', '\u200B', '\u202E', '一', '①', '𝟏'];
const digit = fc.constantFrom(...Array.from('0123456789０１２３４５６７８９'));
const group = fc.string({ unit: digit, minLength: 1, maxLength: 4 });
const groups = fc.array(group, { minLength: 1, maxLength: 4 });
const numberLike = fc.oneof(
	fc.string({
		unit: fc.oneof(
			{ weight: 6, arbitrary: digit },
			{ weight: 2, arbitrary: fc.constantFrom(...MARKS) },
			{ weight: 1, arbitrary: fc.constantFrom(...ODD) },
		),
		maxLength: 12,
	}),
	// Groups of any length, right and wrong.
	fc.tuple(groups, fc.constantFrom(...MARKS)).map(([parts, mark]) => parts.join(mark)),
);
const edit = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
	remove: fc.integer({ min: 0, max: 3 }),
	insert: fc.oneof({ weight: 4, arbitrary: digit }, fc.constant(''), fc.constantFrom(...MARKS, ...ODD)),
});

const folded = (text: string) =>
	text.replaceAll('\u200B', '').replaceAll(/[，．０-９]/g, (one) => one.normalize('NFKC'));
const markOf = (locale: string) => new Intl.NumberFormat(locale).format(1_234_567).replaceAll(/\d/g, '')[0] ?? '';
const withoutMarks = (text: string) => text.split(markOf(i18n.locale)).join('');

/** Written another way than the product does it: what the number's own groups would look like. */
function votesWritten(text: string): number | null {
	const written = folded(text).trim();
	const digits = written.split(markOf(i18n.locale)).join('');
	if (!/^[1-9][0-9]*$/.test(digits) || Number(digits) > Number.MAX_SAFE_INTEGER) return null;
	const grouped = digits.replaceAll(/\B(?=(\d{3})+$)/g, markOf(i18n.locale));
	return written === digits || written === grouped ? Number(digits) : null;
}
