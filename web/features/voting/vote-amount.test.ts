import { i18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
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
	if (locale === 'pt') expect(amountProblem(amountFromInput('1,5'), wallet)).toBe('invalid_votes');
	i18n.loadAndActivate({ locale: 'en', messages: {} });
});

test('full-width digits of an Asian keyboard count as digits', () => {
	expect(amountFromInput('１０')).toBe('10');
});
