/** Types of the configuration, as read from the environment. */
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';

export interface ProviderConfig {
	issuer: string;
	clientId: string;
	clientSecret: string;
}

export interface OwnNetworkConfig extends ProviderConfig {
	/** Name on the button "Continue with …". */
	name: string;
	/** Path of a picture file. Null means a plain symbol. */
	logoFile: string | null;
}

export interface PaymentConfig {
	secretKey: string;
	/** Secret with which the provider signs its webhooks. */
	webhookSecret: string;
	apiBase: string;
	/** Timeout of one request. */
	timeoutMs: number;
	/** Retries of a request that got no response. */
	retries: number;
}

/** Keys of web push (VAPID). */
export interface PushConfig {
	/** Uncompressed point of P-256, in base64url. */
	publicKey: string;
	privateKey: string;
	/** Where push services find whoever runs the site: its own address. */
	subject: string;
	/** Origin of an emulated push service on this machine. */
	emulatorOrigin: string | null;
}

/** A bucket of an S3-compatible store. */
export interface S3Config {
	/** Origin without a trailing slash. */
	endpoint: string;
	region: string;
	bucket: string;
	/** Prefix of every key: empty, or ends with a slash. */
	prefix: string;
	accessKeyId: string;
	secretAccessKey: string;
}

/** Traces by OpenTelemetry. The exporter itself reads the other OTEL_EXPORTER_OTLP_… variables. */
export interface TraceConfig {
	/** URL of the collector; `/v1/traces` is added to it. */
	endpoint: string;
	/** Part of the traces that are taken, from 0 to 1. */
	ratio: number;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
	port: number;
	host: string;
	/** Origin under which browsers reach the site, without a trailing slash. */
	publicUrl: string;
	/** Origin of the operators' console; the same as `publicUrl` unless it has one of its own. */
	consoleUrl: string;
	/** Where uploads, public logs, generated keys and the trial's embedded database live. */
	dataFolder: string;
	/** Bucket for pictures. Null means the data folder. */
	media: S3Config | null;
	/** Null means the embedded database, which is for the trial and for tests. */
	databaseUrl: string | null;
	/** The way of calls through a transaction pooler. Null: calls connect directly too. */
	poolDatabaseUrl: string | null;
	/** The owner's connection, for migrations; null: `databaseUrl` does both and takes the application's role by SET ROLE. */
	migrateDatabaseUrl: string | null;
	/** `oidc`: a network of the site's own. */
	providers: { google: ProviderConfig | null; line: ProviderConfig | null; oidc: OwnNetworkConfig | null };
	operators: {
		/** Email address of the first owner of the console, used once. Null means no owner is created. */
		ownerEmail: string | null;
		/** Gems that one operator, or for one fan, may adjust in a day before a second operator has to approve. */
		adjustmentBound: number;
		/** The same of gems that refunds take back. */
		refundBound: number;
		/** Votes that one operator may void and restore in a day before a second operator has to approve. */
		voidBound: number;
		/** Percent by which a price or a reward may change in a day before a second operator has to approve. */
		changeBound: number;
		/** True if the provider must state `auth_time` before an operator may add a first passkey. */
		authTimeRequired: boolean;
	};
	/** Card payments through Stripe. Null means none. */
	payments: PaymentConfig | null;
	/** Redis that keeps the limits of all processes together. Null: each process counts by itself. */
	redisUrl: string | null;
	/** Reminders by web push. Null means none. */
	push: PushConfig | null;
	/** Addresses, ranges and names of the proxies whose forwarded headers count; empty: the socket's address counts. */
	trustProxy: readonly string[];
	/** Header in which a trusted proxy tells the visitor's country, in lower case; null: unknown. */
	countryHeader: string | null;
	/** Listener for `/metrics`, apart from the site's. Null means none. */
	metrics: { port: number; host: string } | null;
	/** Null means no traces. */
	traces: TraceConfig | null;
	/** Milliseconds in which a process that was told to stop still serves, but is not ready. */
	drainMs: number;
	/** Null means the startup default. */
	logLevel: LogLevel | null;
	/** False removes the fans' service worker from their devices. */
	serviceWorker: boolean;
	voting: {
		/** Votes in a batch. */
		batchMax: number;
		/** Votes that wait in the process at most before new ones are answered 503. */
		queueMax: number;
		/** Vote requests of one account: steady rate, and how many at once. */
		requestsPerSecond: number;
		requestsBurst: number;
	};
	voteLog: {
		/** Name under which receipts are signed. */
		receipts: string;
		/** Witnesses of the anchor. Null: nobody watches it. */
		policy: WitnessPolicy | null;
		/** Each 32 bytes. Null: kept in the data folder, made at the first start. */
		keys: { masterKey: Buffer; signingKey: Buffer; oldSigningKeys: readonly Buffer[] } | null;
	};
	/** Requests a minute: of one address, and for what costs money of one account. */
	limits: {
		signInPerMinute: number;
		readsPerMinute: number;
		moneyPerMinute: number;
		/** Connections at once, and those of one address; a trusted proxy's are counted in all only. */
		connections: number;
		connectionsPerAddress: number;
		/** The same of live charts. */
		streams: number;
		streamsPerAddress: number;
	};
}
