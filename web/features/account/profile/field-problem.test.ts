import { describe, expect, it, test } from 'vitest';
import { country, email, nickname } from '#contract/accounts.ts';
import { fieldProblem, parseFields } from './field-problem.ts';

const rules = { email, name: nickname, country };

describe('email', () => {
	it.each(['', '   '])('is asked for when %j was typed', (typed) => {
		expect(fieldProblem(rules, 'email', typed)).toBe('Please enter your email');
	});

	it.each(['x', 'x@y', '@y.z', 'x@.', 'x y@z.k', 'x@y z.k'])('must look like one, unlike %j', (typed) => {
		expect(fieldProblem(rules, 'email', typed)).toBe('Please enter a valid email address');
	});

	it.each(['x@y.z', ' fan@mail.example ', '팬@메일.한국'])('may be %j', (typed) => {
		expect(fieldProblem(rules, 'email', typed)).toBeNull();
	});
});

describe('nickname', () => {
	it('is asked for when only spaces were typed', () => {
		expect(fieldProblem(rules, 'name', '  ')).toBe('Please enter your nickname');
	});

	it('has at most 30 characters, however many bytes they take', () => {
		expect(fieldProblem(rules, 'name', '💜'.repeat(30))).toBeNull();
		expect(fieldProblem(rules, 'name', 'a'.repeat(31))).toBe('Please use at most 30 characters');
	});
});

describe('country', () => {
	it('must be selected', () => {
		expect(fieldProblem(rules, 'country', '')).toBe('Please select your country');
		expect(fieldProblem(rules, 'country', 'KR')).toBeNull();
	});
});

test('what is sent has no spaces around it', () => {
	expect(parseFields(rules, { email: ' a@b.c ', name: ' Fan ', country: 'KR' })).toEqual({
		email: 'a@b.c',
		name: 'Fan',
		country: 'KR',
	});
});

test('nothing is sent while one field is wrong', () => {
	expect(parseFields(rules, { email: 'a@b.c', name: '', country: 'KR' })).toBeNull();
});
