/** The dashboard of the console: the current state of the site. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rankingStatus, rankingType } from '../rankings.ts';
import { count, epochSeconds, fanColor, id, rankingKey, textOf } from '../values/shapes.ts';
import { voteLogHealth } from './voting/vote-logs.ts';
import { read } from './shapes.ts';

export const dashboard = z.object({
	time: epochSeconds,
	/** Sum over all ongoing rankings. */
	votes_per_minute: count,
	/** 24 numbers each, one per hour of the site's day. Null for hours that have not begun or were not measured. */
	votes_by_hour: z.object({ today: z.array(z.nullable(count)), yesterday: z.array(z.nullable(count)) }),
	rankings: z.array(
		z.object({
			ranking_key: rankingKey,
			ranking_type: rankingType,
			title: z.string(),
			status: rankingStatus,
			end_time: epochSeconds,
			end_countdown: count,
			total_tickets: count,
			/** The monthly ranking before this one, and the votes it had as many hours after its start. */
			month_before: z.nullable(z.object({ title: z.string(), tickets: count })),
			top5: z.array(
				z.object({
					artist_id: id,
					en_name: z.string(),
					tickets: count,
					avatar_url: z.nullable(z.string()),
					fan_color: fanColor,
				}),
			),
		}),
	),
	/** Gems by kind of ledger entry, signed. Their sum is the balance of all wallets. At most a minute old. */
	supply: z.object({
		by_kind: z.array(z.object({ kind: z.string(), earned: z.int(), purchased: z.int() })),
		in_wallets: z.object({ earned: z.int(), purchased: z.int() }),
	}),
	/**
	 * Seven days in the site's time zone, today last. Revenue is in minor units per currency, less what was
	 * refunded or disputed of the day's orders.
	 */
	days: z.array(
		z.object({
			day: z.string(),
			orders_fulfilled: count,
			revenue: z.array(z.object({ currency: z.string(), minor: count })),
			sign_ups: count,
			check_ins: count,
			/** Gems given to fans, and gems spent on votes; today until the last full hour. Null if not recorded. */
			gems: z.nullable(z.object({ issued: z.int(), spent: z.int() })),
		}),
	),
	/** Sign-ups of the last seven days, largest country first. */
	sign_ups_by_country: z.array(z.object({ country: z.nullable(z.string()), sign_ups: count })),
	/** The public logs of all rankings. */
	vote_log: voteLogHealth,
	attention: z.array(
		z.object({
			kind: z.enum([
				'ranking_paused',
				'ranking_without_cover',
				'ranking_without_entries',
				'ranking_unpublished',
				'ranking_published_by_site',
				'order_unfulfilled',
				'payment_refused',
				'approval_waiting',
				'surplus_waiting',
				'refund_waiting',
				'refund_refused',
				'order_overdue',
				'payment_event_given_up',
				'job_failing',
				'books_unbalanced',
				'case_ready',
				'vote_log_stuck',
				'witness_failing',
				'push_refused',
				'votes_unusual',
				'sign_ups_unusual',
				'result_in_review',
				'result_waiting',
				'next_month_missing',
				'payment_disputed',
				'packs_off_sale',
			]),
			/** The object concerned: a ranking_key, trade_no, approval_id, case_id, network hash, witness, event or job. */
			target: z.string(),
			text: z.string(),
			/** Of an approval, its kind. Of a dispute, its state. Null for all others. */
			about: z.nullable(z.string()),
		}),
	),
});
export type Dashboard = z.output<typeof dashboard>;

export const getDashboard = read({
	path: '/console/dashboard',
	summary: 'The current state of the site',
	reply: dashboard,
});

/** In the order in which a new site is set up. */
export const setupStep = z.enum([
	'site',
	'passkeys',
	'team',
	'sign_on',
	'artists',
	'ranking',
	'home_cards',
	'check_in',
	'packs',
	'payments',
	'news_category',
	'article',
	'banner',
	'push',
	'backups',
	'status_page',
]);
export type SetupStep = z.output<typeof setupStep>;

const setup = z.object({
	/** True if this operator has hidden the checklist. */
	hidden: z.boolean(),
	steps: z.array(z.object({ step: setupStep, done: z.boolean() })),
});
export type Setup = z.output<typeof setup>;

export const getSetup = read({
	path: '/console/setup',
	summary: 'Steps to the first month of a new site. A step is done when what it asks for exists',
	reply: setup,
});

export const markSetup = endpoint({
	methods: ['PUT'],
	path: '/console/setup',
	summary: 'Hides the checklist or shows it again, or notes that the status page was read; for this operator alone',
	access: 'operator',
	body: z.object({ mark: z.enum(['hidden', 'status_read']), on: z.boolean() }),
	reply: setup,
});

/** What begins and ends in a month: rankings, articles, banners and pop-ups. */
export const getCalendar = read({
	path: '/console/calendar',
	summary: 'What begins and ends in a month of the site’s time zone, hidden items too, by time',
	/** Left out: this month. */
	query: z.object({ month: z.optional(textOf(7, /^20\d\d-(?:0[1-9]|1[0-2])$/)) }),
	reply: z.object({
		month: z.string(),
		/** `YYYY-MM-DD`. */
		today: z.string(),
		events: z.array(
			z.object({
				kind: z.enum(['ranking', 'news', 'banner', 'pop_up']),
				id: z.string(),
				/** A banner's and a pop-up's alt text. It may be empty. */
				title: z.string(),
				/** True for drafts: fans will not see them. */
				hidden: z.boolean(),
				ends: z.boolean(),
				day: z.string(),
				time: z.string(),
			}),
		),
	}),
});
