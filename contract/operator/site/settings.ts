/** Settings of the site: its name and time zone, the price of a vote and the currency. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { languageTag, line, text, epochSeconds } from '../../values/shapes.ts';
import { currency, mailAddress, title, version, waitsAs, webAddress, why, rawHtml, read } from '../shapes.ts';

const settings = {
	product: title,
	contact_mail: mailAddress,
	social_links: z.array(z.object({ name: title, url: webAddress })).check(z.maxLength(20)),
	timezone: text(60),
	timezone_name: line(20),
};
/** The language that operators write content in. */
const contentLanguage = { content_language: languageTag };
/** Settings that create gems or set their price. */
export const economy = {
	ticket2gem_ratio: z.int().check(z.gte(1), z.lte(1_000_000)),
	currency_name: currency,
	currency_symbol: line(8),
};
const siteSettings = z.object({
	settings: z.object({ ...settings, ...contentLanguage, ...economy, currency_name: z.string(), version }),
});

export const readSettings = read({ path: '/console/settings', summary: 'Site settings', reply: siteSettings });
export const editSettings = endpoint({
	methods: ['PUT'],
	path: '/console/settings',
	summary: 'Changes name, contact, links, time zone and the language of the content',
	access: 'operator:editor',
	body: z.object({ version, ...settings, content_language: z.optional(languageTag), why }),
	reply: siteSettings,
	problems: ['stale_edit', 'timezone_unknown'],
});
export const editEconomy = endpoint({
	methods: ['PUT'],
	path: '/console/settings/economy',
	summary: 'Changes the currency, and the price of a vote in new rankings',
	access: 'operator:finance',
	stepUp: true,
	body: z.object({ version, ...economy, why }),
	/**
	 * Current settings. If the currency changes, or the price of a vote differs greatly from the price a day ago, a
	 * second operator has to approve the change (if there is a second operator), and the old settings stay until then.
	 */
	reply: z.object({ ...siteSettings.shape, approval_id: waitsAs }),
	problems: ['stale_edit', 'currency_unknown'],
});

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

export const readCheckInSettings = read({
	path: '/console/check-in',
	summary: 'Rewards and rule of the check-in',
	reply: checkIn,
});
export const editCheckInRule = endpoint({
	methods: ['PUT'],
	path: '/console/check-in/rule',
	summary: 'Changes the rule text',
	access: 'operator:editor',
	body: z.object({ version, rule_raw: rawHtml }),
	reply: checkIn,
	problems: ['stale_edit'],
});
export const editCheckInRewards = endpoint({
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

/** Alerts: messages to the operators' chat when something needs them. */
const access = 'operator:owner';
const reply = z.object({
	alerts: z.object({
		/** Null: no alerts. */
		webhook_url: z.nullable(z.string()),
		/** The last message, if the chat did not take it. */
		failure: z.nullable(z.object({ text: z.string(), time: epochSeconds })),
		version,
	}),
});

export const readAlerts = endpoint({
	path: '/console/settings/alerts',
	summary: 'Webhook of the chat that alerts go to, and why the last one was not delivered',
	access,
	reply,
});
export const editAlerts = endpoint({
	methods: ['PUT'],
	path: '/console/settings/alerts',
	summary: 'Changes the webhook that alerts go to',
	access,
	stepUp: true,
	/** Incoming webhook of Slack, Discord, or a chat that takes their form. */
	body: z.object({ version, webhook_url: z.nullable(webAddress) }),
	reply,
	problems: ['stale_edit'],
});
export const testAlerts = endpoint({
	methods: ['POST'],
	path: '/console/settings/alerts/test',
	summary: 'Sends a test message to the webhook, and waits for the answer of the chat',
	access,
	reply,
});
