/** Calls for signing in to the console and reading the current operator. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { epochSeconds, id, textOf } from '../../values/shapes.ts';
import { operatorRole } from './roles.ts';

export const operator = z.object({
	operator_id: id,
	email: z.string(),
	name: z.nullable(z.string()),
	role: operatorRole,
});

export const beginSignIn = endpoint({
	name: 'beginSignIn',
	methods: ['GET'],
	path: '/console/login',
	summary: 'The provider’s address at which an operator signs in. Afterwards, the browser returns to return_to',
	access: 'anyone',
	query: z.object({
		/** A page of the console: `/console` or below. */
		return_to: z.optional(textOf(2_000, /^\/console(?:\/[A-Za-z0-9-]+)*(?:\?[A-Za-z0-9&=%._~-]*)?$/)),
		/** `1`: the provider asks the person to sign in again, even if they are still signed in there. */
		anew: z.optional(z.literal('1')),
	}),
	reply: z.object({ login_url: z.string() }),
	problems: ['sign_in_unavailable'],
});

export const getOperator = endpoint({
	name: 'getOperator',
	methods: ['GET'],
	path: '/console/me',
	summary: 'The signed-in operator, and their site',
	access: 'operator',
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
	problems: [],
});

export const readApiDocument = endpoint({
	name: 'readApiDocument',
	methods: ['GET'],
	path: '/console/openapi.json',
	summary: 'This document',
	access: 'operator',
	givesFile: true,
	reply: z.string(),
	problems: [],
});

export const signOut = endpoint({
	name: 'signOut',
	methods: ['POST'],
	path: '/console/logout',
	summary: 'Ends the session',
	access: 'operator',
	beforeEntry: true,
	reply: z.object({ signed_out: z.boolean() }),
	problems: [],
});
