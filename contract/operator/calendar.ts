/** What begins and ends in a month: rankings, articles, banners and pop-ups. */
import * as z from 'zod/mini';
import { textOf } from '../values/shapes.ts';
import { read } from './shapes.ts';

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
