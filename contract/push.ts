/** Reminders by web push: what a fan wants to be told, and the devices that are told. */
import * as z from 'zod/mini';
import { PUSH_DEVICES_MAX } from './values/constants.ts';
import { endpoint } from './endpoint.ts';
import { epochSeconds, text, textOf } from './values/shapes.ts';

export const reminderKinds = ['vote_opens', 'vote_closes', 'overtaken', 'claim_ready'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

const minuteOfDay = z.int().check(z.nonnegative(), z.lte(1439));

export const reminders = z.object({
	vote_opens: z.boolean(),
	vote_closes: z.boolean(),
	/** One of the fan's favorites was overtaken. */
	overtaken: z.boolean(),
	claim_ready: z.boolean(),
	/** The fan's IANA time zone, in which quiet hours are meant. */
	timezone: text(64),
	/** Minutes since midnight. Equal: no quiet hours. */
	quiet_from: minuteOfDay,
	quiet_until: minuteOfDay,
});
export type Reminders = z.output<typeof reminders>;

const settings = z.object({
	/** Key with which browsers subscribe. Null: this site sends no reminders. */
	public_key: z.nullable(z.string()),
	/** Null until the fan has chosen. */
	reminders: z.nullable(reminders),
	devices: z.array(
		z.object({
			service: z.string(),
			created_time: epochSeconds,
			/** SHA-256 of the device's address in base64url. A browser finds itself by it. */
			address_hash: z.string(),
		}),
	),
});
export type PushSettings = z.output<typeof settings>;

/** What a push service delivers to the service worker, as JSON. */
export interface PushNotice {
	title: string;
	body: string;
	/** Path on the site that a tap opens. */
	url: string;
	/** A later notice with the same tag replaces the first. */
	tag: string;
	lang: string;
	off: string;
	off_text: string;
}

export const getPushSettings = endpoint({
	path: '/user/me/reminders',
	summary: 'What this fan is reminded of, and on how many devices',
	access: 'registered',
	reply: settings,
});

export const setReminders = endpoint({
	methods: ['PUT'],
	path: '/user/me/reminders',
	summary: 'Chooses what this fan is reminded of, and when not',
	access: 'registered',
	body: reminders,
	reply: settings,
	problems: ['timezone_unknown', 'push_unavailable'],
});

const endpointUrl = textOf(1_000, /^https?:\/\/[!-~]+$/);
const authSecret = textOf(24, /^[A-Za-z0-9_-]{22}={0,2}$/);

const subscription = z.object({ endpoint: endpointUrl, p256dh: textOf(88, /^[A-Za-z0-9_-]{87}=?$/), auth: authSecret });

export const subscribePush = endpoint({
	path: '/user/me/push-subscriptions',
	summary: `Sends this fan's reminders to a device too. At most ${PUSH_DEVICES_MAX} of a fan; the oldest gives way`,
	access: 'registered',
	body: z.extend(subscription, {
		/** Former address of this device, which no longer counts. */
		replaces: z.optional(endpointUrl),
		language: z.optional(textOf(35, /^[A-Za-z0-9-]*$/)),
	}),
	reply: settings,
	problems: ['push_unavailable', 'push_service_unknown'],
});

export const endPush = endpoint({
	path: '/user/me/push-subscriptions/end',
	summary: 'Sends no more reminders to a device of this fan',
	access: 'registered',
	body: z.object({ endpoint: endpointUrl }),
	reply: settings,
});

export const movePush = endpoint({
	path: '/reminders/move',
	summary: 'Gives a device its new address. Needs no sign-in, but the secret of the former address',
	access: 'anyone',
	body: z.extend(subscription, { former_endpoint: endpointUrl, former_auth: authSecret }),
	/** False if nobody is reminded at the former address. */
	reply: z.object({ moved: z.boolean() }),
	problems: ['push_unavailable', 'push_service_unknown'],
});

export const turnOffReminder = endpoint({
	path: '/reminders/off',
	summary: 'Turns a kind of reminder off, by the signed token of a notification. Needs no sign-in',
	access: 'anyone',
	body: z.object({ token: textOf(200, /^[A-Za-z0-9_.-]+$/) }),
	reply: z.object({ kind: z.enum(reminderKinds) }),
	problems: ['reminder_token_invalid'],
});
