import { i18n } from '@lingui/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#contract/values/languages.ts';
import { addVotes, amountForDisplay, amountFromInput, amountProblem, maxVotes, votesOf } from './vote-amount.ts';

const wallet = { balance: 12_480, ratio: 10 };

describe('[S5-01, S5-02, S5-03, S5-04] a fan who types an amount', () => {
	test.each(['1', '10', '1248'])('may cast %s', (text) => {
		expect(amountProblem(text, wallet)).toBeNull();
		expect(votesOf(text, wallet)).toBe(Number(text));
	});

	test.each(['-1', '1.5', '01', '00', 'abc', '1e3', '+5', ' ', '１２a'])(
		'is asked for a positive integer after %j',
		(text) => {
			expect(amountProblem(text, wallet)).toBe('invalid_votes');
			expect(votesOf(text, wallet)).toBeNull();
		},
	);

	test('is asked for a number of votes after 0', () => {
		expect(amountProblem('0', wallet)).toBe('no_votes');
	});

	test('hears that the gems do not suffice from one vote too many on', () => {
		expect(amountProblem('1248', wallet)).toBeNull();
		expect(amountProblem('1249', wallet)).toBe('not_enough_gems');
		expect(amountProblem('9'.repeat(30), wallet)).toBe('not_enough_gems');
		expect(votesOf('9'.repeat(30), wallet)).toBeNull();
	});

	test('hears nothing while the field is empty, and cannot cast', () => {
		expect(amountProblem('', wallet)).toBeNull();
		expect(votesOf('', wallet)).toBeNull();
	});
});

describe('[S5-06, S5-07, S9-02] quick picks', () => {
	test('add to what is there', () => {
		expect(addVotes('', 1)).toBe('1');
		expect(addVotes('5', 10)).toBe('15');
		expect(addVotes('0', 100)).toBe('100');
		expect(addVotes('abc', 10)).toBe('10');
	});

	test('never leave the numbers a computer counts exactly', () => {
		expect(addVotes(String(Number.MAX_SAFE_INTEGER), 1)).toBe(String(Number.MAX_SAFE_INTEGER));
	});

	test('Max is what the gems are good for, and 0 when they are good for none', () => {
		expect(maxVotes({ balance: 1239, ratio: 10 })).toBe('123');
		expect(maxVotes({ balance: 9, ratio: 10 })).toBe('0');
		expect(maxVotes({ balance: -50, ratio: 10 })).toBe('0');
	});
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

test('full-width digits of an Asian keyboard count as digits', () => {
	expect(amountFromInput('１０')).toBe('10');
});

describe.each(Object.keys(languages))('never more votes than were written, in %s', (locale) => {
	beforeAll(() => i18n.loadAndActivate({ locale, messages: {} }));
	afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
	const rich = { balance: Number.MAX_SAFE_INTEGER, ratio: 1 };

	test('a text that arrives whole is a number only if it is written as one', () => {
		fc.assert(
			fc.property(numberLike, (text) => {
				const votes = votesOf(amountFromInput(text), rich);
				expect(votes).toBe(votesWritten(text));
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
	fc
		.tuple(
			fc.array(fc.string({ unit: digit, minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
			fc.constantFrom(...MARKS),
		)
		.map(([groups, mark]) => groups.join(mark)),
);
const edit = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
	remove: fc.integer({ min: 0, max: 3 }),
	insert: fc.oneof({ weight: 4, arbitrary: digit }, fc.constant(''), fc.constantFrom(...MARKS, ...ODD)),
});

const folded = (text: string) => text.replaceAll(/[０-９]/g, (one) => String(one.charCodeAt(0) - 0xff_10));
const markOf = (locale: string) => new Intl.NumberFormat(locale).format(1_234_567).replaceAll(/\d/g, '')[0] ?? '';
const withoutMarks = (text: string) => text.split(markOf(i18n.locale)).join('');

/** Written another way than the product does it: what the number's own groups would look like. */
function votesWritten(text: string): number | null {
	const written = folded(text.trim());
	const digits = written.split(markOf(i18n.locale)).join('');
	if (!/^[1-9][0-9]*$/.test(digits) || Number(digits) > Number.MAX_SAFE_INTEGER) return null;
	const grouped = digits.replaceAll(/\B(?=(\d{3})+$)/g, markOf(i18n.locale));
	return written === digits || written === grouped ? Number(digits) : null;
}
