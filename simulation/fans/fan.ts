/** One virtual fan: what they are like, and where they stand. */
import type { Random } from '../../demo/random.ts';
import { OPENING } from '../calendar.ts';
import { habits, type Habit } from './habits.ts';

export interface Fan {
	name: string;
	habit: Habit;
	random: Random;
	country: string;
	provider: 'google' | 'line';
	/** Network address that the site sees. */
	address: string;
	/** Index of the artist they came for. */
	favorite: number;
	joinsAt: number;
	/** Null until they have signed in. */
	token: string | null;
	registered: boolean;
	/** Gems, as the site last told. */
	balance: number;
	/** Day of the last check-in. */
	checkedInOn: number;
	/** Ballots so far; a part of the next idempotency key. */
	ballots: number;
}

const COUNTRIES = ['KR', 'KR', 'KR', 'JP', 'JP', 'TH', 'ID', 'PH', 'VN', 'BR', 'MX', 'US'];
/** Comes at the opening, from an address of their own. */
export function aFan(name: string, random: Random, index: number): Fan {
	return {
		name,
		random,
		habit: habits.casual,
		country: random.pick(COUNTRIES),
		provider: random.chance(0.7) ? 'google' : 'line',
		address: `100.${64 + Math.floor(index / 250)}.${index % 250}.7`,
		favorite: 0,
		joinsAt: OPENING,
		token: null,
		registered: false,
		balance: 0,
		checkedInOn: -1,
		ballots: 0,
	};
}
