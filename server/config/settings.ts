/** The settings of the environment, with their defaults and bounds. */
import { resolve } from 'node:path';
import { readConsoleUrl, readHost, readOrigin, readCountryHeader, readProxies } from './addresses.ts';
import { readDatabaseUrl } from './database.ts';
import * as services from './services.ts';
import type { Reader } from './reader.ts';
import { readFileSync } from 'node:fs';
import { fromBase64 } from '#public-log/format/bytes.ts';
import { parsePolicy, type WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';

export type Config = ReturnType<typeof readSettings>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export function readSettings(reader: Reader) {
	const { whole, choice } = reader;
	const port = whole('PORT', 3000, 0, 65_535);
	const publicUrl = readOrigin(reader, 'PUBLIC_URL', 'https://vote.example') ?? `http://localhost:${port}`;
	const proxies = readProxies(reader);
	const requestsPerSecond = whole('VOTE_REQUESTS_PER_SECOND', 20, 1, 1_000_000);
	return {
		port,
		host: readHost(reader, 'HOST', '127.0.0.1'),
		publicUrl,
		/** Origin of the operators' console; the same as `publicUrl` unless it has one of its own. */
		consoleUrl: readConsoleUrl(reader, publicUrl),
		/** Where uploads, public logs, generated keys and the trial's embedded database live. */
		dataFolder: resolve(reader.text('LIGHTSTICK_DATA', '/var/lib/lightstick') ?? '.data'),
		media: services.readPictureBucket(reader),
		...databases(reader),
		providers: {
			google: services.readProvider(reader, 'GOOGLE', GOOGLE),
			line: services.readProvider(reader, 'LINE', 'https://access.line.me'),
			oidc: services.readOwnNetwork(reader),
		},
		operators: {
			/** Email address of the first owner of the console, used once. Null means no owner is created. */
			ownerEmail: ownerEmail(reader),
			/** Gems that one operator, or for one fan, may adjust in a day before a second operator has to approve. */
			adjustmentBound: whole('ADJUSTMENT_BOUND', 10_000, 0, 1_000_000_000),
			/** The same of gems that refunds take back. */
			refundBound: whole('REFUND_BOUND', 10_000, 0, 1_000_000_000),
			/** Votes that one operator may void and restore in a day before a second operator has to approve. */
			voidBound: whole('VOID_BOUND', 10_000, 0, 1_000_000_000),
			/** Percent by which a price or a reward may change in a day before a second operator has to approve. */
			changeBound: whole('CHANGE_BOUND_PERCENT', 50, 0, 10_000),
			passkeysOffered: choice('OPERATOR_PASSKEYS', ['required', 'offered']) === 'offered',
			authTimeRequired: isAuthTimeRequired(reader),
		},
		payments: services.readPayments(reader),
		/** Redis that keeps the limits of all processes together. Null: each process counts by itself. */
		redisUrl: services.readRedisUrl(reader),
		push: services.readPush(reader, publicUrl),
		/** Addresses, ranges and names of the proxies whose forwarded headers count; empty: the socket's address counts. */
		trustProxy: proxies ?? [],
		/** Header in which a trusted proxy tells the visitor's country, in lower case; null: unknown. */
		countryHeader: readCountryHeader(reader, proxies),
		metrics: services.readMetrics(reader, { port }),
		/** Time in which a process that was told to stop still serves, but is not ready. */
		drainMs: whole('DRAIN_SECONDS', 0, 0, 300) * 1_000,
		logLevel: choice('LOG_LEVEL', logLevels),
		/** False removes the fans' service worker from their devices. */
		serviceWorker: choice('SERVICE_WORKER', ['on', 'off']) !== 'off',
		voting: {
			batchMax: whole('VOTE_BATCH_MAX', 300, 1, 5_000),
			/** Votes that wait in the process at most before new ones are answered 503. */
			queueMax: 10_000,
			/** Vote requests of one account: steady rate, and how many at once. */
			requestsPerSecond,
			requestsBurst: requestsPerSecond * BURST_SECONDS,
		},
		voteLog: readVoteLog(reader, publicUrl),
		limits: {
			/** Sign-ins of one address, begun and ended: a carrier's NAT of ten thousand, each of whom presses twice. */
			signInsPerMinute: 20_000,
			/** Returns with a forged code, of one address. Each honest one makes up for one. */
			forgedSignInsPerMinute: 60,
			/** Requests of one address. */
			readsPerMinute: whole('READS_PER_MINUTE', 6_000, 1, 10_000_000),
			/** Requests of one account for what costs money. */
			moneyPerMinute: whole('MONEY_PER_MINUTE', 30, 1, 1_000_000),
			...connectionLimits(whole('CONNECTIONS_MAX', 20_000, 10, 1_000_000)),
		},
	};
}

/** A fan's device sends votes that have waited all at once. */
const BURST_SECONDS = 12.5;
/** Enough for a stadium behind one address. */
const PART_OF_ADDRESS = 0.1;
/** The rest is for pages and votes. */
const PART_OF_STREAMS = 0.75;

/** Connections at once, those of one address (a trusted proxy's are counted in all only), and the same of live charts. */
function connectionLimits(connections: number) {
	const connectionsPerAddress = Math.ceil(connections * PART_OF_ADDRESS);
	return {
		connections,
		connectionsPerAddress,
		streams: Math.floor(connections * PART_OF_STREAMS),
		streamsPerAddress: Math.ceil(connectionsPerAddress * PART_OF_STREAMS),
	};
}

/** Without DATABASE_URL, the embedded database is used. Without an owner's address, `databaseUrl` migrates, too. */
function databases(reader: Reader) {
	const databaseUrl = readDatabaseUrl(reader, 'DATABASE_URL');
	const poolDatabaseUrl = readDatabaseUrl(reader, 'DATABASE_POOL_URL');
	const migrateDatabaseUrl = readDatabaseUrl(reader, 'MIGRATE_DATABASE_URL');
	if (migrateDatabaseUrl !== null && databaseUrl === null)
		reader.refuse('MIGRATE_DATABASE_URL is set without DATABASE_URL: migrations and site must use one database');
	if (poolDatabaseUrl !== null && databaseUrl === null)
		reader.refuse(
			'DATABASE_POOL_URL is set without DATABASE_URL: votes and jobs need direct connections to the same database',
		);
	return { databaseUrl, poolDatabaseUrl, migrateDatabaseUrl };
}

function ownerEmail(reader: Reader): string | null {
	const example = 'owner@vote.example';
	const email = reader.text('LIGHTSTICK_OWNER_EMAIL', example);
	if (email === null) return null;
	const isGood = email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email);
	return reader.expect('LIGHTSTICK_OWNER_EMAIL', email, isGood, 'must be an email address', example);
}

const GOOGLE = 'https://accounts.google.com';

/** Google says it to verified projects that have switched it on; every other provider of the standard always does. */
function isAuthTimeRequired(reader: Reader): boolean {
	const usual = (reader.text('GOOGLE_ISSUER', GOOGLE) ?? GOOGLE) === GOOGLE ? 'optional' : 'required';
	return (reader.choice('OPERATOR_AUTH_TIME', ['required', 'optional']) ?? usual) === 'required';
}

const KEY_BYTES = 32;
const EXAMPLE = 'openssl rand -base64 32';

function readVoteLog(reader: Reader, publicUrl: string) {
	const masterKey = readKey(reader, 'VOTE_LOG_MASTER_KEY');
	const signingKey = readKey(reader, 'VOTE_LOG_SIGNING_KEY');
	const oldSigningKeys = readOldKeys(reader);
	if ((masterKey === null) !== (signingKey === null))
		reader.refuse('VOTE_LOG_MASTER_KEY and VOTE_LOG_SIGNING_KEY go together: set both or neither');
	const { host } = new URL(publicUrl);
	return {
		/** Name under which receipts are signed. */
		receipts: `${host}/receipts`,
		policy: readPolicy(reader),
		/** Each 32 bytes. Null: kept in the data folder, made at the first start. */
		keys: masterKey && signingKey ? { masterKey, signingKey, oldSigningKeys } : null,
	};
}

/** The file of a policy by C2SP tlog-policy. */
function readPolicy(reader: Reader): WitnessPolicy | null {
	const file = reader.text('VOTE_LOG_POLICY', '/etc/lightstick/witnesses');
	if (file === null) return null;
	try {
		const policy = parsePolicy(readFileSync(file, 'utf8'));
		for (const { name, url } of policy.witnesses)
			if (url === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
				reader.refuse(`VOTE_LOG_POLICY: the witness ${name} has no address to send checkpoints to`);
		return policy;
	} catch (error) {
		reader.refuse(`VOTE_LOG_POLICY: ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
		return null;
	}
}

function readKey(reader: Reader, name: string): Buffer | null {
	const text = reader.secret(name, EXAMPLE);
	return text === null ? null : parseKey(reader, name, text);
}

/** Divided by commas. */
function readOldKeys(reader: Reader): Buffer[] {
	const name = 'VOTE_LOG_OLD_SIGNING_KEYS';
	const texts = reader.secret(name, 'the keys that signed before, divided by commas')?.split(',') ?? [];
	return texts.map((text) => parseKey(reader, name, text)).filter((key) => key !== null);
}

function parseKey(reader: Reader, name: string, text: string): Buffer | null {
	const bytes = fromBase64(text);
	if (bytes?.length === KEY_BYTES) return Buffer.from(bytes);
	reader.refuse(`${name} must be 32 random bytes in base64. Example: ${EXAMPLE}`);
	return null;
}
