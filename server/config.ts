/** The environment, parsed once. Everything else takes values, never `process.env`. */
import { resolve } from 'node:path';

export interface ProviderConfig {
	issuer: string;
	clientId: string;
	clientSecret: string;
}

export interface PaymentConfig {
	secretKey: string;
	/** What the provider signs its messages with. */
	webhookSecret: string;
	apiBase: string;
	/** For one answer. */
	timeoutMs: number;
	/** How often a question is repeated that was not answered. */
	retries: number;
}

/** A bucket of a store that speaks S3. */
export interface S3Config {
	/** Origin without a slash at the end. */
	endpoint: string;
	region: string;
	bucket: string;
	/** Begins every key: nothing, or ends with a slash. */
	prefix: string;
	accessKeyId: string;
	secretAccessKey: string;
}

export interface Config {
	port: number;
	host: string;
	/** Origin under which browsers reach the site, without a slash at the end. */
	publicUrl: string;
	/** Where the embedded database, uploads and generated keys live. */
	dataFolder: string;
	/** Where pictures are kept; null: in the data folder. */
	media: S3Config | null;
	/** Null: the embedded database. */
	databaseUrl: string | null;
	/** The owner's connection, for migrations; null: `databaseUrl` does both and takes the application's role by SET ROLE. */
	migrateDatabaseUrl: string | null;
	providers: { google: ProviderConfig | null; line: ProviderConfig | null };
	operators: {
		/** Who becomes the first owner of the console, once; null: nobody does. */
		ownerEmail: string | null;
		/** Gems that one operator, or for one fan, may adjust in a day before a second operator has to approve. */
		adjustmentBound: number;
		/** The same of gems that refunds take back. */
		refundBound: number;
		/** Votes that one operator may void and restore in a day before a second operator has to approve. */
		voidBound: number;
		/** Percent by which a price or a reward may change in a day before a second operator has to approve. */
		changeBound: number;
	};
	/** Card payments by Stripe; null: none. */
	payments: PaymentConfig | null;
	/** Behind a proxy: its addresses, as Fastify's trustProxy takes them; false: the socket's address counts. */
	trustProxy: string | false;
	/** Header in which a trusted proxy tells the visitor's country; null: unknown. */
	countryHeader: string | null;
	voting: {
		/** Batches that may be under way at once. */
		lanes: number;
		/** Votes in a batch. */
		batchMax: number;
		/** Votes that wait at most before new ones are answered 503. */
		queueMax: number;
		/** Vote requests of one account: steady rate, and how many at once. */
		requestsPerSecond: number;
		requestsBurst: number;
	};
	/** Requests a minute: of one address, and for what costs money of one account. */
	limits: { signInPerMinute: number; readsPerMinute: number; moneyPerMinute: number };
}

type Environment = Record<string, string | undefined>;

/** Keys that our emulators make for themselves begin with this, so that a production start can refuse them. */
const EMULATOR_KEY_PREFIX = 'emulator';

/** @throws {Error} with one line for every variable that is not as it should be. */
export function readConfig(env: Environment): Config {
	const faults: string[] = [];
	const whole = (name: string, fallback: number, least: number, most: number): number => {
		const text = env[name];
		if (text === undefined || text === '') return fallback;
		const value = Number(text);
		if (Number.isInteger(value) && value >= least && value <= most) return value;
		faults.push(`${name} must be a whole number from ${least} to ${most}`);
		return fallback;
	};
	const port = whole('PORT', 3000, 0, 65_535);
	const publicUrl = (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/+$/, '');
	if (!URL.canParse(publicUrl) || new URL(publicUrl).origin !== publicUrl) {
		faults.push('PUBLIC_URL must be an origin such as https://vote.example, without a path');
	}
	const config: Config = {
		port,
		host: env['HOST'] || '127.0.0.1',
		publicUrl,
		dataFolder: resolve(env['LIGHTSTICK_DATA'] || '.data'),
		media: pictureBucket(env, faults),
		databaseUrl: env['DATABASE_URL'] || null,
		migrateDatabaseUrl: env['MIGRATE_DATABASE_URL'] || null,
		providers: {
			google: provider(env, 'GOOGLE', 'https://accounts.google.com', faults),
			line: provider(env, 'LINE', 'https://access.line.me', faults),
		},
		operators: {
			ownerEmail: env['LIGHTSTICK_OWNER_EMAIL'] || null,
			adjustmentBound: whole('ADJUSTMENT_BOUND', 10_000, 0, 1_000_000_000),
			refundBound: whole('REFUND_BOUND', 10_000, 0, 1_000_000_000),
			voidBound: whole('VOID_BOUND', 10_000, 0, 1_000_000_000),
			changeBound: whole('CHANGE_BOUND_PERCENT', 50, 0, 10_000),
		},
		payments: payments(
			env,
			{ timeoutMs: whole('STRIPE_TIMEOUT_MS', 10_000, 10, 60_000), retries: whole('STRIPE_RETRIES', 2, 0, 5) },
			faults,
		),
		trustProxy: env['TRUST_PROXY'] || false,
		countryHeader: env['COUNTRY_HEADER']?.toLowerCase() || null,
		voting: {
			lanes: whole('VOTE_LANES', 1, 1, 64),
			batchMax: whole('VOTE_BATCH_MAX', 300, 1, 5_000),
			queueMax: whole('VOTE_QUEUE_MAX', 10_000, 1, 1_000_000),
			requestsPerSecond: whole('VOTE_REQUESTS_PER_SECOND', 20, 1, 1_000_000),
			requestsBurst: whole('VOTE_REQUESTS_BURST', 250, 1, 1_000_000),
		},
		limits: {
			signInPerMinute: whole('SIGN_IN_PER_MINUTE', 10, 1, 1_000_000),
			readsPerMinute: whole('READS_PER_MINUTE', 6_000, 1, 10_000_000),
			moneyPerMinute: whole('MONEY_PER_MINUTE', 30, 1, 1_000_000),
		},
	};
	if (faults.length === 0) faults.push(...unsafeForProduction(config));
	if (faults.length > 0) throw new Error(`The configuration is refused:\n- ${faults.join('\n- ')}`);
	return config;
}

function provider(env: Environment, name: string, issuer: string, faults: string[]): ProviderConfig | null {
	const clientId = env[`${name}_CLIENT_ID`];
	const clientSecret = env[`${name}_CLIENT_SECRET`];
	if (!clientId && !clientSecret) return null;
	const given = env[`${name}_ISSUER`] || issuer;
	if (!URL.canParse(given)) faults.push(`${name}_ISSUER must be a URL`);
	if (!clientId || !clientSecret) faults.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together`);
	return { issuer: given, clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
}

function payments(
	env: Environment,
	patience: Pick<PaymentConfig, 'timeoutMs' | 'retries'>,
	faults: string[],
): PaymentConfig | null {
	const secretKey = env['STRIPE_SECRET_KEY'];
	const webhookSecret = env['STRIPE_WEBHOOK_SECRET'];
	if (!secretKey && !webhookSecret) return null;
	const apiBase = env['STRIPE_API_BASE'] || 'https://api.stripe.com';
	if (!URL.canParse(apiBase)) faults.push('STRIPE_API_BASE must be a URL');
	if (!secretKey || !webhookSecret) faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together');
	return { secretKey: secretKey ?? '', webhookSecret: webhookSecret ?? '', apiBase, ...patience };
}

const S3_KEYS = ['MEDIA_S3_BUCKET', 'MEDIA_S3_ACCESS_KEY_ID', 'MEDIA_S3_SECRET_ACCESS_KEY'] as const;

function pictureBucket(env: Environment, faults: string[]): S3Config | null {
	const [bucket, accessKeyId, secretAccessKey] = S3_KEYS.map((name) => env[name] || '');
	if (!bucket && !accessKeyId && !secretAccessKey) return null;
	if (!bucket || !accessKeyId || !secretAccessKey) faults.push(`${S3_KEYS.join(', ')} go together`);
	if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) faults.push('MEDIA_S3_BUCKET is no bucket’s name');
	const region = env['MEDIA_S3_REGION'] || 'us-east-1';
	const endpoint = (env['MEDIA_S3_ENDPOINT'] || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
	if (!URL.canParse(endpoint) || new URL(endpoint).origin !== endpoint) {
		faults.push('MEDIA_S3_ENDPOINT must be an origin such as https://objects.example, without a path');
	}
	const prefix = env['MEDIA_S3_PREFIX'] || '';
	if (!/^(?:[\w.-]+\/)*$/.test(prefix)) faults.push('MEDIA_S3_PREFIX must be like pictures/, with a slash at its end');
	return {
		endpoint,
		region,
		prefix,
		bucket: bucket ?? '',
		accessKeyId: accessKeyId ?? '',
		secretAccessKey: secretAccessKey ?? '',
	};
}

/** What a site that strangers can reach must never run with: our emulators and their keys. */
function unsafeForProduction(config: Config): string[] {
	if (isLoopback(config.publicUrl)) return [];
	const faults: string[] = [];
	for (const [name, provider] of Object.entries(config.providers)) {
		if (!provider) continue;
		if (new URL(provider.issuer).protocol !== 'https:' || isLoopback(provider.issuer)) {
			faults.push(`the issuer of ${name} is plain http or loopback, but PUBLIC_URL is ${config.publicUrl}`);
		}
		if ([provider.clientId, provider.clientSecret].some((key) => key.startsWith(EMULATOR_KEY_PREFIX))) {
			faults.push(`the keys of ${name} are the emulator's, but PUBLIC_URL is ${config.publicUrl}`);
		}
	}
	if (config.media && (new URL(config.media.endpoint).protocol !== 'https:' || isLoopback(config.media.endpoint))) {
		faults.push(`MEDIA_S3_ENDPOINT is plain http or loopback, but PUBLIC_URL is ${config.publicUrl}`);
	}
	if (config.payments) {
		const { apiBase, secretKey, webhookSecret } = config.payments;
		if (new URL(apiBase).protocol !== 'https:' || isLoopback(apiBase)) {
			faults.push(`STRIPE_API_BASE is plain http or loopback, but PUBLIC_URL is ${config.publicUrl}`);
		}
		if ([secretKey, webhookSecret].some((key) => key.startsWith(EMULATOR_KEY_PREFIX))) {
			faults.push(`the keys of Stripe are the emulator's, but PUBLIC_URL is ${config.publicUrl}`);
		}
	}
	return faults;
}

/** Whether only this machine can reach the address. */
export function isLoopback(url: string): boolean {
	const { hostname } = new URL(url);
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
