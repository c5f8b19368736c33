import { afterEach, expect, test, vi } from 'vitest';
import { partToken } from './arrival.ts';

test.each([
	[
		'the token leaves the address, the way back and the provider stay',
		'/login-callback?from=%2Fartist%2F3%3FisVote%3D0&sso_type=line&token=abc',
		'abc',
		'/login-callback?from=%2Fartist%2F3%3FisVote%3D0&sso_type=line',
	],
	['a fragment never survives', '/login-callback?token=abc#token=abc', 'abc', '/login-callback'],
	['an empty token is none', '/login-callback?token=', null, '/login-callback'],
	['every token is taken out when there are several', '/login-callback?token=a&token=b', 'a', '/login-callback'],
])('%s', (_, path, token, rest) => {
	expect(partToken(new URL(path, 'http://site.example'))).toEqual({ token, rest });
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules();
});

test('a page opened with a token can be drawn again before it is shown: the token is there until it is taken, once', async () => {
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
