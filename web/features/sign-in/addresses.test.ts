import { expect, test } from 'vitest';
import { placeToReturn, placeWithoutSignIn } from './addresses.ts';

test('a fan comes back to where they were', () => {
	expect(placeToReturn('/artist/3?from=home&isVote=0')).toBe('/artist/3?from=home&isVote=0');
});

test.each([
	'//host',
	'/\\host',
	'https://host/',
	'javascript:alert(1)',
	'',
	null,
	undefined,
	'/a\nb',
	3,
	// Signing in does not end at the sign-in.
	'/login',
	'/login-callback?sso_type=google',
])('nobody is sent to %j', (from) => expect(placeToReturn(from)).toBe('/'));

test.each([
	['/leader-board?main_tab=music', '/leader-board?main_tab=music'],
	['/payment-method/abc?x=1', '/'],
	['/store', '/'],
])('a visitor who closes the sign-in of %s goes to %s', (from, place) => {
	expect(placeWithoutSignIn(from)).toBe(place);
});
