/**
 * The tag by which fans find their votes in the public log. The tag is also the vote's Idempotency-Key. Without the
 * nonce, which stays on the fan's device, readers of the log cannot tell whose vote it is.
 */

const VOTE_NONCE_BYTES = 32;
const TAG_BYTES = 16;
const TAG_LABEL = 'fv-tag-v1\n';

/** Returns a new secret. Call it before the first attempt of a vote. */
export function makeVoteNonce(): Uint8Array<ArrayBuffer> {
	return crypto.getRandomValues(new Uint8Array(VOTE_NONCE_BYTES));
}

/** Returns 22 characters: base64url of the first 16 bytes of SHA-256(label || nonce). */
export async function voteTag(nonce: Uint8Array): Promise<string> {
	const label = new TextEncoder().encode(TAG_LABEL);
	const text = new Uint8Array(label.length + nonce.length);
	text.set(label);
	text.set(nonce, label.length);
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
	return base64url(digest.subarray(0, TAG_BYTES));
}

function base64url(bytes: Uint8Array): string {
	const base64 = btoa(String.fromCharCode(...bytes));
	return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
