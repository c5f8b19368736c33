/** How large the simulated site is. */

export interface Size {
	days: number;
	/** Fans who are neither bots nor farmers. */
	fans: number;
	/** Accounts of each of the two bot nets. */
	bots: number;
	/** Accounts of one person. */
	farmers: number;
	/** Fans whose bank takes a payment back. */
	carders: number;
	/** Multiplies how often everybody votes. */
	eagerness: number;
}

/** A whole month, as small as it can be with 200,000 votes. For CI. */
export const SHORT: Size = { days: 30, fans: 300, bots: 12, farmers: 20, carders: 4, eagerness: 0.85 };
/** More than a million votes. */
export const FULL: Size = { days: 30, fans: 1_500, bots: 60, farmers: 90, carders: 12, eagerness: 1 };
/** A few days, to compare two runs. */
export const TINY: Size = { days: 8, fans: 30, bots: 4, farmers: 6, carders: 2, eagerness: 0.3 };
