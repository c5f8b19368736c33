/** Forged, malformed and oversized answers of an identity provider. */
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ProviderFailure, type IdentityProvider } from '#server/accounts/sign-on/identity-provider.ts';
import { newSecret } from '#server/kernel/caller.ts';
import { startOddProvider, withOtherClaims, type OddProvider } from '../../../tests/fixtures/accounts/odd-provider.ts';
import { openIdProvider, type IdTokenSigning } from './open-id.ts';

const clientId = 'site-at-odd';
const clientSecret = 'odd-secret-for-a-test-0123456789abcd';
const redirectUri = 'http://127.0.0.1:3999/api/v1/login/callback/google';

let odd: OddProvider;
afterEach(async () => {
	vi.useRealTimers();
	await odd.close();
});

async function open(algorithm: 'RS256' | 'ES256' | 'HS256', signing: IdTokenSigning = 'RS256') {
	odd = await startOddProvider({ algorithm, clientId, clientSecret });
	return openIdProvider({ issuer: odd.issuer, clientId, clientSecret }, signing);
}

function signIn(provider: IdentityProvider, claims: object = {}) {
	const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
	odd.claims = { sub: 'fan', email: 'fan@mail.example', email_verified: true, nonce: secrets.nonce, ...claims };
	return provider.finish(new URL(`${redirectUri}?code=the-code&state=${secrets.state}`), secrets);
}

describe.each([
	['RS256', 'RS256', 'RS256'],
	['HS256', 'HS256', 'HS256'],
	['ES256', 'ES256', 'any key'],
] as const)('an ID token signed by %s', (_, algorithm, signing) => {
	test('is believed as it was signed, and says in many ways whether the address is verified', async () => {
		const provider = await open(algorithm, signing);
		for (const said of [true, 'true', false, 'false', 1, null]) {
			const told = await signIn(provider, { email_verified: said });
			expect([said, told]).toMatchObject([
				said,
				{ subject: expect.stringMatching(/(?:^|#)fan$/), emailVerified: String(said) === 'true' },
			]);
		}
	});

	test.each([
		{ expires_in: null, refresh_token: null, scope: null },
		{ expires_in: 'soon', refresh_token: '', scope: ['openid', 'email'] },
		...[undefined, null, 'MAC'].map((type) => ({ token_type: type })),
	])('is believed beside what nobody asked for: %j', async (besides) => {
		const provider = await open(algorithm, signing);
		odd.besides = besides;
		expect(await signIn(provider)).toMatchObject({ email: 'fan@mail.example' });
	});

	test('may hold any part of the person: the provider is asked for the rest, and believed of the same person only', async () => {
		const provider = await open(algorithm, signing);
		const thin = { name: undefined, email: undefined, email_verified: undefined };
		const person = { name: 'Ida', email: 'ida@mail.example', email_verified: true };
		const told = { sub: 'fan', auth_time: 1, ...person };
		const tell = (claims: object) =>
			odd.instead.set('/userinfo', ({ headers }, response) => {
				const isAsked = headers.authorization === 'Bearer access';
				response.writeHead(isAsked ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(claims));
			});
		tell(told);
		const subject = signing === 'any key' ? `${odd.issuer}#fan` : 'fan';
		const identity = { subject, name: 'Ida', email: 'ida@mail.example', emailVerified: true };
		expect(await signIn(provider, thin)).toMatchObject({ ...identity, authenticatedAt: undefined });
		for (const held of fc.sample(fc.subarray(Object.keys(person) as (keyof typeof person)[]), 30)) {
			const isLine = signing === 'HS256' && held.includes('name');
			const token = Object.fromEntries(held.map((name) => [name, person[name]]));
			const found = await signIn(provider, { ...thin, ...token });
			expect([held, found.name]).toEqual([held, 'Ida']);
			// Half a statement about an address is none, and LINE has no other.
			const [email, isVerified] = held.includes('email')
				? [person.email, held.includes('email_verified')]
				: [isLine ? null : person.email, true];
			expect([held, found.email]).toEqual([held, email]);
			if (email !== null) expect([held, found.emailVerified]).toEqual([held, isVerified]);
		}
		tell({ ...told, sub: 'other' });
		await expect(signIn(provider, thin)).rejects.toThrow(ProviderFailure);
		odd.instead.set('/userinfo', (_request, response) => response.writeHead(503).end());
		expect(await signIn(provider, thin)).toMatchObject({ subject, name: null, email: null });
		expect(await signIn(provider)).toMatchObject({ email: 'fan@mail.example' });
	});

	test('is believed where the clocks differ by minutes, and refused long before or after its time', async () => {
		const provider = await open(algorithm, signing);
		const now = Math.floor(Date.now() / 1000);
		for (const late of [-240, 240]) {
			const told = await signIn(provider, { iat: now - late, nbf: now - late, exp: now - late + 60 });
			expect([late, told]).toMatchObject([late, { email: 'fan@mail.example' }]);
		}
		for (const times of [{ nbf: now + 900 }, { exp: now - 900 }])
			await expect(signIn(provider, times)).rejects.toThrow(ProviderFailure);
	});

	test('is refused with another verified address in it, and without its signature', async () => {
		const provider = await open(algorithm, signing);
		odd.bend = (token) => withOtherClaims(token, { sub: 'other', email: 'owner@mail.example' });
		await expect(signIn(provider)).rejects.toThrow(ProviderFailure);
		odd.bend = (token) => token.replace(/[^.]+$/, '');
		await expect(signIn(provider)).rejects.toThrow(ProviderFailure);
	});
});

test.each([
	['HS256', 'RS256'],
	['HS256', 'any key'],
	['RS256', 'HS256'],
	['ES256', 'RS256'],
] as const)(
	'the algorithm of a token is ours to choose %s is refused where %s is expected',
	async (algorithm, signing) => {
		await expect(signIn(await open(algorithm, signing))).rejects.toThrow(ProviderFailure);
	},
);

test.each([{ sameName: false }, { sameName: true }])(
	'when the provider changes its keys at once, sign-ins work again within a minute: %j',
	async (keys) => {
		vi.useFakeTimers({ toFake: ['Date', 'performance'] });
		const provider = await open('RS256');
		await signIn(provider);
		odd.changeKeys(keys);
		await expect(signIn(provider)).rejects.toThrow(ProviderFailure);
		vi.advanceTimersByTime(60_000);
		// With a key of the old name, one more visitor is refused by the keys that were kept.
		if (keys.sameName) await expect(signIn(provider)).rejects.toThrow(ProviderFailure);
		expect(await signIn(provider)).toMatchObject({ subject: 'fan' });
	},
);

test('when the provider changes its keys at once, forged returns do not make the site ask for keys more than once a minute', async () => {
	const provider = await open('RS256');
	await signIn(provider);
	odd.bend = (token) => withOtherClaims(token, { sub: 'other' });
	for (let tries = 0; tries < 5; tries += 1) await signIn(provider).catch(() => undefined);
	expect([odd.asked('/keys'), odd.asked('/.well-known/openid-configuration')]).toEqual([1, 1]);
});

test.each(['/token', '/keys', '/.well-known/openid-configuration'])(
	'an answer without end from %s is cut off early',
	async (path) => {
		const provider = await open('RS256');
		let sent = 0;
		odd.instead.set(path, (_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const piece = Buffer.alloc(64 * 1024, ' ');
			const more = () => {
				for (; sent < 400 * 1024 * 1024; sent += piece.length) if (!response.write(piece)) break;
			};
			response.on('drain', more).on('error', () => undefined);
			more();
		});
		await expect(signIn(provider)).rejects.toThrow('more than 262144 bytes');
		// The socket buffers accept more than the client reads.
		expect(sent).toBeLessThan(20 * 1024 * 1024);
	},
);

test('an answer without end is cut off when it comes too slowly', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const provider = await open('RS256');
	const begun = new Promise<void>((resolve) => {
		odd.instead.set('/token', (_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' }).write(' ');
			resolve();
		});
	});
	const refused = expect(signIn(provider)).rejects.toThrow('no answer within 10000 ms');
	await begun;
	await vi.advanceTimersByTimeAsync(10_000);
	await refused;
});

describe('the log is told why', () => {
	const failure = (provider: IdentityProvider) => signIn(provider).then(String, (error: Error) => error.message);
	const answers = (path: string, status: number, body: object, headers = {}) =>
		odd.instead.set(path, (_request, response) => {
			response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
		});

	test('by the provider’s error code and description', async () => {
		const provider = await open('RS256');
		const body = { error: 'invalid_client', error_description: 'The client secret is wrong' };
		answers('/token', 401, body, { 'www-authenticate': 'Basic realm="odd"' });
		expect(await failure(provider)).toBe('the provider answered 401: invalid_client: The client secret is wrong');
	});

	test('without what the provider repeats of our secrets, or anybody’s tokens', async () => {
		const provider = await open('RS256');
		const description = `secret ${clientSecret}\ncode the-code token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJmYW4ifQ1.c2ln ${'x'.repeat(5_000)}`;
		answers('/token', 400, { error: 'invalid_request', error_description: description });
		const told = await failure(provider);
		expect(told).toMatch(/^the provider answered 400: invalid_request: secret … code … token … x+$/);
		expect(told.length).toBeLessThanOrEqual(200);
	});

	test('by what failed on the way, a status that says nothing else, or another provider’s discovery document', async () => {
		const provider = await open('RS256');
		answers('/.well-known/openid-configuration', 200, { issuer: 'https://a.example' });
		expect(await failure(provider)).toContain('does not match the expected issuer');
		odd.instead.clear();
		odd.instead.set('/token', (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
		expect(await failure(provider)).toContain('status 502');
		odd.instead.set('/token', (request) => request.socket.destroy());
		expect(await failure(provider)).toContain('fetch failed');
	});
});
