/** Ids of requests, for the log. */
import { randomBytes } from 'node:crypto';

/** Returns ids that no other process and no other start gives: a random prefix, and a number behind it. */
export function requestIds(): () => string {
	const prefix = randomBytes(6).toString('base64url');
	let number = 0;
	return () => {
		number += 1;
		return `${prefix}.${number.toString(36)}`;
	};
}
