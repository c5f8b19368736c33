import { expect, test } from 'vitest';
import { country, email, nickname } from '#contract/accounts.ts';
import { fieldProblem, parseFields } from './field-problem.ts';

const rules = { email, name: nickname, country };

test.each([
	['email', '   ', 'Please enter your email'],
	['email', '팬@메일.한국', null],
	['name', '  ', 'Please enter your nickname'],
	['country', '', 'Please select your country'],
	['country', 'KR', null],
] as const)('the problem of %s %j is %s', (name, typed, problem) => {
	expect(fieldProblem(rules, name, typed)).toBe(problem);
});

test('what is sent has no spaces around it, and nothing is sent while one field is wrong', () => {
	const fields = { email: ' a@b.c ', name: ' Fan ', country: 'KR' };
	expect(parseFields(rules, fields)).toEqual({ email: 'a@b.c', name: 'Fan', country: 'KR' });
	expect(parseFields(rules, { ...fields, name: '' })).toBeNull();
});
