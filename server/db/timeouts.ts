/** Timeouts for the database, in milliseconds. Every wait has one: a wait without an end is an outage. */

export interface Timeouts {
	/** Timeout for a connection, a new one or one of the pool. */
	connectMs: number;
	/** The server ends a statement that takes longer. */
	statementMs: number;
	/** The server ends a statement that waits longer for a lock. */
	lockMs: number;
	/** The server ends a transaction whose client is silent for longer, and so releases its locks. */
	silenceMs: number;
	/** Without a response by then, the server is frozen or the network is down. The connection is closed. */
	answerMs: number;
}

/** For API calls. A fan's page gives up after a minute, a proxy in front of us after half of that. */
export const OF_CALLS: Timeouts = {
	// A longer wait means that the queue does not move. A quick 503 is better, and the browser retries.
	connectMs: 5_000,
	// The slowest screen of the console on ten million votes takes a second or two.
	statementMs: 10_000,
	// Row locks last milliseconds. A call that waits longer for one is told to retry.
	lockMs: 2_000,
	// Our transactions send statements all the time. Only a stopped process or a cut network is silent for this long.
	silenceMs: 10_000,
	// A little longer than the server's own timeouts, so that its error comes first.
	answerMs: 12_000,
};

/** For batches of votes. A batch takes milliseconds, and the same keys may always be sent again. */
export const OF_VOTES: Timeouts = {
	connectMs: 2_000,
	statementMs: 4_000,
	// A batch waits for wallets that another transaction holds, and for a closing or a pause. It is sent again afterwards.
	lockMs: 100,
	silenceMs: 10_000,
	answerMs: 5_000,
};

/** For jobs. No person waits for them, and the audit reads whole tables. */
export const OF_JOBS: Timeouts = {
	connectMs: 10_000,
	statementMs: 15 * 60_000,
	lockMs: 5_000,
	silenceMs: 10_000,
	answerMs: 16 * 60_000,
};

/** For the numbers that metrics show of the whole site. A scraper waits ten seconds by default. */
export const OF_SCRAPES: Timeouts = {
	connectMs: 2_000,
	statementMs: 2_000,
	lockMs: 500,
	silenceMs: 10_000,
	answerMs: 2_500,
};

/** For migrations. They may run long, but everybody queues behind a table that a migration waits for. */
export const OF_MIGRATIONS: Timeouts = {
	connectMs: 10_000,
	statementMs: 60 * 60_000,
	lockMs: 1_000,
	silenceMs: 60_000,
	answerMs: 61 * 60_000,
};

/** Timeout for the few console statements that read a large part of the votes. See `withLongTimeouts`. */
export const LONG_STATEMENT_MS = 50_000;

/** A transaction that blocks the closing of a ranking, or its votes, may be silent for no longer than this. */
export const SILENCE_UNDER_RANKING_LOCK_MS = 1_500;
