/**
 * Fans who can sign in through the pretended providers, each named for the situation they play. The providers know
 * them under the same subjects, with their names and addresses.
 */
import { people as known, type Person } from '../../emulators/oidc/people.ts';

interface Situation {
	country: string;
	/** Earned gems that are left after the votes below. */
	gems: number;
	/** Tickets of votes in this month's monthly ranking, for its artists by place in artists.ts. */
	votes?: { artist: number; tickets: number; daysAgo: number }[];
	suspended?: true;
	/** Bought gems that a charge-back took after the votes had spent them. */
	debtGems?: number;
	/** Registration was never completed. */
	unfinished?: true;
}

export type DemoPerson = Pick<Person, 'provider' | 'subject' | 'name' | 'email'> & Situation;

const situations: Record<string, Situation> = {
	'midnight-seat': {
		country: 'KR',
		gems: 12_480,
		votes: [
			{ artist: 1, tickets: 500, daysAgo: 9 },
			{ artist: 1, tickets: 120, daysAgo: 5 },
			{ artist: 2, tickets: 10, daysAgo: 4 },
			{ artist: 1, tickets: 1_000, daysAgo: 2 },
			{ artist: 8, tickets: 1, daysAgo: 1 },
			{ artist: 1, tickets: 100, daysAgo: 0.2 },
		],
	},
	'no-gems': { country: 'JP', gems: 0 },
	'few-gems': { country: 'TH', gems: 5 },
	'many-gems': { country: 'US', gems: 1_000_000 },
	'second-device': { country: 'ID', gems: 100 },
	suspended: { country: 'VN', gems: 500, suspended: true },
	'in-debt': { country: 'BR', gems: 0, votes: [{ artist: 4, tickets: 12, daysAgo: 6 }], debtGems: 120 },
	unfinished: { country: 'KR', gems: 0, unfinished: true },
	'both-providers': { country: 'PH', gems: 300 },
	'night-bus': { country: 'JP', gems: 2_400, votes: [{ artist: 0, tickets: 60, daysAgo: 1.5 }] },
	'line-no-gems': { country: 'TW', gems: 0 },
};

export const people: readonly DemoPerson[] = known.flatMap((person) => {
	const situation = situations[person.subject];
	return situation ? { ...person, ...situation } : [];
});
