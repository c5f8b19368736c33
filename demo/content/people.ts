/**
 * Fans who can sign in through the pretended providers, each named for the situation they play. The providers know
 * them under the same subjects (emulators/oidc).
 */

export interface DemoPerson {
	provider: 'google' | 'line';
	subject: string;
	name: string;
	email: string;
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

const mail = (name: string) => `${name}@mail.example`;

export const people: readonly DemoPerson[] = [
	{
		provider: 'google',
		subject: 'midnight-seat',
		name: 'midnight_seat',
		email: mail('seat.b12'),
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
	{
		provider: 'google',
		subject: 'no-gems',
		name: 'empty_pockets',
		email: mail('empty.pockets'),
		country: 'JP',
		gems: 0,
	},
	{ provider: 'google', subject: 'few-gems', name: 'five_left', email: mail('five.left'), country: 'TH', gems: 5 },
	{ provider: 'google', subject: 'many-gems', name: 'row_one', email: mail('row.one'), country: 'US', gems: 1_000_000 },
	{
		provider: 'google',
		subject: 'second-device',
		name: 'two_phones',
		email: mail('two.phones'),
		country: 'ID',
		gems: 100,
	},
	{
		provider: 'google',
		subject: 'suspended',
		name: 'shut_out',
		email: mail('shut.out'),
		country: 'VN',
		gems: 500,
		suspended: true,
	},
	{
		provider: 'google',
		subject: 'in-debt',
		name: 'below_zero',
		email: mail('below.zero'),
		country: 'BR',
		gems: 0,
		votes: [{ artist: 4, tickets: 12, daysAgo: 6 }],
		debtGems: 120,
	},
	{
		provider: 'google',
		subject: 'unfinished',
		name: 'half_way',
		email: mail('half.way'),
		country: 'KR',
		gems: 0,
		unfinished: true,
	},
	{
		provider: 'google',
		subject: 'both-providers',
		name: 'twin_tickets',
		email: mail('twin.tickets'),
		country: 'PH',
		gems: 300,
	},
	{
		provider: 'line',
		subject: 'night-bus',
		name: 'night_bus',
		email: mail('night.bus'),
		country: 'JP',
		gems: 2_400,
		votes: [{ artist: 0, tickets: 60, daysAgo: 1.5 }],
	},
	{
		provider: 'line',
		subject: 'line-no-gems',
		name: 'blue_umbrella',
		email: mail('blue.umbrella'),
		country: 'TW',
		gems: 0,
	},
];
