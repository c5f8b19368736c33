import { describe, expect, it } from 'vitest';
import { country, email, nickname } from '#contract/accounts.ts';
import { fieldProblem } from './field-problem.ts';

describe('email', () => {
	it.each(['', '   '])('is asked for when %j was typed', (typed) => {
		expect(fieldProblem(email, typed)).toBe('Please enter your email');
	});

	it.each(['x', 'x@y', '@y.z', 'x@.', 'x y@z.k', 'x@y z.k'])('must look like one, unlike %j', (typed) => {
		expect(fieldProblem(email, typed)).toBe('Please enter a valid email address');
	});

	it.each(['x@y.z', ' fan@mail.example ', '팬@메일.한국'])('may be %j', (typed) => {
		expect(fieldProblem(email, typed)).toBeNull();
	});
});

describe('nickname', () => {
	it('is asked for when only spaces were typed', () => {
		expect(fieldProblem(nickname, '  ')).toBe('Please enter your nickname');
	});

	it('has at most 30 characters, however many bytes they take', () => {
		expect(fieldProblem(nickname, '💜'.repeat(30))).toBeNull();
		expect(fieldProblem(nickname, 'a'.repeat(31))).toBe('Please use at most 30 characters');
	});
});

describe('country', () => {
	it('must be selected', () => {
		expect(fieldProblem(country, '')).toBe('Please select your country');
		expect(fieldProblem(country, 'KR')).toBeNull();
	});
});
