/** Makes a key for web push (VAPID): a number of P-256 in base64url. The public half is computed from it. */
import { createECDH } from 'node:crypto';

export function makePushKeys(): { VAPID_PRIVATE_KEY: string } {
	const pair = createECDH('prime256v1');
	pair.generateKeys();
	// A number with leading zeros is written in full.
	const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
	return { VAPID_PRIVATE_KEY: privateKey };
}
