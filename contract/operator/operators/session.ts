/** Calls for signing in to the console and reading the current operator. */
import * as z from 'zod/mini';
import { endpoint, type OperatorAccess } from '../../endpoint.ts';
import { epochSeconds, id, textOf, count, idText } from '../../values/shapes.ts';
import { why, read } from '../shapes.ts';

/**
 * `viewer` reads. `editor` edits content and rankings. `finance` moves gems and money, and sets everything that creates
 * gems (goods, check-in rewards, ratio, currency). `owner` does everything, and manages operators.
 */
export const operatorRole = z.enum(['viewer', 'editor', 'finance', 'owner']);
export type OperatorRole = z.output<typeof operatorRole>;

/** Returns whether the role may make calls of the access. Screens use it too, to hide buttons that are not allowed. */
export function mayUse(role: OperatorRole, access: OperatorAccess): boolean {
	if (access === 'operator' || role === 'owner') return true;
	return access.slice('operator:'.length).split('+').includes(role);
}

export const operator = z.object({
	operator_id: id,
	email: z.string(),
	name: z.nullable(z.string()),
	role: operatorRole,
});

/** A screen of the console, with what its address asks for: the console sends only what the call takes. */
export const consoleScreen = /^\/console(?:\/[\w-][\w.-]*)*(?:\?[\w&=%.~+*-]*)?$/;

export const beginSignIn = endpoint({
	path: '/console/login',
	summary: 'The provider’s address at which an operator signs in. Afterwards, the browser returns to return_to',
	access: 'anyone',
	query: z.object({
		return_to: z.optional(textOf(2_000, consoleScreen)),
		/** `1`: the provider asks the person to sign in again, even if they are still signed in there. */
		anew: z.optional(z.literal('1')),
	}),
	reply: z.object({ login_url: z.string() }),
	problems: ['sign_in_unavailable'],
});

export const getOperator = read({
	path: '/console/me',
	summary: 'The signed-in operator, and their site',
	beforeEntry: true,
	reply: z.object({
		operator,
		/** False until a passkey was used. Until then the session has a viewer's access, or none if a passkey exists. */
		entered: z.boolean(),
		has_passkey: z.boolean(),
		/** Time at which the session ends, unless a request arrives before. */
		idle_until: epochSeconds,
		site: z.object({
			product: z.string(),
			timezone: z.string(),
			timezone_name: z.string(),
			/** Origin of the fans' site. Empty if the console shares it. */
			origin: z.string(),
		}),
	}),
});

export const readApiDocument = endpoint({
	path: '/console/openapi.json',
	summary: 'This document',
	access: 'operator',
	givesFile: true,
	reply: z.string(),
});

export const signOut = endpoint({
	methods: ['POST'],
	path: '/console/logout',
	summary: 'Ends the session',
	access: 'operator',
	beforeEntry: true,
	reply: z.object({ signed_out: z.boolean() }),
});

export const consoleSession = z.object({
	session_id: id,
	/** For example `Firefox on Linux`. Empty if unknown. */
	browser: z.string(),
	started_time: epochSeconds,
	used_time: epochSeconds,
	/** Time at which the session ends even if it is in use. */
	ends_time: epochSeconds,
	entered: z.boolean(),
	/** True for the session that made this call. */
	current: z.boolean(),
});

export const listSessions = read({
	path: '/console/sessions',
	summary: 'Own open sessions, latest first',
	reply: z.object({ sessions: z.array(consoleSession) }),
});

export const endSession = endpoint({
	methods: ['DELETE'],
	path: '/console/sessions/:session_id',
	summary: 'Ends one of the caller’s own sessions',
	access: 'operator',
	params: z.object({ session_id: idText }),
	reply: z.object({ sessions: z.array(consoleSession) }),
	problems: ['not_found'],
});

export const signOutEverywhere = endpoint({
	methods: ['POST'],
	path: '/console/sessions/end',
	summary: 'Ends all of the caller’s own sessions, including this one',
	access: 'operator',
	reply: z.object({ ended: count }),
});

export const endSessionsOf = endpoint({
	path: '/console/operators/:operator_id/sessions/end',
	summary: 'Ends all sessions of a colleague, who may sign in again',
	access: 'operator:owner',
	params: z.object({ operator_id: idText }),
	body: z.object({ why }),
	reply: z.object({ ended: count }),
	problems: ['not_found'],
});
