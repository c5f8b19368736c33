/** Limits of slow and silent clients, in milliseconds. */

/** Timeouts of a front; tests shorten them. */
export interface Timeouts {
	headMs: number;
	requestMs: number;
	stuckMs: number;
	checkedEveryMs: number;
}

export const TIMEOUTS: Timeouts = {
	/**
	 * A new connection is closed sooner if it sends nothing, or does not complete the head of its first request. A body
	 * may take longer, because pictures come over slow networks. Clients cannot hold a connection by sending a byte now
	 * and then.
	 */
	headMs: 20_000,
	requestMs: 120_000,
	/** Time limit for a response of which the client reads no byte. */
	stuckMs: 120_000,
	/** Interval of the checks. A limit may be noticed this much later. */
	checkedEveryMs: 5_000,
};

/** The framework's keep-alive time. Longer than that of any proxy in front of us. */
export const KEEP_ALIVE_MS = 72_000;
