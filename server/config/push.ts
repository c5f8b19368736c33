/** Reads the key of web push. Without it the site sends no reminders, and no page mentions any. */
import { createECDH } from 'node:crypto';
import { isLoopback, readOrigin } from './addresses.ts';
import type { Reader } from './reader.ts';

export type PushConfig = NonNullable<ReturnType<typeof readPush>>;

const EXAMPLE = 'from: npm run push-keys';

export function readPush(reader: Reader, publicUrl: string) {
	const privateKey = reader.secret('VAPID_PRIVATE_KEY', EXAMPLE);
	const emulatorOrigin = readOrigin(reader, 'PUSH_EMULATOR', 'http://127.0.0.1:4340');
	if (emulatorOrigin !== null && !isLoopback(emulatorOrigin)) {
		reader.refuse('PUSH_EMULATOR must be on this machine. The push services of browsers need no setting');
	}
	if (privateKey === null) return null;
	const publicKey = publicKeyOf(privateKey);
	if (publicKey === null) reader.refuse('VAPID_PRIVATE_KEY is no key. Make one: npm run push-keys');
	return {
		/** Uncompressed point of P-256, in base64url. */
		publicKey: publicKey ?? '',
		privateKey,
		/** Where push services find whoever runs the site. */
		subject: publicUrl.startsWith('https://') ? publicUrl : 'mailto:nobody@localhost',
		emulatorOrigin,
	};
}

/** The point that belongs to the number. Null if it is no key of P-256. */
function publicKeyOf(privateKey: string): string | null {
	if (!/^[\w-]{43}$/.test(privateKey)) return null;
	const pair = createECDH('prime256v1');
	try {
		pair.setPrivateKey(privateKey, 'base64url');
	} catch {
		return null;
	}
	return pair.getPublicKey('base64url');
}
