import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = {
	GOOGLE_CLIENT_ID: 'site',
	GOOGLE_CLIENT_SECRET: 'secret',
	LINE_CLIENT_ID: 'site',
	LINE_CLIENT_SECRET: 'secret',
};
const site = { ...keys, PUBLIC_URL: 'https://vote.example', TRUST_PROXY: '10.0.0.5' };
const database = 'postgresql://site:hidden-word@db.example/lightstick';

describe('a site that strangers can reach', () => {
	it.each(['http://vote.example', 'http://192.168.1.7:3000', 'http://0.0.0.0:3000'])(
		'is never served by plain http, as at %s',
		(PUBLIC_URL) => {
			expect(() => readConfig({ ...site, PUBLIC_URL })).toThrow('PUBLIC_URL must begin with https://');
		},
	);

	it('says which proxies it trusts, or that there are none', () => {
		expect(() => readConfig({ ...site, TRUST_PROXY: '' })).toThrow(/TRUST_PROXY must be set .* or to "none"/);
	});

	it.each([
		['a loopback issuer', { LINE_ISSUER: 'https://127.0.0.1:4000/line' }],
		['a plain-http issuer on loopback', { GOOGLE_ISSUER: 'http://127.0.0.1:4000/google' }],
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

	it('never takes the certificate of any server', () => {
		expect(() => readConfig({ ...site, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
			'NODE_TLS_REJECT_UNAUTHORIZED must not be 0',
		);
	});

	it('may be tried on loopback with all of these', () => {
		const trial = {
			...keys,
			GOOGLE_ISSUER: 'http://127.0.0.1:4000/google',
			GOOGLE_CLIENT_SECRET: 'emulator-made-this',
			STRIPE_SECRET_KEY: 'sk_test_of_a_developer',
			STRIPE_WEBHOOK_SECRET: 'whsec_of_a_developer',
			DATABASE_URL: database,
		};
		expect(readConfig(trial).providers.google?.clientSecret).toBe('emulator-made-this');
	});
});

const logKeys = {
	VOTE_LOG_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
	VOTE_LOG_SIGNING_KEY: Buffer.alloc(32, 2).toString('base64'),
};

describe('the keys of the vote log', () => {
	const local = 'postgresql:///lightstick?host=/run/postgresql';

	it('are asked for where several machines may use one database', () => {
		expect(() => readConfig({ ...site, DATABASE_URL: local })).toThrow(/VOTE_LOG_MASTER_KEY and VOTE_LOG_SIGNING_KEY/);
		expect(readConfig(site).voteLog.keys).toBeNull();
	});

	it('are 32 bytes each, in base64, and come together', () => {
		expect(readConfig({ ...site, ...logKeys }).voteLog.keys?.masterKey).toEqual(Buffer.alloc(32, 1));
		expect(() => readConfig({ ...logKeys, VOTE_LOG_SIGNING_KEY: '' })).toThrow('go together');
		for (const bad of ['short', Buffer.alloc(31).toString('base64'), Buffer.alloc(32).toString('hex')]) {
			expect(() => readConfig({ ...logKeys, VOTE_LOG_MASTER_KEY: bad })).toThrow(
				'VOTE_LOG_MASTER_KEY must be 32 random bytes',
			);
			expect(() => readConfig({ ...logKeys, VOTE_LOG_MASTER_KEY: bad })).not.toThrow(bad);
		}
	});
});

describe('the connection to the database of a public site', () => {
	it.each([
		['asks for no encryption', ''],
		['switches it off', '?sslmode=disable'],
		['takes any certificate', '?sslmode=no-verify'],
		['takes any certificate as libpq does', '?uselibpqcompat=true&sslmode=require'],
		['encrypts only if the server likes', '?uselibpqcompat=true&sslmode=prefer'],
		['takes any certificate by another parameter', '?ssl=no-verify'],
		['says one thing and then another', '?sslmode=verify-full&sslmode=disable'],
		['names its server in a parameter', '?host=10.0.0.9'],
	])('is refused if it %s', (_what, query) => {
		const env = { ...site, DATABASE_URL: 'postgresql://site:hidden-word@db.example/lightstick' + query };
		expect(() => readConfig(env)).toThrow(/- DATABASE_URL must ask for TLS with a verified server/);
		expect(() => readConfig(env)).not.toThrow('hidden-word');
	});

	it('is asked for on the way of the migrations too', () => {
		const env = { ...site, DATABASE_URL: `${database}?sslmode=verify-full`, MIGRATE_DATABASE_URL: database };
		expect(() => readConfig(env)).toThrow(/- MIGRATE_DATABASE_URL must ask for TLS/);
	});

	it.each([
		['it verifies the server', `${database}?sslmode=verify-full`],
		['it stays on this machine', 'postgresql://site@localhost:5433/lightstick'],
		['it goes through a socket', 'postgresql://site@localhost/lightstick?host=%2Frun%2Fpostgresql'],
		['it goes through a socket without a host', 'postgresql:///lightstick?host=/run/postgresql'],
	])('is taken if %s', (_what, DATABASE_URL) => {
		expect(readConfig({ ...site, ...logKeys, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
	});

	it.each([
		['is no address', 'db.example', 'DATABASE_URL must begin with postgresql://'],
		['has a port that is none', 'postgresql://db.example:port/x', 'DATABASE_URL cannot be read'],
		['names a certificate that is not there', `${database}?sslmode=verify-full&sslrootcert=/none.pem`, '/none.pem'],
	])('is refused in words if it %s', (_what, DATABASE_URL, words) => {
		expect(() => readConfig({ DATABASE_URL })).toThrow(words);
		expect(() => readConfig({ DATABASE_URL })).not.toThrow('hidden-word');
	});

	it('is the same database for migrations and site', () => {
		expect(() => readConfig({ MIGRATE_DATABASE_URL: database })).toThrow('is set without DATABASE_URL');
	});
});
