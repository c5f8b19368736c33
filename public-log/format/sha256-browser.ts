/**
 * SHA-256 in the browser, by a library. The browser's own is asynchronous: for inputs as small as these, waiting for it
 * costs more than hashing.
 */
import { sha256 as digest } from '@noble/hashes/sha2.js';
import type { Bytes } from './bytes.ts';

export function sha256(bytes: Uint8Array): Bytes {
	return new Uint8Array(digest(bytes));
}
