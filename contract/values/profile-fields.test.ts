import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { email, nickname } from './profile-fields.ts';

/** The specification's pattern, letter by letter. */
const SPECIFIED = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const problemsOf = (shape: z.ZodMiniType, text: string): string[] =>
	z.safeParse(shape, text).error?.issues.map(({ message }) => message) ?? [];

describe('the email', () => {
	it('accepts exactly what the specification accepts', () => {
		const texts = fc.string({ unit: fc.constantFrom('a', '.', '@', ' ', 'é'), minLength: 1, maxLength: 14 });
		fc.assert(
			fc.property(texts, (text) => {
				const written = text.trim();
				expect([text, problemsOf(email, text).length === 0]).toEqual([text, SPECIFIED.test(written)]);
			}),
			// Few of them are addresses.
			{ numRuns: 1_000 },
		);
	});

	it('reads no further once a text is too long', () => {
		const hostile = `a@${'.'.repeat(65_000)}@`;
		const messages = problemsOf(email, hostile);
		expect(messages).toEqual(['Please enter a valid email address']);
	});

	it.each(
		Array.from('\u0001\u202e\u0000\ud800 \udfff\ufffd\ue000\ufdd0\u{f0000}\u200b\u2028\u3164\u2800\u{e0041}').filter(
			(one) => one !== ' ',
		),
	)('takes no character that nobody can see: %j', (character) => {
		for (const text of [`a${character}b@fans.example`, `ana@fans.ex${character}ample`])
			expect(problemsOf(email, text)).toEqual(['Please enter a valid email address']);
	});
});

it('the nickname has thirty characters of any script', () => {
	expect(problemsOf(nickname, '💜'.repeat(30))).toEqual([]);
	expect(problemsOf(nickname, '💜'.repeat(31))).toEqual(['Please use at most 30 characters']);
	expect(problemsOf(nickname, 'x'.repeat(65_000))).toEqual(['Please use at most 30 characters']);
});
