import * as z from 'zod/mini';
import { count, id } from '../values/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { day, read } from './shapes.ts';

export const span = z.enum(['week', 'month']);
export type Span = z.output<typeof span>;

/** Money that came and went in these days, in minor units. Refunds and disputes count on the day they were made. */
const income = {
	currency: z.string(),
	/** Orders whose gems were given. */
	orders: count,
	gross_minor: count,
	refunded_minor: count,
	/** Held or taken by banks. A dispute that was won does not count. */
	disputed_minor: count,
	net_minor: z.int(),
};

const numbers = z.object({
	/** First and last day in the site's time zone. */
	from: z.string(),
	until: z.string(),
	income: z.array(z.object(income)),
	/** As cast, including voided ones. Null while they are still being counted. */
	votes: z.nullable(count),
	new_fans: count,
	/** Earned gems given to fans. Null if not recorded. */
	free_gems: z.nullable(z.int()),
});

export const report = z.object({
	/** False if the last day is not over yet. */
	complete: z.boolean(),
	now: numbers,
	before: numbers,
	/** Days with income, ascending. */
	days: z.array(z.object({ day: z.string(), ...income })),
	/** Gross income by pack, largest first. */
	packs: z.array(
		z.object({
			goods_id: id,
			currency: z.string(),
			gems: count,
			bonus_gems: count,
			orders: count,
			gross_minor: count,
			orders_before: count,
			gross_before_minor: count,
		}),
	),
	/** The ten artists with most votes. */
	artists: z.array(z.object({ artist_id: id, en_name: z.string(), votes: count, votes_before: count })),
});
export type Report = z.output<typeof report>;

const query = z.object({
	span,
	/** Any day of the week or month. Left out: the last one that is over. */
	day,
});

export const readReport = read({
	path: '/console/report',
	summary: 'Income, votes and fans of a week (from Monday) or a month, against the one before',
	query,
	reply: report,
});

export const exportReport = endpoint({
	path: '/console/report/file',
	summary: 'The income of a week or a month by day as a CSV file, in major units of money',
	access: 'operator',
	query,
	givesFile: true,
	reply: z.string(),
	problems: [],
});
