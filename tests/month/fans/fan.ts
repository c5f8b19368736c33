/** One virtual fan: what they are like, and where they stand. */
import type { Random } from '../../../demo/random.ts';
import { OPENING } from '../calendar.ts';

interface Habit {
	name: 'casual' | 'devoted' | 'collector' | 'whale' | 'lurker' | 'bot' | 'farmer' | 'carder';
	/** Chance of a check-in on the day after one. */
	keepsStreak: number;
	/** The same after a day that was forgotten. */
	comesBack: number;
	/** Chance of voting at a moment when everybody is here. */
	votes: number;
	/** Ballots at such a moment. */
	ballots: number;
	/** Part of the wallet that they spend at it. */
	spends: number;
	/** Chance of a purchase on a day. */
	buys: number;
	/** Cheapest and dearest goods that they buy, as places in the store. */
	basket: readonly [number, number];
}

/** What kinds of people there are, and what each usually does. Shares are of 1. */
export const habits = {
	casual: habit('casual', { keepsStreak: 0.7, comesBack: 0.35, votes: 0.5, ballots: 12, spends: 0.6, buys: 0.01 }),
	devoted: habit('devoted', { keepsStreak: 0.95, comesBack: 0.8, votes: 0.85, ballots: 22, spends: 0.4, buys: 0.04 }),
	/** Saves everything for the deadline. */
	collector: habit('collector', { keepsStreak: 0.9, comesBack: 0.6, votes: 0.1, ballots: 5, spends: 0.02, buys: 0.02 }),
	whale: habit('whale', {
		keepsStreak: 0.6,
		comesBack: 0.5,
		votes: 0.7,
		ballots: 28,
		spends: 0.3,
		buys: 0.25,
		basket: [3, 5],
	}),
	/** Signs in and never registers. */
	lurker: habit('lurker', { votes: 0.03, ballots: 1 }),
	bot: habit('bot', { keepsStreak: 1, comesBack: 1, votes: 1, ballots: 18, spends: 0.9 }),
	farmer: habit('farmer', { keepsStreak: 0.98, comesBack: 0.98, votes: 0.3, ballots: 8, spends: 1 }),
	/** Buys with a card that is not theirs, and spends at once. */
	carder: habit('carder', { votes: 0.9, ballots: 12, spends: 1, buys: 0.3, basket: [4, 5] }),
} as const satisfies Record<string, Habit>;

function habit(name: Habit['name'], given: Partial<Habit>): Habit {
	return { name, keepsStreak: 0, comesBack: 0, votes: 0, ballots: 1, spends: 0, buys: 0, basket: [0, 3], ...given };
}

/** Of 100 fans who are neither bots nor farmers. */
export const MIX: readonly (readonly [Habit, number])[] = [
	[habits.casual, 48],
	[habits.devoted, 33],
	[habits.collector, 11],
	[habits.whale, 4],
	[habits.lurker, 4],
];

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
	/** So far; a part of the next idempotency key. */
	changes: number;
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
		changes: 0,
	};
}
