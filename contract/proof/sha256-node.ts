/** SHA-256 by Node, in the server and in the auditor. */
import { hash } from 'node:crypto';
import type { Bytes } from './bytes.ts';

export function sha256(bytes: Uint8Array): Bytes {
	const { buffer, byteOffset, byteLength } = hash('sha256', bytes, 'buffer');
	return new Uint8Array(buffer, byteOffset, byteLength);
}
