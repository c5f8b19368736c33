/** AWS Signature Version 4 as a store checks it, written from its description, apart from any client. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
	method: string;
	/** Path and query as they came. */
	url: string;
	headers: Record<string, string | string[] | undefined>;
	body: Uint8Array;
}

export interface Keys {
	accessKeyId: string;
	secretAccessKey: string;
}

const LATE_MS_MAX = 15 * 60_000;

/** Why the request is refused, as S3's code for it; null where the signature is right. */
export function refusalOf(request: SignedRequest, keys: Keys, now: number): string | null {
	const authorization = text(request, 'authorization');
	const [, accessKeyId, day, region, service, names, signature] =
		/^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
			authorization,
		) ?? [];
	if (!accessKeyId || !day || !region || !service || !names || !signature) return 'AccessDenied';
	if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
	const date = text(request, 'x-amz-date');
	const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
	if (!date.startsWith(day) || !(Math.abs(now - at) < LATE_MS_MAX)) return 'RequestTimeTooSkewed';
	const hash = text(request, 'x-amz-content-sha256');
	if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';
	const scope = `${day}/${region}/${service}/aws4_request`;
	const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical(request, names.split(';'), hash))].join('\n');
	const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
	const right = hmac(key, toSign);
	return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

function canonical(request: SignedRequest, names: string[], hash: string): string {
	const { pathname, searchParams } = new URL(request.url, 'http://store');
	const query = [...searchParams]
		.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
		.toSorted()
		.join('&');
	const path = pathname.split('/').map((part) => encoded(decodeURIComponent(part)));
	const headers = names.map((name) => `${name}:${text(request, name).trim().replaceAll(/\s+/g, ' ')}\n`);
	return [request.method, path.join('/'), query, headers.join(''), names.join(';'), hash].join('\n');
}

const text = ({ headers }: SignedRequest, name: string) => [headers[name] ?? ''].flat().join(',');

/** As RFC 3986 has it: everything but unreserved characters. */
const encoded = (part: string) =>
	encodeURIComponent(part).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
