/** Concentration of votes. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, epochSeconds, id, idText, rankingKey } from '../../values/shapes.ts';

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
	/** Cases that were opened on the value. */
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

export const readConcentration = endpoint({
	name: 'readConcentration',
	methods: ['GET'],
	path: '/console/votes/:ranking_key/concentration',
	summary: 'The sources of a ranking’s votes, and which of them are unusual. About a minute behind the voting',
	access: 'operator',
	params: z.object({ ranking_key: rankingKey }),
	query: z.object({ artist_id: z.optional(idText) }),
	reply: concentration,
	problems: ['ranking_not_found'],
});
