/** Concentration of votes. */
import * as z from 'zod/mini';
import { count, epochSeconds, id, idText, rankingKey, bigId } from '../../values/shapes.ts';
import { endpoint } from '../../endpoint.ts';
import { read } from '../shapes.ts';

/** Dimension by which votes are counted: age of the account, its country, its network, the hour. */
export const concentrationKind = z.enum(['age', 'country', 'network', 'hour']);
export type ConcentrationKind = z.output<typeof concentrationKind>;

export const concentrationRow = z.object({
	/**
	 * Age of the account (less than an `hour`, `day`, `week`, `month`, or `older`), a country code, a network's keyed
	 * hash, or an hour in UTC (`YYYY-MM-DDTHH`). Empty if unknown.
	 */
	value: z.string(),
	votes: count,
	tickets: count,
	/** One sentence on why the value is unusual. Null if it is not. */
	unusual: z.nullable(z.string()),
	/** Number of accounts that signed in from the network, counted up to 1,000. Null for the other kinds. */
	accounts: z.nullable(count),
	case_ids: z.array(id),
});
export type ConcentrationRow = z.output<typeof concentrationRow>;

export const concentration = z.object({
	ranking_key: rankingKey,
	title: z.string(),
	/** Null if the counts cover all artists. */
	artist_id: z.nullable(id),
	/** Only votes cast before this time are counted. Null if none has been counted. */
	counted_through_time: z.nullable(epochSeconds),
	/** Votes as cast, including voided ones, as far as they are counted. */
	votes: count,
	tickets: count,
	/** Tickets cast until now. Larger than `tickets` while the counting is behind. */
	cast_tickets: count,
	/** Largest number of tickets first, at most ten countries and networks. Hours are in order of time. */
	age: z.array(concentrationRow),
	country: z.array(concentrationRow),
	network: z.array(concentrationRow),
	hour: z.array(concentrationRow),
	artists: z.array(
		z.object({
			artist_id: id,
			en_name: z.string(),
			/** Tickets counted by source, tickets cast until now, and tickets voided at present. */
			tickets: count,
			cast_tickets: count,
			voided_tickets: count,
			/** Number of the values above that are unusual for this artist. */
			unusual: count,
		}),
	),
});
export type Concentration = z.output<typeof concentration>;

export const readConcentration = read({
	path: '/console/votes/:ranking_key/concentration',
	summary: 'The sources of a ranking’s votes, and which of them are unusual. About a minute behind the voting',
	params: z.object({ ranking_key: rankingKey }),
	query: z.object({ artist_id: z.optional(idText) }),
	reply: concentration,
	problems: ['ranking_not_found'],
});

export const exportVoteDays = endpoint({
	path: '/console/votes/:ranking_key/days',
	summary: 'Votes as cast by day of the site’s zone and artist, as a CSV file. About a minute behind the voting',
	access: 'operator',
	params: z.object({ ranking_key: rankingKey }),
	givesFile: true,
	reply: z.string(),
	problems: ['ranking_not_found'],
});

export const topFan = z.object({
	fan_id: bigId,
	/** Null before registration and after deletion. */
	name: z.nullable(z.string()),
	/** The artist who got most of the fan's votes, how many, and the votes of all fans for that artist. */
	artist_id: id,
	en_name: z.string(),
	artist_tickets: count,
	artist_tickets_all: count,
	/** Ballots and votes as cast, including voided ones. */
	votes: count,
	tickets: count,
	/** Most votes that are missing in these numbers. 0 if they are exact. */
	missed: count,
	/** Gems that the votes cost. */
	earned: count,
	purchased: count,
	first_time: epochSeconds,
	last_time: epochSeconds,
	/** Time of registration. */
	joined_time: z.nullable(epochSeconds),
	/** Keyed hash of the fan's latest network, and the accounts that signed in from it, counted up to 1,000. */
	network: z.nullable(z.string()),
	network_accounts: z.nullable(count),
	/** One sentence on why the fan's votes are unusual. Null if they are not. */
	unusual: z.nullable(z.string()),
	case_ids: z.array(id),
});
export type TopFan = z.output<typeof topFan>;

const input = { params: z.object({ ranking_key: rankingKey }), query: z.object({ artist_id: z.optional(idText) }) };

export const listTopFans = read({
	path: '/console/votes/:ranking_key/top-fans',
	summary:
		'The twenty fans with most votes of a ranking, or of one artist. Includes every fan with more than 1 % of an artist’s votes. About a minute behind the voting',
	...input,
	reply: z.object({
		/** Only votes cast before this time are counted. Null if none has been counted. */
		counted_through_time: z.nullable(epochSeconds),
		list: z.array(topFan),
	}),
	problems: ['ranking_not_found'],
});

export const voteTimeline = z.object({
	/** Votes of accounts that were at most a week old when they voted, by the hour of their sign-up. Ascending. */
	sign_ups: z.array(z.object({ joined_time: epochSeconds, votes: count, tickets: count })),
	/** Ascending. An hour without votes is left out. */
	race_times: z.array(epochSeconds),
	/** Ranks at these times, of the leaders of today and of the artist asked for. Null before the first vote. */
	race: z.array(z.object({ artist_id: id, en_name: z.string(), ranks: z.array(z.nullable(count)) })),
});
export type VoteTimeline = z.output<typeof voteTimeline>;

export const readVoteTimeline = read({
	path: '/console/votes/:ranking_key/timeline',
	summary: 'When new accounts signed up whose votes a ranking got, and the ranks of its artists by the hour',
	...input,
	reply: voteTimeline,
	problems: ['ranking_not_found'],
});
