/** The environment, parsed once. Everything else takes values, never `process.env`. */
import { resolve } from 'node:path';
import { readConsoleUrl, readHost, readOrigin } from './addresses.ts';
import { readDatabaseUrl } from './database.ts';
import { readCountryHeader, readProxies } from './proxies.ts';
import { readPush } from './push.ts';
import { readObservation } from './observation.ts';
import { openReader, type Environment, type Reader } from './reader.ts';
import { StartRefused } from './refused.ts';
import { unsafeForStrangers } from './safety.ts';
import { readOwnNetwork, readPayments, readPictureBucket, readProvider, readRedisUrl } from './services.ts';
import { readVoteLog } from './vote-log.ts';
import { logLevels, type Config } from './types.ts';

export { isLoopback } from './addresses.ts';
export type { Config, OwnNetworkConfig, PaymentConfig, ProviderConfig, PushConfig, S3Config } from './types.ts';

/** @throws {StartRefused} with a line for every variable that is not as it should be */
export function readConfig(env: Environment): Config {
	const reader = openReader(env);
	const { text, whole, choice } = reader;
	const port = whole('PORT', 3000, 0, 65_535);
	const publicUrl = readOrigin(reader, 'PUBLIC_URL', 'https://vote.example') ?? `http://localhost:${port}`;
	const proxies = readProxies(reader);
	const requestsPerSecond = whole('VOTE_REQUESTS_PER_SECOND', 20, 1, 1_000_000);
	const config: Config = {
		port,
		host: readHost(reader, 'HOST', '127.0.0.1'),
		publicUrl,
		consoleUrl: readConsoleUrl(reader, publicUrl),
		dataFolder: resolve(reader.text('LIGHTSTICK_DATA', '/var/lib/lightstick') ?? '.data'),
		media: readPictureBucket(reader),
		...databases(reader),
		providers: {
			google: readProvider(reader, 'GOOGLE', GOOGLE),
			line: readProvider(reader, 'LINE', 'https://access.line.me'),
			oidc: readOwnNetwork(reader),
		},
		operators: {
			ownerEmail: ownerEmail(reader),
			adjustmentBound: whole('ADJUSTMENT_BOUND', 10_000, 0, 1_000_000_000),
			refundBound: whole('REFUND_BOUND', 10_000, 0, 1_000_000_000),
			voidBound: whole('VOID_BOUND', 10_000, 0, 1_000_000_000),
			changeBound: whole('CHANGE_BOUND_PERCENT', 50, 0, 10_000),
			authTimeRequired: isAuthTimeRequired(reader),
		},
		payments: readPayments(reader),
		redisUrl: readRedisUrl(reader),
		push: readPush(reader, publicUrl),
		trustProxy: proxies ?? [],
		countryHeader: readCountryHeader(reader, proxies),
		...readObservation(reader, { port }),
		drainMs: whole('DRAIN_SECONDS', 0, 0, 300) * 1_000,
		logLevel: choice('LOG_LEVEL', logLevels),
		serviceWorker: choice('SERVICE_WORKER', ['on', 'off']) !== 'off',
		voting: {
			batchMax: whole('VOTE_BATCH_MAX', 300, 1, 5_000),
			queueMax: 10_000,
			requestsPerSecond,
			requestsBurst: requestsPerSecond * BURST_SECONDS,
		},
		voteLog: readVoteLog(reader, publicUrl),
		limits: {
			signInPerMinute: whole('SIGN_IN_PER_MINUTE', 10, 1, 1_000_000),
			readsPerMinute: whole('READS_PER_MINUTE', 6_000, 1, 10_000_000),
			moneyPerMinute: whole('MONEY_PER_MINUTE', 30, 1, 1_000_000),
			...connectionLimits(whole('CONNECTIONS_MAX', 20_000, 10, 1_000_000)),
		},
	};
	const takesAnyCertificate = text('NODE_TLS_REJECT_UNAUTHORIZED', '1') === '0';
	// Only values that could be read can be judged.
	const unsafe =
		reader.faults.length > 0 ? [] : unsafeForStrangers(config, { proxies: proxies !== null, takesAnyCertificate });
	const faults = [...reader.faults, ...unsafe];
	if (faults.length > 0) throw new StartRefused(`The configuration is refused:\n- ${faults.join('\n- ')}`);
	return config;
}

/** A fan's device sends votes that have waited all at once. */
const BURST_SECONDS = 12.5;
/** Enough for a stadium behind one address. */
const PART_OF_ADDRESS = 0.1;
/** The rest is for pages and votes. */
const PART_OF_STREAMS = 0.75;

function connectionLimits(connections: number) {
	const connectionsPerAddress = Math.ceil(connections * PART_OF_ADDRESS);
	return {
		connections,
		connectionsPerAddress,
		streams: Math.floor(connections * PART_OF_STREAMS),
		streamsPerAddress: Math.ceil(connectionsPerAddress * PART_OF_STREAMS),
	};
}

function databases(reader: Reader): Pick<Config, 'databaseUrl' | 'poolDatabaseUrl' | 'migrateDatabaseUrl'> {
	const databaseUrl = readDatabaseUrl(reader, 'DATABASE_URL');
	const poolDatabaseUrl = readDatabaseUrl(reader, 'DATABASE_POOL_URL');
	const migrateDatabaseUrl = readDatabaseUrl(reader, 'MIGRATE_DATABASE_URL');
	if (migrateDatabaseUrl !== null && databaseUrl === null) {
		reader.refuse('MIGRATE_DATABASE_URL is set without DATABASE_URL: migrations and site must use one database');
	}
	if (poolDatabaseUrl !== null && databaseUrl === null) {
		reader.refuse(
			'DATABASE_POOL_URL is set without DATABASE_URL: votes and jobs need direct connections to the same database',
		);
	}
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
