import { expect, test } from 'vitest';
import { callbackAddress, placeToReturn, placeWithoutSignIn } from './addresses.ts';

test('the way back and the provider travel in the callback address', () => {
	const address = new URL(callbackAddress('https://site.example', '/leader-board?main_tab=solo&keyword=a b', 'line'));
	expect(address.origin + address.pathname).toBe('https://site.example/login-callback');
	expect(Object.fromEntries(address.searchParams)).toEqual({
		from: '/leader-board?main_tab=solo&keyword=a b',
		sso_type: 'line',
	});
});

test('a fan comes back to where they were', () => {
	expect(placeToReturn('/artist/3?from=home&isVote=0')).toBe('/artist/3?from=home&isVote=0');
});

test.each(['//host', '/\\host', 'https://host/', 'javascript:alert(1)', '', null, undefined, '/a\nb', 3])(
	'nobody is sent away from the site by %j',
	(from) => expect(placeToReturn(from)).toBe('/'),
);

test('signing in does not end at the sign-in', () => {
	expect(placeToReturn('/login')).toBe('/');
	expect(placeToReturn('/login-callback?sso_type=google')).toBe('/');
});

test('a visitor who closes the sign-in goes back to the page they came from', () => {
	expect(placeWithoutSignIn('/leader-board?main_tab=music')).toBe('/leader-board?main_tab=music');
});

test('a visitor who closes the sign-in of a guarded page goes home', () => {
	expect(placeWithoutSignIn('/payment-method/abc?x=1')).toBe('/');
	expect(placeWithoutSignIn('/store')).toBe('/');
});
