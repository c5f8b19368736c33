/** Secrets that travel, and what is stored of them. */
import { hash, randomBytes } from 'node:crypto';

/** 256 bits in 43 characters that fit an address, a cookie and PKCE. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** Enough for secrets of full entropy: there is nothing to guess, so nothing to slow down. */
export function hashSecret(secret: string): Buffer {
	// By way of a string: as a buffer, Node's hash takes twice as long.
	return Buffer.from(hash('sha256', secret, 'latin1'), 'latin1');
}
