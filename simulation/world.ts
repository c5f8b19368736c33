/** What operators have set up before the month begins. */
import type { Size } from './size.ts';

export interface World {
	size: Size;
	gemsPerVote: number;
	artistIds: number[];
	/** Ids of what the store sells, cheapest first. */
	goods: number[];
	monthly: { key: string };
	/** Five artists, a third of the month, and a limit of votes for each fan. */
	birthday: { key: string; startsAt: number; endsAt: number; artists: readonly number[] };
}

export const ARTISTS = 14;
export const GEMS_PER_VOTE = 10;
export const MONTHLY = 'monthly-2027-06';
export const BIRTHDAY = 'birthday-2027-07';
export const BIRTHDAY_CAP = 400;
