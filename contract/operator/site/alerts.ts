/** Alerts: messages to the operators' chat when something needs them. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { epochSeconds } from '../../values/shapes.ts';
import { version, webAddress } from '../shapes.ts';

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
