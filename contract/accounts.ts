/** Sign-on, the current user, registration and profile. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageTag, ssoType, text } from './values/shapes.ts';
import { country, email, nickname } from './values/profile-fields.ts';

export { country, email, nickname } from './values/profile-fields.ts';

export const user = z.object({
	/** A stable name of the account, by which its own devices tell it from others. A hash: it leads to nothing else. */
	fan: z.string(),
	name: z.nullable(z.string()),
	/** The contact address that the fan entered. Before registration, the address that the provider gave. */
	email: z.nullable(z.string()),
	avatar_url: z.nullable(z.string()),
	register_platform: ssoType,
	/** Sum of the two below. Negative only after a chargeback or a refund. */
	gem_balance: z.int(),
	gem_balance_earned: z.int(),
	gem_balance_purchased: z.int(),
	is_new_user: z.boolean(),
	suspended: z.boolean(),
	country: z.nullable(z.string()),
	/** The language in which the fan last used the site. Null: English. */
	language: z.nullable(z.string()),
});
export type User = z.output<typeof user>;

export const getLoginAddress = endpoint({
	path: '/login/sso',
	summary: 'Begins a sign-on and returns the provider’s address to redirect to',
	access: 'anyone',
	/** `again`: an earlier sign-in came back in another browser. */
	query: z.object({ sso_type: ssoType, callback_url: text(2_000), again: z.optional(z.literal('1')) }),
	reply: z.object({ login_url: z.string() }),
	problems: ['callback_refused', 'sign_in_unavailable'],
});

export const getSignOnNetwork = endpoint({
	path: '/login/network',
	summary: 'The site’s own sign-on network beside Google and LINE, as sso_type `oidc`. Null if there is none',
	access: 'anyone',
	reply: z.object({ network: z.nullable(z.object({ name: z.string(), logo_url: z.nullable(z.string()) })) }),
});

/** Sent with the `/user/me` that exchanges a sign-in's token: only the browser that began it is answered, and only once. */
export const ARRIVAL_HEADER = 'sign-in-arrival';

export const getMe = endpoint({
	path: '/user/me',
	summary: 'The caller. The first call with a token from a sign-on turns it into a session',
	access: 'signed-in',
	reply: user,
});

export const completeRegistration = endpoint({
	path: '/user/complete-registration',
	summary: 'Finishes the registration of a new user',
	access: 'signed-in',
	body: z.object({ email, name: nickname, country }),
	reply: user,
	problems: ['invalid_email', 'invalid_name', 'invalid_country', 'already_registered'],
});

export const updateMe = endpoint({
	methods: ['POST', 'PUT'],
	path: '/user/me/update',
	summary: 'Changes contact email and nickname',
	access: 'registered',
	body: z.object({ email, name: nickname }),
	reply: user,
	problems: ['invalid_email', 'invalid_name'],
});

export const keepMyLanguage = endpoint({
	methods: ['PUT'],
	path: '/user/me/language',
	summary: 'Keeps the language in which notices to the user are written',
	access: 'signed-in',
	body: z.object({ language: languageTag }),
	reply: user,
});

export const logOut = endpoint({
	methods: ['POST'],
	path: '/user/logout',
	summary: 'Ends the session of this token',
	access: 'anyone',
	reply: z.object({ logged_out: z.boolean() }),
});
