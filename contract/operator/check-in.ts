/** The check-in as operators configure it. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rawHtml, version, waitsAs, why } from './shapes.ts';

export const rewards = z.array(z.int().check(z.gte(1), z.lte(100_000))).check(z.length(7));
const checkInSettings = z.object({
	/** Gems of day 1 to 7. */
	rewards,
	/** True if a missed day restarts the cycle. */
	restarts_after_miss: z.boolean(),
	rule_raw: rawHtml,
	rule_html: z.string(),
	version,
});
const checkIn = z.object({ check_in: checkInSettings });

export const readCheckInSettings = endpoint({
	name: 'readCheckInSettings',
	methods: ['GET'],
	path: '/console/check-in',
	summary: 'Rewards and rule of the check-in',
	access: 'operator',
	reply: checkIn,
	problems: [],
});
export const editCheckInRule = endpoint({
	name: 'editCheckInRule',
	methods: ['PUT'],
	path: '/console/check-in/rule',
	summary: 'Changes the rule text',
	access: 'operator:editor',
	body: z.object({ version, rule_raw: rawHtml }),
	reply: checkIn,
	problems: ['stale_edit'],
});
export const editCheckInRewards = endpoint({
	name: 'editCheckInRewards',
	methods: ['PUT'],
	path: '/console/check-in/rewards',
	summary: 'Changes the rewards of the seven days',
	access: 'operator:finance',
	stepUp: true,
	body: z.object({ version, rewards, restarts_after_miss: z.boolean(), why }),
	/**
	 * Current rewards. If the total of the seven days differs greatly from the total a day ago, a second operator has
	 * to approve the change (if there is a second operator), and the old rewards stay until then.
	 */
	reply: z.object({ ...checkIn.shape, approval_id: waitsAs }),
	problems: ['stale_edit'],
});
