/** The environment, parsed once. Everything else takes values, never `process.env`. */
import { openReader, type Environment } from './reader.ts';
import { StartRefused } from './refused.ts';
import { readSettings, type Config } from './settings.ts';
import { isLoopback } from './addresses.ts';
import { isPrivateConnection } from './database.ts';

export { isLoopback } from './addresses.ts';
export type { Config } from './settings.ts';
export type { OwnNetworkConfig, PaymentConfig, ProviderConfig, PushConfig, S3Config } from './services.ts';

export function secretFilesOf(env: Environment): ReadonlyMap<string, string> {
	const reader = openReader(env);
	readSettings(reader);
	return reader.secretFiles;
}

/** @throws {StartRefused} with a line for every variable that is not as it should be */
export function readConfig(env: Environment): Config {
	const reader = openReader(env);
	const config = readSettings(reader);
	const takesAnyCertificate = reader.text('NODE_TLS_REJECT_UNAUTHORIZED', '1') === '0';
	const said = { proxies: Boolean(env['TRUST_PROXY']), takesAnyCertificate };
	// Only values that could be read can be judged.
	const faults = reader.faults.length > 0 ? reader.faults : unsafeForStrangers(config, said);
	if (faults.length > 0) throw new StartRefused(`The configuration is refused:\n- ${faults.join('\n- ')}`);
	return config;
}

/** Keys that our emulators make for themselves begin with this, so that a production start can refuse them. */
const EMULATOR_KEY_PREFIX = 'emulator';
const isEmulatorKey = (key: string) => key.startsWith(EMULATOR_KEY_PREFIX);
/** With these keys, cards that everybody can look up buy gems. */
const TEST_KEY = /^(?:sk|rk)_test_/;

interface Said {
	/** True if TRUST_PROXY is set. Behind a proxy, all fans would share one address without it. */
	proxies: boolean;
	/** Node’s switch that accepts any certificate from any server. */
	takesAnyCertificate: boolean;
}

/** Settings that a publicly reachable site must never run with. */
function unsafeForStrangers(config: Config, said: Said): string[] {
	if (isLoopback(config.publicUrl)) return [];
	return [
		...ofTheSite(config, said),
		...ofDatabases(config),
		...ofProviders(config),
		...ofStores(config),
		...ofPush(config),
		...ofVoteLog(config),
	].map((fault) => `${fault} (PUBLIC_URL is ${config.publicUrl}, which strangers can reach)`);
}

function* ofTheSite({ publicUrl, consoleUrl, operators }: Config, said: Said): Iterable<string> {
	if (!isHttps(publicUrl))
		yield 'PUBLIC_URL must begin with https://; over plain http anybody between could take sessions over';
	// The operator’s own machine, by a tunnel, is fine without.
	if (!isHttps(consoleUrl) && !isLoopback(consoleUrl) && consoleUrl !== publicUrl)
		yield 'CONSOLE_URL must begin with https://';
	if (operators.passkeysOffered)
		yield 'OPERATOR_PASSKEYS must be required: without a passkey, whoever has the Google session of an operator is that operator';
	if (!said.proxies)
		yield 'TRUST_PROXY must be set to the addresses of the proxy that takes https, or to "none" if visitors connect directly. Example: TRUST_PROXY=10.0.0.5';
	if (said.takesAnyCertificate)
		yield 'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: it takes the certificate of any server. Give Node your own authority by NODE_EXTRA_CA_CERTS';
}

function* ofDatabases({ databaseUrl, poolDatabaseUrl, migrateDatabaseUrl }: Config): Iterable<string> {
	const named: [string, string | null][] = [
		['DATABASE_URL', databaseUrl],
		['DATABASE_POOL_URL', poolDatabaseUrl],
		['MIGRATE_DATABASE_URL', migrateDatabaseUrl],
	];
	for (const [name, url] of named)
		if (url !== null && !isPrivateConnection(url))
			yield `${name} must ask for TLS with a verified server, as the database is on another machine: add sslmode=verify-full, and sslrootcert=<file> for an authority of your own`;
}

function* ofProviders({ providers }: Config): Iterable<string> {
	for (const [name, provider] of Object.entries(providers)) {
		if (!provider) continue;
		if (!isHttps(provider.issuer) || isLoopback(provider.issuer))
			yield `the issuer of ${name} is plain http or loopback`;
		if ([provider.clientId, provider.clientSecret].some(isEmulatorKey)) yield `the keys of ${name} are the emulator's`;
	}
}

function* ofStores({ media, payments }: Config): Iterable<string> {
	if (media && (!isHttps(media.endpoint) || isLoopback(media.endpoint)))
		yield 'MEDIA_S3_ENDPOINT is plain http or loopback';
	if (!payments) return;
	const { apiBase, secretKey, webhookSecret } = payments;
	if (!isHttps(apiBase) || isLoopback(apiBase)) yield 'STRIPE_API_BASE is plain http or loopback';
	if ([secretKey, webhookSecret].some(isEmulatorKey)) yield "the keys of Stripe are the emulator's";
	if (TEST_KEY.test(secretKey))
		yield 'STRIPE_SECRET_KEY is a key of Stripe’s test mode, with which test cards would buy gems; use the live key';
}

function* ofPush({ push }: Config): Iterable<string> {
	if (push?.emulatorOrigin) yield 'PUSH_EMULATOR names an emulator';
}

function* ofVoteLog({ voteLog, databaseUrl }: Config): Iterable<string> {
	// Several machines may use this database: each would make keys of its own.
	if (databaseUrl !== null && voteLog.keys === null)
		yield 'VOTE_LOG_MASTER_KEY and VOTE_LOG_SIGNING_KEY must be set where DATABASE_URL is: each is 32 random bytes in base64. Example: openssl rand -base64 32';
}

const isHttps = (url: string) => new URL(url).protocol === 'https:';

/** PGPORT, PGOPTIONS and the like describe another server, and both its programs and the driver would follow them. */
export function forgetOtherServers(): void {
	for (const name of Object.keys(process.env)) if (/^PG[A-Z_]+$/.test(name)) delete process.env[name];
}
