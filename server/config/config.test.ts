import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { makePushKeys } from '../../scripts/lib/push-keys.ts';
import { handedSocket } from './addresses.ts';
import { readConfig } from './config.ts';
import { describeDatabase } from './database.ts';

type Env = Record<string, string>;

const google = { GOOGLE_CLIENT_ID: 'site', GOOGLE_CLIENT_SECRET: 'secret' };
const keys = { ...google, LINE_CLIENT_ID: 'site', LINE_CLIENT_SECRET: 'secret' };
const site = { ...keys, PUBLIC_URL: 'https://vote.example', TRUST_PROXY: '10.0.0.5' };
const stripe = { STRIPE_SECRET_KEY: 'sk_live_of_a_site', STRIPE_WEBHOOK_SECRET: 'whsec_of_a_site' };
const emulators = {
	...keys,
	GOOGLE_ISSUER: 'http://127.0.0.1:4000/google',
	GOOGLE_CLIENT_SECRET: 'emulator-made-this',
	STRIPE_SECRET_KEY: 'emulator-a',
	STRIPE_WEBHOOK_SECRET: 'emulator-b',
	STRIPE_API_BASE: 'http://127.0.0.1:4330',
	DATABASE_URL: 'postgresql://site:hidden-word@db.example/lightstick',
};
const network = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'secret' };
const push = makePushKeys();
const [ISSUER, CONSOLE, TUNNEL] = ['https://id.example', 'https://console.vote.example', 'http://localhost:3000'];
const bucket = { MEDIA_S3_BUCKET: 'pictures', MEDIA_S3_ACCESS_KEY_ID: 'site' };
const proxies = ['loopback', '10.0.0.5', '192.168.0.0/16', '2001:db8::/32'];
const database = emulators.DATABASE_URL;
const verified = `${database}?sslmode=verify-full`;
const local = 'postgresql:///lightstick?host=/run/postgresql';
const logKeys = {
	VOTE_LOG_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
	VOTE_LOG_SIGNING_KEY: Buffer.alloc(32, 2).toString('base64'),
};

const folder = mkdtempSync(join(tmpdir(), 'lightstick-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function aFile(content: string): string {
	const file = join(mkdtempSync(join(folder, 'one-')), 'secret');
	writeFileSync(file, content);
	return file;
}

function expectRefusal(env: Env, words: string | RegExp): void {
	expect(() => readConfig(env)).toThrow(words);
	expect(() => readConfig(env)).not.toThrow(/hidden/);
}

describe('the configuration', () => {
	it('has a default for everything, on loopback', () => {
		expect(readConfig({})).toMatchObject({
			port: 3000,
			host: '127.0.0.1',
			publicUrl: 'http://localhost:3000',
			consoleUrl: 'http://localhost:3000',
			databaseUrl: null,
			trustProxy: [],
			logLevel: null,
			metrics: null,
			payments: null,
			push: null,
		});
	});

	it.each<[string, Env, string, unknown]>([
		['metrics at a port, on loopback', { METRICS_LISTEN: '9464' }, 'metrics', { port: 9464, host: '127.0.0.1' }],
		['metrics at an address', { METRICS_LISTEN: '0.0.0.0:9464' }, 'metrics.host', '0.0.0.0'],
		['metrics at an address of IPv6', { METRICS_LISTEN: '[::1]:9464' }, 'metrics.host', '::1'],
		['metrics at a name', { METRICS_LISTEN: 'metrics.internal:9464' }, 'metrics.host', 'metrics.internal'],
		['Google, which does not say when it asked an operator', site, 'operators.authTimeRequired', false],
		['another provider, which says it', { ...site, GOOGLE_ISSUER: ISSUER }, 'operators.authTimeRequired', true],
		['Google told to say it', { ...site, OPERATOR_AUTH_TIME: 'required' }, 'operators.authTimeRequired', true],
		['a real site with Google’s own issuer', site, 'providers.google.issuer', 'https://accounts.google.com'],
		['a real site with LINE’s own issuer', site, 'providers.line.issuer', 'https://access.line.me'],
		['an origin in capitals', { ...site, PUBLIC_URL: 'HTTPS://Vote.Example' }, 'publicUrl', 'https://vote.example'],
		["the scheme's own port", { ...site, PUBLIC_URL: 'https://vote.example:443' }, 'publicUrl', 'https://vote.example'],
		['a slash at the end', { ...site, PUBLIC_URL: 'https://vote.example/' }, 'publicUrl', 'https://vote.example'],
		['proxies by address, range and name', { TRUST_PROXY: proxies.join(',') }, 'trustProxy', proxies],
		['proxies with spaces between', { TRUST_PROXY: proxies.join(', ') }, 'trustProxy', proxies],
		['no proxies, said in words', { ...site, TRUST_PROXY: 'none' }, 'trustProxy', []],
		['a console with a host name of its own', { ...site, CONSOLE_URL: CONSOLE }, 'consoleUrl', CONSOLE],
		['a console by a tunnel on the operator’s own machine', { ...site, CONSOLE_URL: TUNNEL }, 'consoleUrl', TUNNEL],
		["payments by Stripe's own address", { ...site, ...stripe }, 'payments.apiBase', 'https://api.stripe.com'],
		['emulators and test keys on loopback', emulators, 'providers.google.clientSecret', 'emulator-made-this'],
		["a developer's key of Stripe", { ...stripe, STRIPE_SECRET_KEY: 'sk_test_a' }, 'payments.secretKey', 'sk_test_a'],
		['a public half of the push key', push, 'push.publicKey', expect.stringMatching(/^[\w-]{87}$/)],
		['a push key of a trial', push, 'push.subject', 'mailto:nobody@localhost'],
		['no push emulator unless told', push, 'push.emulatorOrigin', null],
		['a push key of a public site', { ...site, ...push }, 'push.subject', 'https://vote.example'],
		['a network of its own, named after its host', network, 'providers.oidc.name', 'login.example'],
		['no keys of the vote log on one machine', site, 'voteLog.keys', null],
		['keys of the vote log', { ...site, ...logKeys }, 'voteLog.keys.masterKey', Buffer.alloc(32, 1)],
		...[
			verified,
			'postgresql://site@localhost:5433/lightstick',
			'postgresql://site@localhost/lightstick?host=%2Frun%2Fpostgresql',
			local,
		].map((DATABASE_URL): [string, Env, string, unknown] => [
			`a private way to the database: ${DATABASE_URL}`,
			{ ...site, ...logKeys, DATABASE_URL },
			'databaseUrl',
			DATABASE_URL,
		]),
	])('takes %s', (_, env, place, value) => {
		expect(readConfig(env)).toHaveProperty(place, value);
	});

	it.each<[string, string, Env, string]>([
		['DATABASE_URL', local, {}, 'databaseUrl'],
		['MIGRATE_DATABASE_URL', local, { DATABASE_URL: local }, 'migrateDatabaseUrl'],
		['GOOGLE_CLIENT_SECRET', 'a secret of Google', { GOOGLE_CLIENT_ID: 'site' }, 'providers.google.clientSecret'],
		['LINE_CLIENT_SECRET', 'a secret of LINE', { LINE_CLIENT_ID: 'site' }, 'providers.line.clientSecret'],
		['STRIPE_SECRET_KEY', 'sk_live_1', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'payments.secretKey'],
		['STRIPE_WEBHOOK_SECRET', 'whsec_1', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'payments.webhookSecret'],
		['MEDIA_S3_SECRET_ACCESS_KEY', 'a secret of the bucket', bucket, 'media.secretAccessKey'],
	])(
		'takes %s from the file, or the link to it, that %s_FILE names, without its line break',
		(name, value, others, place) => {
			const file = aFile(`${value}\n`);
			// As orchestrators mount secrets.
			const link = `${file}-mounted`;
			symlinkSync(file, link);
			for (const named of [file, link]) {
				expect(readConfig({ ...others, [`${name}_FILE`]: named })).toHaveProperty(place, value);
			}
		},
	);

	it('names every fault at once, and repeats what it was given only in part', () => {
		expectRefusal({ PORT: 'x', CONNECTIONS_MAX: '-1' }, /PORT[^]*CONNECTIONS_MAX/);
		expectRefusal({ LOG_LEVEL: 'x'.repeat(10_000) }, /^.{0,300}$/s);
	});
});

it.each([
	['PORT', 'x', 'must be a whole number from 0 to 65535, but is "x". Example: PORT=3000'],
	['PORT', ' ', 'must be a whole number'],
	['PORT', '1e3', 'must be a whole number'],
	['PORT', '0x10', 'must be a whole number'],
	['CONNECTIONS_MAX', '9', 'must be a whole number from 10 to 1000000'],
	['HOST', 'not a host', 'must be an IP address or a host name'],
	['HOST', '256.1.1.1', 'must be an IP address or a host name'],
	['HOST', 'http://0.0.0.0', 'Example: HOST=0.0.0.0'],
	['PUBLIC_URL', 'https://vote.example/site', 'must be an origin (https:// and a host name, without a path)'],
	['PUBLIC_URL', 'vote.example', 'Example: PUBLIC_URL=https://vote.example'],
	['PUBLIC_URL', 'ftp://vote.example', 'must be an origin'],
	['PUBLIC_URL', 'https://someone@vote.example', 'must be an origin'],
	['PUBLIC_URL', 'https://vote.example?', 'must be an origin'],
	['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent, but is "loud"'],
	['TRUST_PROXY', '1', 'must be "none" or a list of IP addresses, ranges and the names loopback, linklocal'],
	['TRUST_PROXY', 'true', 'but is "true". Example: TRUST_PROXY=10.0.0.5'],
	['TRUST_PROXY', '10.0.0.5,proxy.local', 'but is "proxy.local"'],
	['TRUST_PROXY', '10.0.0.0/33', 'but is "10.0.0.0/33"'],
	['TRUST_PROXY', '0.0.0.0/0', 'but is "0.0.0.0/0"'],
	['TRUST_PROXY', '10.0.0.5,', 'but is ""'],
	['COUNTRY_HEADER', 'CF IPCountry', 'must be the name of a header'],
	['COUNTRY_HEADER', ' cf-ipcountry', 'must not begin or end with a space'],
	['COUNTRY_HEADER', 'CF-IPCountry', 'counts only if a trusted proxy sends it: set TRUST_PROXY too'],
	['LIGHTSTICK_OWNER_EMAIL', 'owner', 'must be an email address'],
	['LIGHTSTICK_DATA', 'data\n', 'must not begin or end with a space or an unseen sign, or hold a line break'],
	['GOOGLE_CLIENT_ID', 'site', 'and GOOGLE_CLIENT_SECRET go together'],
	['GOOGLE_ISSUER', 'http://192.168.1.7:8080', 'must begin with https:// (plain http is for this machine only)'],
	['LINE_ISSUER', 'access.line.me', 'must be a URL that begins with https://'],
])('a fault is told with its variable, what is wrong and an example: %s=%s', (name, value, words) => {
	expectRefusal({ [name]: value }, `- ${name}`);
	expectRefusal({ [name]: value }, words);
});

describe('nothing starts', () => {
	const secretFile = (path: string) => ({ GOOGLE_CLIENT_ID: 'site', GOOGLE_CLIENT_SECRET_FILE: path });

	it.each<[string, Env, string | RegExp]>([
		['metrics at the port of the site', { PORT: '9464', METRICS_LISTEN: '9464' }, 'METRICS_LISTEN'],
		['metrics at no port', { METRICS_LISTEN: 'on' }, 'METRICS_LISTEN'],
		['metrics at no address', { METRICS_LISTEN: '256.1.1.1:9464' }, 'METRICS_LISTEN'],
		['metrics at a port that is none', { METRICS_LISTEN: '0.0.0.0:65536' }, 'METRICS_LISTEN'],
		['a word that is none', { OPERATOR_AUTH_TIME: 'perhaps' }, 'OPERATOR_AUTH_TIME'],
		['passkeys that are none of the two', { OPERATOR_PASSKEYS: 'off' }, 'OPERATOR_PASSKEYS'],
		['a public site without passkeys', { ...site, OPERATOR_PASSKEYS: 'offered' }, 'OPERATOR_PASSKEYS must be required'],
		['half of the keys of Stripe', { STRIPE_SECRET_KEY: 'sk_test' }, 'go together'],
		['no address of Stripe', { ...stripe, STRIPE_API_BASE: 'stripe' }, 'STRIPE_API_BASE must be an origin'],
		['half of a network of its own', { ...network, OIDC_ISSUER: '' }, /OIDC_ISSUER, .* and OIDC_CLIENT_SECRET go tog/],
		['a network at no address', { ...network, OIDC_ISSUER: 'example' }, 'OIDC_ISSUER must be a URL'],
		['a name that is too long', { ...network, OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME'],
		['a name that hides something', { ...network, OIDC_NAME: 'a\u202eb' }, 'OIDC_NAME'],
		['no push key', { VAPID_PRIVATE_KEY: 'b' }, /VAPID_PRIVATE_KEY is no key/],
		['a push key that is too large', { VAPID_PRIVATE_KEY: '_'.repeat(43) }, /VAPID_PRIVATE_KEY is no key/],
		['a push emulator elsewhere', { ...push, PUSH_EMULATOR: 'http://10.0.0.1' }, /must be on this machine/],
		['half of the keys of the vote log', { ...logKeys, VOTE_LOG_SIGNING_KEY: '' }, 'go together'],
		['a database without a scheme', { DATABASE_URL: 'db.example' }, 'DATABASE_URL must begin with postgresql://'],
		[
			'a database whose name has a slash',
			{ DATABASE_URL: 'postgresql://db.example/a%2Fb' },
			'leaves encoded: rename it',
		],
		['a port that is none', { DATABASE_URL: 'postgresql://db.example:port/x' }, 'DATABASE_URL cannot be read'],
		['a certificate that is not there', { DATABASE_URL: `${verified}&sslrootcert=/none.pem` }, '/none.pem'],
		['a database for migrations alone', { MIGRATE_DATABASE_URL: database }, 'is set without DATABASE_URL'],
		[
			'a secret given twice',
			{ DATABASE_URL: local, DATABASE_URL_FILE: aFile(local) },
			'DATABASE_URL_FILE are both set',
		],
		['a file that is not there', secretFile(join(folder, 'none')), '_FILE names a file that cannot be read (ENOENT)'],
		['a folder', secretFile(folder), 'GOOGLE_CLIENT_SECRET_FILE must name a file of at most 16384 bytes'],
		['a file without end', secretFile('/dev/zero'), '_SECRET_FILE must name a file of at most 16384 bytes'],
		['an empty file', secretFile(aFile('\n')), 'GOOGLE_CLIENT_SECRET_FILE names an empty file'],
		[
			'a file of two lines',
			secretFile(aFile('a hidden\nword\n')),
			'content of GOOGLE_CLIENT_SECRET_FILE must be a single',
		],
		['a secret with a space', { STRIPE_SECRET_KEY: ' hidden' }, 'STRIPE_SECRET_KEY must be a single line'],
	])('with %s', (_, env, words) => expectRefusal(env, words));

	it('with a key of another kind, or one that unseen signs came along with', () => {
		const kinds = { STRIPE_SECRET_KEY: /^[rs]k_(live|test)_\w+$/, STRIPE_WEBHOOK_SECRET: /^whsec_\w+$/ };
		const word = fc.stringMatching(
			/^(pk_live_|pk_test_|[rs]k_live_|rk_test_|whsec_|we_|acct_|Bearer sk_live_|ek_)\w{1,20}$/,
		);
		fc.assert(
			fc.property(word, word, (secretKey, webhookSecret) => {
				const given = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret };
				for (const [name, kind] of Object.entries(kinds)) {
					const key = given[name as keyof typeof given];
					const env = { ...stripe, [name]: key };
					if (kind.test(key)) readConfig(env);
					else expectRefusal(env, `${name} is another kind of key`);
				}
			}),
		);
		const unseen = fc.constantFrom('\u200b', '\u200e', '\u202c', '\u2060', '\ufeff', '\u00a0', '\u00ad');
		fc.assert(
			fc.property(
				unseen,
				fc.constantFrom(...Object.keys({ ...stripe, ...google })),
				fc.boolean(),
				(sign, name, first) => {
					const value = { ...stripe, ...google }[name as keyof typeof stripe];
					expectRefusal({ ...stripe, ...google, [name]: first ? sign + value : value + sign }, /unseen sign/);
				},
			),
		);
	});

	it('because of a password, unless a part of it would be taken for a server or a database', () => {
		const password = fc.string({
			unit: fc.constantFrom(...Array.from('aZ19@:/?#[]%&=+,;!$\'()*~_.- \\"<>é백')),
			minLength: 1,
		});
		fc.assert(
			fc.property(password, (word) => {
				const at = (written: string) => `postgresql://site:${written}@db.example/lightstick`;
				const read = (DATABASE_URL: string) => describeDatabase(readConfig({ DATABASE_URL }).databaseUrl ?? '');
				expect(read(at(encodeURIComponent(word)))).toBe('lightstick at db.example:5432');
				try {
					expect(read(at(word))).toBe('lightstick at db.example:5432');
				} catch (error) {
					expect(String(error)).toMatch(
						/^StartRefused: The configuration is refused:\n- DATABASE_URL (?:has a sign|cannot be read)/,
					);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	it.each(['short', Buffer.alloc(31).toString('base64'), Buffer.alloc(32).toString('hex')])(
		'with %s for a key of the vote log, which is not shown',
		(VOTE_LOG_MASTER_KEY) => {
			const start = () => readConfig({ ...logKeys, VOTE_LOG_MASTER_KEY });
			expect(start).toThrow('VOTE_LOG_MASTER_KEY must be 32 random bytes');
			expect(start).not.toThrow(VOTE_LOG_MASTER_KEY);
		},
	);

	const atIssuer = /issuer of (google|line) is plain http or loopback/;
	const byEmulator = /keys of (google|line) are the emulator's/;
	const stripeTest = 'STRIPE_SECRET_KEY is a key of Stripe’s test mode';
	const unverified = /- (?:MIGRATE_)?DATABASE_URL must ask for TLS with a verified server/;

	it.each<[string, Env, string | RegExp]>([
		['by plain http', { PUBLIC_URL: 'http://vote.example' }, 'PUBLIC_URL must begin with https://'],
		['by plain http in a network', { PUBLIC_URL: 'http://192.168.1.7:3000' }, 'PUBLIC_URL must begin with https://'],
		['by plain http everywhere', { PUBLIC_URL: 'http://0.0.0.0:3000' }, 'PUBLIC_URL must begin with https://'],
		['without a word on proxies', { TRUST_PROXY: '' }, /TRUST_PROXY must be set .* or to "none"/],
		['with a loopback issuer', { LINE_ISSUER: 'https://127.0.0.1:4000/line' }, atIssuer],
		['with a plain-http issuer on loopback', { GOOGLE_ISSUER: 'http://127.0.0.1:4000/google' }, atIssuer],
		['with an issuer on localhost', { GOOGLE_ISSUER: 'https://localhost/google' }, atIssuer],
		[
			'with a network by plain http',
			{ ...network, OIDC_ISSUER: 'http://login.example' },
			'OIDC_ISSUER must begin with',
		],
		["with the emulator's client", { GOOGLE_CLIENT_ID: 'emulator-made-this' }, byEmulator],
		["with the emulator's secret of Google", { GOOGLE_CLIENT_SECRET: 'emulator-made-this' }, byEmulator],
		["with the emulator's secret of LINE", { LINE_CLIENT_SECRET: 'emulator-made-this' }, byEmulator],
		['with any certificate', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED must not be 0'],
		// Browsers share cookies between the ports of a host name.
		[
			'with its console at another port',
			{ CONSOLE_URL: 'https://vote.example:8443' },
			'must have another host name than',
		],
		[
			'with its console by plain http',
			{ CONSOLE_URL: 'http://console.example' },
			'CONSOLE_URL must begin with https://',
		],
		['with Stripe by plain http', { STRIPE_API_BASE: 'http://stripe.example' }, 'STRIPE_API_BASE is plain http or'],
		['with Stripe on loopback', { STRIPE_API_BASE: 'https://127.0.0.1:4330' }, 'STRIPE_API_BASE is plain http or'],
		['with a key of the test mode', { STRIPE_SECRET_KEY: 'sk_test_a' }, stripeTest],
		['with a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_a' }, stripeTest],
		["with the emulator's key", { STRIPE_SECRET_KEY: 'emulator-a' }, "the keys of Stripe are the emulator's"],
		['with its signature', { STRIPE_WEBHOOK_SECRET: 'emulator-a' }, "the keys of Stripe are the emulator's"],
		['with the push emulator', { ...push, PUSH_EMULATOR: 'http://127.0.0.1:4340' }, /PUSH_EMULATOR names an emulator/],
		// Several machines may use one database.
		['without keys of the vote log', { DATABASE_URL: local }, /VOTE_LOG_MASTER_KEY and VOTE_LOG_SIGNING_KEY/],
		...[
			'',
			'?sslmode=disable',
			'?sslmode=no-verify',
			'?uselibpqcompat=true&sslmode=require',
			'?uselibpqcompat=true&sslmode=prefer',
			'?ssl=no-verify',
			'?sslmode=verify-full&sslmode=disable',
			'?host=10.0.0.9',
		].map((query): [string, Env, RegExp] => [
			`with a database that anybody may answer for: ${query}`,
			{ DATABASE_URL: database + query },
			unverified,
		]),
		['with such a way for migrations', { DATABASE_URL: verified, MIGRATE_DATABASE_URL: database }, unverified],
	])('%s, if strangers can reach it', (_, env, words) => expectRefusal({ ...site, ...stripe, ...env }, words));
});

it('a listening socket is taken from systemd if it is for this process, and only one', () => {
	const own = String(process.pid);
	expect([handedSocket({}), handedSocket({ LISTEN_FDS: '1', LISTEN_PID: own })]).toEqual([null, 3]);
	expect(handedSocket({ LISTEN_FDS: '1', LISTEN_PID: '1' })).toBeNull();
	expect(() => handedSocket({ LISTEN_FDS: '2', LISTEN_PID: own })).toThrow('LISTEN_FDS must hand over one socket');
});
