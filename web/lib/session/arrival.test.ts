import { afterEach, describe, expect, test, vi } from 'vitest';
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

describe('a page opened with a token', () => {
	afterEach(() => {
		vi.unstubAllGlobals();
		vi.resetModules();
	});

	test('can be drawn again before it is shown: the token is there until it is taken, once', async () => {
		const replaceState = vi.fn();
		const href = 'http://site.example/login-callback?sso_type=google&token=abc';
		vi.stubGlobal('window', {
			location: { pathname: '/login-callback', href },
			history: { state: null, replaceState },
		});
		vi.resetModules();
		const { hasArrivedToken, takeArrivedToken } = await import('./arrival.ts');
		expect(replaceState).toHaveBeenCalledWith(null, '', '/login-callback?sso_type=google');
		expect([hasArrivedToken(), hasArrivedToken()]).toEqual([true, true]);
		expect([takeArrivedToken(), takeArrivedToken()]).toEqual(['abc', null]);
		expect(hasArrivedToken()).toBe(false);
	});
});
