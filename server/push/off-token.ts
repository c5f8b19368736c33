/** Tokens with which a notification turns its kind off: signed, for one fan and one kind, without an end. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { reminderKinds, type ReminderKind } from '#contract/push.ts';

export interface OffTokens {
	make(fanId: number, kind: ReminderKind): string;
	/** Null for a token that this site has not made. */
	read(token: string): { fanId: number; kind: ReminderKind } | null;
}

/** @param secret the private key of web push: with new keys, the old tokens end together with the old subscriptions */
export function openOffTokens(secret: string): OffTokens {
	const key = createHmac('sha256', secret).update('reminders off').digest();
	const sign = (said: string) => createHmac('sha256', key).update(said).digest('base64url');
	return {
		make(fanId, kind) {
			const said = `${fanId}.${kind}`;
			return `${said}.${sign(said)}`;
		},
		read(token) {
			const [, fanId = '', name = '', mac = ''] = /^([1-9]\d{0,15})\.([a-z_]+)\.([\w-]{43})$/.exec(token) ?? [];
			const kind = reminderKinds.find((one) => one === name);
			if (!kind || !timingSafeEqual(Buffer.from(mac), Buffer.from(sign(`${fanId}.${kind}`)))) return null;
			return { fanId: Number(fanId), kind };
		},
	};
}
