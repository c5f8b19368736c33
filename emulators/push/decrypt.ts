/** A browser's half of a push message: keys of its own, and what RFC 8291 lets them read. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

export interface Device {
	endpoint: string;
	/** Base64url, as a browser's PushSubscription tells them. */
	p256dh: string;
	auth: string;
	read(message: Buffer): string;
}

const SALT = 16;
const HEADER = 21;
const TAG = 16;

export function openDevice(endpoint: string): Device {
	const keys = createECDH('prime256v1');
	keys.generateKeys();
	const auth = randomBytes(16);
	return {
		endpoint,
		p256dh: keys.getPublicKey('base64url'),
		auth: auth.toString('base64url'),
		read: (message) => decrypt(message, keys, auth),
	};
}

/** One record, as RFC 8291 says. @throws {Error} for a message that was not meant for these keys */
function decrypt(message: Buffer, keys: ECDH, auth: Buffer): string {
	const salt = message.subarray(0, SALT);
	const sender = message.subarray(HEADER, HEADER + (message[HEADER - 1] ?? 0));
	const sealed = message.subarray(HEADER + sender.length);
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
	const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
	const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
	const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
	const decipher = createDecipheriv('aes-128-gcm', key, nonce);
	decipher.setAuthTag(sealed.subarray(-TAG));
	const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
	return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
