import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bearerToken } from './caller.ts';

const tokens = fc.stringMatching(/^[A-Za-z0-9_-]{1,200}$/);
const tokenOf = (authorization?: string) => bearerToken({ headers: authorization ? { authorization } : {} });

it('reads the token with and without its scheme, in any letters', () => {
	fc.assert(
		fc.property(tokens, fc.constantFrom('', 'Bearer ', 'bearer ', 'BEARER  '), (token, scheme) => {
			expect(tokenOf(scheme + token)).toBe(token);
		}),
	);
});

it('reads nothing from another scheme, and nothing from what is not a token', () => {
	fc.assert(
		fc.property(tokens, fc.constantFrom('Basic ', 'Bearer\t', ' ', 'Digest '), (token, scheme) => {
			expect(tokenOf(scheme + token)).toBeNull();
		}),
	);
	for (const text of [undefined, 'Bearer ', 'x'.repeat(201), 'é', 'a b', 'a,b']) expect(tokenOf(text)).toBeNull();
});
