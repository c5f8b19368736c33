/** A crowd of fans who vote. They have no way to sign in: only the people of content/people.ts do. */
import type { Random } from './random.ts';
import world from './content/artists.json' with { type: 'json' };
import data from './content/people.json' with { type: 'json' };
import { people as known, type Person } from '../emulators/oidc/people.ts';

export interface DemoFan {
	name: string;
	country: string;
	platform: 'google' | 'line';
	createdAt: number;
	/** Name of the artist they mostly vote for. */
	favorite: string;
	/** Earned gems that stay after all votes. */
	gemsLeft: number;
	/** Where they are one of the people who can sign in. */
	person: DemoPerson | null;
}

const CROWD = 1_500;
const DAY_MS = 86_400_000;
const COUNTRIES =
	'KR KR KR KR KR JP JP JP JP TH TH TH ID ID ID PH PH VN VN TW TW US US BR MX MY SG CN HK FR DE GB ES PE CL KZ TR IN'.split(
		' ',
	);

const LINE_COUNTRIES = new Set(['JP', 'TH', 'TW']);

/** The people who can sign in, then the crowd. All have come before a time. */
export function gatherCrowd(before: number, random: Random): DemoFan[] {
	const fans = people.map((person) => ({
		name: person.name,
		country: person.country,
		platform: person.provider,
		createdAt: before - random.whole(2, 60) * DAY_MS,
		favorite: '',
		gemsLeft: person.gems,
		person,
	}));
	const crowd = Array.from({ length: CROWD }, (_, index) => {
		const country = random.pick(COUNTRIES);
		return {
			name: nicknameOf(index, random),
			country,
			platform: random.chance(LINE_COUNTRIES.has(country) ? 0.8 : 0.1) ? ('line' as const) : ('google' as const),
			createdAt: before - random.whole(1, 300 * DAY_MS),
			// Popular artists have the larger fandoms: the first of the list about fifty times the last.
			favorite: world.solos[Math.floor(world.solos.length * random.next() ** 2.2)]?.en_name ?? '',
			gemsLeft: random.chance(0.2) ? random.whole(0, 9) : random.whole(1, 400) * random.pick([1, 5, 10]),
			person: null,
		};
	});
	return [...fans, ...crowd];
}

const FIRST =
	'midnight quiet paper violet tiny north silver lucky sleepy amber first last window rooftop winter lemon cloudy second moon cable'.split(
		' ',
	);
const LAST =
	'seat ferry lantern row ticket umbrella signal tram kettle comet gate drum postcard scarf harbour bulb echo balcony encore magpie'.split(
		' ',
	);

function nicknameOf(index: number, random: Random): string {
	const name = `${random.pick(FIRST)}${random.pick(['_', '', '.'])}${random.pick(LAST)}`;
	return random.chance(0.5) ? `${name}${(index * 7) % 100}` : name;
}

/**
 * Fans who can sign in through the pretended providers, each named for the situation they play. The providers know
 * them under the same subjects, with their names and addresses.
 */

interface Situation {
	country: string;
	/** Earned gems that are left after the votes below. */
	gems: number;
	/** Tickets of votes in this month's monthly ranking, for its artists by place in artists.json. */
	votes?: { artist: number; tickets: number; daysAgo: number }[];
	suspended?: true;
	/** Registration was never completed. */
	unfinished?: true;
}

type DemoPerson = Pick<Person, 'provider' | 'subject' | 'name' | 'email'> & Situation;

const situations = data as Record<string, Situation>;

export const people: readonly DemoPerson[] = known.flatMap((person) => {
	const situation = situations[person.subject];
	return situation ? { ...person, ...situation } : [];
});
