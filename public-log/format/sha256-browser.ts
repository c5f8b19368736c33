/**
 * SHA-256 in the browser, by a library. The browser's own is asynchronous: for inputs as small as these, waiting for it
 * costs more than hashing.
 */
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { base64url, utf8, type Bytes } from './bytes.ts';

export function sha256(bytes: Uint8Array): Bytes {
	return new Uint8Array(digest(bytes));
}

/** 22 characters: base64url of the first 16 bytes. */
export const sha256Of16 = (text: string): string => base64url(sha256(utf8(text)).subarray(0, 16));
