/** What real push services refuse, by RFC 8030, 8291 and 8292, with the reasons that Apple gives. */
import { ECDH, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Refusal {
	status: number;
	reason: string;
}

interface Sent {
	headers: IncomingHttpHeaders;
	message: Buffer;
	/** Of the service. */
	origin: string;
	/** Key with which the device subscribed; null if it takes messages of any site. */
	siteKey: string | null;
}

/** A service need not take more. */
const MESSAGE_BYTES_MAX = 4_096;
/** Salt, record size and the length of the sender's key come before it. */
const SENDER_AT = 21;
const POINT_BYTES = 65;
const SIGNED_S_MAX = 24 * 3_600;

/** Null for a message that is taken. */
export function refusalOf({ headers, message, origin, siteKey }: Sent): Refusal | null {
	const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
	if (!isPoint(Buffer.from(key, 'base64url'))) return { status: 401, reason: 'InvalidProviderToken' };
	if (siteKey !== null && key !== siteKey) return { status: 403, reason: 'VapidPkHashMismatch' };
	if (!isSigned(token, key, new URL(origin).host)) return { status: 403, reason: 'BadJwtToken' };
	if (!/^\d{1,10}$/.test(String(headers.ttl))) return { status: 400, reason: 'BadTtl' };
	if (headers['content-encoding'] !== 'aes128gcm') return { status: 400, reason: 'BadContentEncoding' };
	if (message.length > MESSAGE_BYTES_MAX) return { status: 413, reason: 'PayloadTooLarge' };
	const sender = message.subarray(SENDER_AT, SENDER_AT + (message[SENDER_AT - 1] ?? 0));
	return isPoint(sender) ? null : { status: 400, reason: 'BadPayload' };
}

/** An uncompressed point of P-256. */
function isPoint(bytes: Buffer): boolean {
	try {
		return bytes.length === POINT_BYTES && ECDH.convertKey(bytes, 'prime256v1').length === POINT_BYTES;
	} catch {
		return false;
	}
}

function isSigned(token: string, key: string, host: string): boolean {
	const [head = '', claims = '', signature = ''] = token.split('.');
	const point = Buffer.from(key, 'base64url');
	const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
	const signed = verify(
		'sha256',
		Buffer.from(`${head}.${claims}`),
		{ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' },
		Buffer.from(signature, 'base64url'),
	);
	if (!signed) return false;
	const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
	const left = Number(exp) - Date.now() / 1000;
	const names = typeof sub === 'string' && /^(?:mailto:|https:\/\/)/.test(sub);
	return names && URL.canParse(String(aud)) && new URL(String(aud)).host === host && left > 0 && left <= SIGNED_S_MAX;
}
