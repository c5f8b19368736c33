/** Makes a pair of keys for web push (VAPID): a point of P-256 and its number, in base64url. */
import { createECDH } from 'node:crypto';

export function makePushKeys(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
	const pair = createECDH('prime256v1');
	const publicKey = pair.generateKeys('base64url');
	// A number with leading zeros is written in full.
	const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
	return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}
