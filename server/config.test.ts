import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = {
	GOOGLE_CLIENT_ID: 'site',
	GOOGLE_CLIENT_SECRET: 'secret',
	LINE_CLIENT_ID: 'site',
	LINE_CLIENT_SECRET: 'secret',
};
const site = { ...keys, PUBLIC_URL: 'https://vote.example' };

describe('the configuration', () => {
	it('has a default for everything, on loopback', () => {
		expect(readConfig({})).toMatchObject({
			port: 3000,
			host: '127.0.0.1',
			publicUrl: 'http://localhost:3000',
			databaseUrl: null,
		});
	});

	it('takes a real site with the providers’ own issuers', () => {
		const { google, line } = readConfig(site).providers;
		expect([google?.issuer, line?.issuer]).toEqual(['https://accounts.google.com', 'https://access.line.me']);
	});

	it.each([
		['a port that is none', { PORT: 'x' }, /PORT must be a whole number/],
		['an address with a path', { PUBLIC_URL: 'https://vote.example/site' }, /PUBLIC_URL must be an origin/],
		['half a key', { GOOGLE_CLIENT_ID: 'site' }, /go together/],
		['a batch of nothing', { VOTE_BATCH_MAX: '0' }, /VOTE_BATCH_MAX/],
	])('is refused with %s', (_what, env, message) => {
		expect(() => readConfig(env)).toThrow(message);
	});

	it('names every fault at once', () => {
		expect(() => readConfig({ PORT: 'x', VOTE_LANES: '-1' })).toThrow(/PORT[^]*VOTE_LANES/);
	});
});

describe('a site that strangers can reach', () => {
	it.each([
		['a plain-http issuer', { GOOGLE_ISSUER: 'http://accounts.example' }],
		['a loopback issuer', { LINE_ISSUER: 'https://127.0.0.1:4000/line' }],
		['an issuer on localhost', { GOOGLE_ISSUER: 'https://localhost/google' }],
	])('is never started with %s', (_what, env) => {
		expect(() => readConfig({ ...site, ...env })).toThrow(/issuer of (google|line) is plain http or loopback/);
	});

	it.each(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'LINE_CLIENT_SECRET'])(
		"is never started with the emulator's %s",
		(name) => {
			expect(() => readConfig({ ...site, [name]: 'emulator-made-this' })).toThrow(
				/keys of (google|line) are the emulator's/,
			);
		},
	);

	it('may be tried on loopback with all of these', () => {
		const trial = {
			...keys,
			GOOGLE_ISSUER: 'http://127.0.0.1:4000/google',
			GOOGLE_CLIENT_SECRET: 'emulator-made-this',
		};
		expect(readConfig(trial).providers.google?.clientSecret).toBe('emulator-made-this');
	});
});
