/** Reads the keys of web push. Without them the site sends no reminders, and no page mentions any. */
import { createECDH } from 'node:crypto';
import { isLoopback, readOrigin } from './addresses.ts';
import type { Reader } from './reader.ts';
import type { PushConfig } from './types.ts';

const EXAMPLE = 'from: npm run push-keys';

export function readPush(reader: Reader, publicUrl: string): PushConfig | null {
	const publicKey = reader.text('VAPID_PUBLIC_KEY', EXAMPLE);
	const privateKey = reader.secret('VAPID_PRIVATE_KEY', EXAMPLE);
	const subject = reader.text('VAPID_SUBJECT', 'mailto:push@vote.example');
	const emulatorOrigin = readOrigin(reader, 'PUSH_EMULATOR', 'http://127.0.0.1:4340');
	if (emulatorOrigin !== null && !isLoopback(emulatorOrigin)) {
		reader.refuse('PUSH_EMULATOR must be on this machine. The push services of browsers need no setting');
	}
	if (subject !== null) {
		const should = 'must begin with mailto: or https://, where a push service finds whoever runs the site';
		reader.expect(
			'VAPID_SUBJECT',
			subject,
			/^(?:mailto:|https:\/\/)./.test(subject),
			should,
			'mailto:push@vote.example',
		);
	}
	if (publicKey === null && privateKey === null) return null;
	if (publicKey === null || privateKey === null) {
		reader.refuse('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together: set both or neither');
	} else if (!isPair(publicKey, privateKey)) {
		reader.refuse('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair. Make one: npm run push-keys');
	}
	return {
		publicKey: publicKey ?? '',
		privateKey: privateKey ?? '',
		subject: subject ?? (publicUrl.startsWith('https://') ? publicUrl : 'mailto:nobody@localhost'),
		emulatorOrigin,
	};
}

function isPair(publicKey: string, privateKey: string): boolean {
	if (!/^[\w-]{87}$/.test(publicKey) || !/^[\w-]{43}$/.test(privateKey)) return false;
	const pair = createECDH('prime256v1');
	try {
		pair.setPrivateKey(privateKey, 'base64url');
	} catch {
		return false;
	}
	return pair.getPublicKey('base64url') === publicKey;
}
