/** What the environment says, as values. */

export interface ProviderConfig {
	issuer: string;
	clientId: string;
	clientSecret: string;
}

export interface OwnNetworkConfig extends ProviderConfig {
	/** On the button: Continue with … */
	name: string;
	/** A picture file; null: a plain symbol. */
	logoFile: string | null;
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

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
	port: number;
	host: string;
	/** Origin under which browsers reach the site, without a slash at the end. */
	publicUrl: string;
	/** Origin of the operators' console; the same as `publicUrl` unless it has one of its own. */
	consoleUrl: string;
	/** Where the embedded database, uploads and generated keys live. */
	dataFolder: string;
	/** Where pictures are kept; null: in the data folder. */
	media: S3Config | null;
	/** Null: the embedded database. */
	databaseUrl: string | null;
	/** The owner's connection, for migrations; null: `databaseUrl` does both and takes the application's role by SET ROLE. */
	migrateDatabaseUrl: string | null;
	/** `oidc`: a network of the site's own. */
	providers: { google: ProviderConfig | null; line: ProviderConfig | null; oidc: OwnNetworkConfig | null };
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
		/** Whether the provider has to say when it last asked a person, before they make their first passkey. */
		authTimeRequired: boolean;
	};
	/** Card payments by Stripe; null: none. */
	payments: PaymentConfig | null;
	/** Addresses, ranges and names of the proxies whose forwarded headers count; empty: the socket's address counts. */
	trustProxy: readonly string[];
	/** Header in which a trusted proxy tells the visitor's country, in lower case; null: unknown. */
	countryHeader: string | null;
	/** Null: the start's own default. */
	logLevel: LogLevel | null;
	/** Whether plain reads and votes are answered before Node's parser; see server/http/fast-path/README.md. */
	fastPath: boolean;
	voting: {
		/** Writers, each with a connection of its own and up to two batches under way. */
		writers: number;
		/** Votes in a batch. */
		batchMax: number;
		/** Votes that wait at most before new ones are answered 503. */
		queueMax: number;
		/** Vote requests of one account: steady rate, and how many at once. */
		requestsPerSecond: number;
		requestsBurst: number;
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
