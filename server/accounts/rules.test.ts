import { describe, expect, test } from 'vitest';
import { isLocalPath } from '#contract/pages.ts';
import { allowedCallback, proposedContact, returnAddress } from './rules.ts';

const site = 'https://vote.example';
const visitor = { subject: 's', name: 'Dana', email: 'dana@mail.example', emailVerified: true, pictureUrl: null };

describe('the place to return to', () => {
	test.each([
		`${site}/login-callback`,
		`${site}/login-callback?from=%2Fartist%2F12%3Ffrom%3Dhome&sso_type=google`,
		`${site}/login-callback?from=/leader-board?main_tab=solo&sso_type=line`,
	])('is taken: %s', (address) => expect(allowedCallback(address, site)?.origin).toBe(site));

	test.each([
		['another site', 'https://evil.example/login-callback'],
		['another scheme', 'http://vote.example/login-callback'],
		['another port', 'https://vote.example:8443/login-callback'],
		['a site whose name begins like ours', 'https://vote.example.evil.example/login-callback'],
		['another page of ours', `${site}/login-callback/more`],
		['a page reached by dots', `${site}/login-callback/../store`],
		['a name before the host', 'https://vote.example@evil.example/login-callback'],
		['a user name', 'https://me@vote.example/login-callback'],
		['a fragment', `${site}/login-callback#token=x`],
		['words', 'login-callback'],
		['a script', 'javascript:alert(1)//login-callback'],
		['this machine, where the site does not run', 'http://localhost/login-callback'],
		['a way on to //host', `${site}/login-callback?from=//evil.example`],
		['a way on to /\\host', `${site}/login-callback?from=/%5Cevil.example`],
		['a second way on', `${site}/login-callback?from=/news&from=//evil.example`],
	])('is refused: %s', (_, address) => expect(allowedCallback(address, site)).toBeNull());

	test('may be either name of this machine when the site runs there, on the same port', () => {
		const allowed = (address: string) => allowedCallback(`${address}/login-callback`, 'http://localhost:3000') !== null;
		expect(['http://localhost:3000', 'http://127.0.0.1:3000'].map(allowed)).toEqual([true, true]);
		const others = ['http://localhost:3001', 'https://localhost:3000', 'http://127.0.0.2:3000'];
		expect(others.map(allowed)).toEqual([false, false, false]);
	});
});

describe('a local path', () => {
	test.each(['/', '/store', '/leader-board?main_tab=solo&keyword=a b', '/artist/1#top', '/a//b'])('%s', (path) =>
		expect(isLocalPath(path)).toBe(true),
	);
	const others = [
		'',
		'store',
		'//evil.example',
		'/\\evil.example',
		'/\t/evil.example',
		'/\n/evil',
		'https://e.example',
		'\\/x',
	];
	test.each(others)('is not %j', (path) => expect(isLocalPath(path)).toBe(false));
});

test('the way back carries the new token and nothing that was in its place', () => {
	const address = `${site}/login-callback?from=%2Fnews&sso_type=google`;
	const planted = `${address}&token=planted&error=planted`;
	expect(returnAddress(planted, { token: 'fresh' })).toBe(`${address}&token=fresh`);
	expect(returnAddress(planted, { error: 'sign_in_failed' })).toBe(`${address}&error=sign_in_failed`);
});

test('what a provider tells of a new fan is left out where it cannot be used, and cut between characters, not inside one', () => {
	const unusable = { ...visitor, name: ' \u202e\u0007 ', email: 'not an address' };
	expect(proposedContact(unusable)).toEqual({ name: null, email: null });
	expect(proposedContact({ ...visitor, name: '🎤'.repeat(101) }).name).toBe('🎤'.repeat(100));
});
