import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, inLanguage } from './values/shapes.ts';

export const checkInConfig = z.object({
	checkin_configs: z.array(z.object({ sequence: count, gem_number: count, is_checked: z.boolean() })),
	checkin_rule: z.string(),
	/** Language of the rule: the one that was asked for, if it is translated. */
	lang: z.string(),
	current_sequence: count,
	today_checked: z.boolean(),
});
export type CheckInConfig = z.output<typeof checkInConfig>;

export const getCheckInConfig = endpoint({
	path: '/checkin/config',
	summary: 'The seven days, and the one that can be claimed now',
	access: 'anyone',
	query: z.object(inLanguage),
	reply: checkInConfig,
});

export const checkIn = endpoint({
	path: '/checkin',
	summary: "Claims today's gems, once per calendar day of the site's time zone",
	access: 'registered',
	body: z.optional(z.nullable(z.object({}))),
	bodyOptional: true,
	reply: z.object({ gem_number: count, gem_balance: z.int(), current_sequence: count }),
	problems: ['check_in_done', 'account_suspended'],
	idempotent: true,
});
