/** How large the simulated site is, and what operators have set up before the month begins. */

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

/** A whole month with all that can happen in one, as small as it can be. For CI. */
export const SHORT: Size = { days: 30, fans: 300, bots: 12, farmers: 20, carders: 4, eagerness: 0.25 };
/** More than a million votes. */
export const FULL: Size = { days: 30, fans: 1_500, bots: 60, farmers: 90, carders: 12, eagerness: 1 };
/** A few days, to compare two runs. */
export const TINY: Size = { days: 8, fans: 30, bots: 4, farmers: 6, carders: 2, eagerness: 0.3 };

export interface World {
	size: Size;
	artistIds: number[];
	/** Ids of what the store sells, cheapest first. */
	goods: number[];
	/** Five artists, a third of the month, and a limit of votes for each fan. */
	birthday: { startsAt: number; endsAt: number; artists: readonly number[] };
}

export const ARTISTS = 14;
export const GEMS_PER_VOTE = 10;
export const MONTHLY = 'monthly-2027-06';
export const BIRTHDAY = 'birthday-2027-07';
export const BIRTHDAY_CAP = 400;
