/** How long anything waits for the database, in milliseconds. Nothing waits for ever: a wait without an end is an outage. */

export interface Patience {
	/** Until there is a connection, a new one or one of the pool. */
	connectMs: number;
	/** The server ends a statement that takes longer. */
	statementMs: number;
	/** The server ends a statement that waits longer for a lock. */
	lockMs: number;
	/** The server ends a transaction whose program says nothing for so long, and with it the locks that it holds. */
	silenceMs: number;
	/** No answer by then: the server is frozen or the line is cut, and the connection is given up. */
	answerMs: number;
}

/** Of calls: a fan's page gives up on us after a minute, a proxy in front of us after half of that. */
export const OF_CALLS: Patience = {
	// More than this waits in a line that does not move: a quick 503 is better, and the browser tries again.
	connectMs: 5_000,
	// The slowest screen of the console on ten million votes takes a second or two.
	statementMs: 10_000,
	// Rows are held for milliseconds. Who finds one held longer is told to try again.
	lockMs: 2_000,
	// Our transactions talk all the time; only a stopped process or a cut line is silent for so long.
	silenceMs: 10_000,
	// A little more than what the server allows itself, so that its own word comes first.
	answerMs: 12_000,
};

/** Of batches of votes: a batch takes milliseconds, and the same keys may always be sent again. */
export const OF_VOTES: Patience = {
	connectMs: 2_000,
	statementMs: 4_000,
	// Only for a closing or a pause that is under way: a batch waits for nothing else.
	lockMs: 1_000,
	silenceMs: 10_000,
	answerMs: 5_000,
};

/** Of jobs: nobody waits for them, and the audit reads whole tables. */
export const OF_JOBS: Patience = {
	connectMs: 10_000,
	statementMs: 15 * 60_000,
	lockMs: 5_000,
	silenceMs: 10_000,
	answerMs: 16 * 60_000,
};

/** Of migrations: they may work long, but everybody waits behind a table that one of them waits for. */
export const OF_MIGRATIONS: Patience = {
	connectMs: 10_000,
	statementMs: 60 * 60_000,
	lockMs: 1_000,
	silenceMs: 60_000,
	answerMs: 61 * 60_000,
};

/** Of the few statements of the console that read a large part of the votes; see `withLongPatience`. */
export const LONG_STATEMENT_MS = 50_000;

/** A transaction that keeps a ranking from closing, or its votes from coming, is silent for no longer than this. */
export const SILENCE_UNDER_RANKING_LOCK_MS = 1_500;
