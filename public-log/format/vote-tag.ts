/**
 * The tag by which fans find their votes in the public log. The tag is also the vote's Idempotency-Key. Without the
 * nonce, which stays on the fan's device, readers of the log cannot tell whose vote it is.
 */

import { base64url, concat, utf8 } from './bytes.ts';

const VOTE_NONCE_BYTES = 32;
const TAG_BYTES = 16;
const TAG_LABEL = 'fv-tag-v1\n';

/** Returns a new secret. Call it before the first attempt of a vote. */
export const makeVoteNonce = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(VOTE_NONCE_BYTES));

/** Returns 22 characters: base64url of the first 16 bytes of SHA-256(label || nonce). */
export async function voteTag(nonce: Uint8Array): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', concat(utf8(TAG_LABEL), nonce)));
	return base64url(digest.subarray(0, TAG_BYTES));
}
