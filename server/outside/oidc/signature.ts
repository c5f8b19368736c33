/** ID tokens that are signed with the client's own secret. The library verifies only what is signed with keys. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** @throws {Error} unless the token was signed by HMAC with SHA-256 and this secret. */
export function expectSignedBySecret(idToken: string, secret: string): void {
	const [header = '', payload = '', signature = ''] = idToken.split('.');
	const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
	const given = Buffer.from(signature, 'base64url');
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
		throw new Error('the ID token is not signed with the client secret');
	}
}
