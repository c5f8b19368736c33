import { expect, test } from 'vitest';
import { partToken } from './arrival.ts';

const at = (path: string) => partToken(new URL(path, 'http://site.example'));

test('the token leaves the address, the way back and the provider stay', () => {
	expect(at('/login-callback?from=%2Fartist%2F3%3FisVote%3D0&sso_type=line&token=abc')).toEqual({
		token: 'abc',
		rest: '/login-callback?from=%2Fartist%2F3%3FisVote%3D0&sso_type=line',
	});
});

test('a fragment never survives', () => {
	expect(at('/login-callback?token=abc#token=abc')).toEqual({ token: 'abc', rest: '/login-callback' });
});

test('an empty token is none', () => {
	expect(at('/login-callback?token=').token).toBeNull();
});

test('every token is taken out when there are several', () => {
	expect(at('/login-callback?token=a&token=b')).toEqual({ token: 'a', rest: '/login-callback' });
});
