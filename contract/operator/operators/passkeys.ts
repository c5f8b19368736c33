/**
 * Passkeys (WebAuthn) on the operator's own devices. Using one enters the console, and counts as a step-up of that
 * session for some minutes. The shapes are those of the browsers' interface.
 */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { epochSeconds, id, idText, line, textOf } from '../../values/shapes.ts';
import { why, read } from '../shapes.ts';

const passkeyName = line(60);
export const passkey = z.object({
	passkey_id: id,
	name: z.string(),
	created_time: epochSeconds,
	used_time: z.nullable(epochSeconds),
});
const list = z.object({ passkeys: z.array(passkey) });
const byId = z.object({ passkey_id: idText });

const base64url = (most: number) => textOf(most, /^[A-Za-z0-9_-]+$/);
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };
const transports = z.array(textOf(20, /^[a-z-]+$/)).check(z.maxLength(10));
const known = z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }));

export const listPasskeys = read({ path: '/console/passkeys', summary: 'Own passkeys', reply: list });

export const beginPasskey = endpoint({
	methods: ['POST'],
	path: '/console/passkeys/begin',
	summary:
		'Options for the browser to make a passkey. The first passkey needs a recent sign-in, a further one a step-up',
	access: 'operator',
	beforeEntry: true,
	reply: z.object({
		options: z.object({
			challenge: z.string(),
			rp: z.object({ id: z.string(), name: z.string() }),
			user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
			pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
			timeout: z.int(),
			excludeCredentials: known,
			authenticatorSelection: z.object({
				residentKey: z.literal('preferred'),
				userVerification: z.literal('required'),
			}),
			attestation: z.literal('none'),
		}),
	}),
	problems: ['sign_in_again', 'step_up_required'],
});

export const addPasskey = endpoint({
	path: '/console/passkeys',
	summary: 'Stores a passkey that the browser has made. It counts as used, so a step-up begins',
	access: 'operator',
	beforeEntry: true,
	body: z.object({
		name: passkeyName,
		credential: z.object({
			...credential,
			response: z.object({
				clientDataJSON: base64url(8_000),
				attestationObject: base64url(60_000),
				transports: z.optional(transports),
			}),
		}),
	}),
	reply: list,
	problems: ['sign_in_again', 'step_up_required', 'passkey_refused', 'passkey_taken'],
});

export const renamePasskey = endpoint({
	methods: ['PUT'],
	path: '/console/passkeys/:passkey_id',
	summary: 'Renames one of the caller’s own passkeys',
	access: 'operator',
	params: byId,
	body: z.object({ name: passkeyName }),
	reply: list,
	problems: ['not_found'],
});

export const removePasskey = endpoint({
	methods: ['DELETE'],
	path: '/console/passkeys/:passkey_id',
	summary: 'Removes one of the caller’s own passkeys, and ends every step-up',
	access: 'operator',
	stepUp: true,
	params: byId,
	reply: list,
	problems: ['not_found'],
});

export const beginStepUp = endpoint({
	methods: ['POST'],
	path: '/console/step-up/begin',
	summary: 'Options for the browser to use a passkey',
	access: 'operator',
	beforeEntry: true,
	reply: z.object({
		options: z.object({
			challenge: z.string(),
			rpId: z.string(),
			timeout: z.int(),
			allowCredentials: known,
			userVerification: z.literal('required'),
		}),
	}),
	problems: ['passkey_missing'],
});

export const stepUp = endpoint({
	path: '/console/step-up',
	summary: 'Enters the console and begins a step-up of this session, with a passkey that the browser has used',
	access: 'operator',
	beforeEntry: true,
	body: z.object({
		credential: z.object({
			...credential,
			response: z.object({
				clientDataJSON: base64url(8_000),
				authenticatorData: base64url(8_000),
				signature: base64url(8_000),
			}),
		}),
	}),
	reply: z.object({ step_up_until: epochSeconds }),
	problems: ['passkey_refused'],
});

export const removePasskeysOf = endpoint({
	path: '/console/operators/:operator_id/passkeys/remove',
	summary: 'Removes all passkeys of a colleague who has lost them. Their sessions end',
	access: 'operator:owner',
	stepUp: true,
	params: z.object({ operator_id: idText }),
	body: z.object({ why }),
	reply: z.object({ removed: z.int() }),
	problems: ['not_found', 'own_role'],
});
