/** Responses that many clients read and that seldom change: serialized and compressed once, sent as bytes or as 304. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { envelope } from './problem.ts';

/** Of a route that sends a file, or what lies ready like one: it counts for the limit of nobody. */
export const FILE = { config: { isFree: () => true } };

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

export type Encoding = 'plain' | 'gzip' | 'br';

export interface Prepared {
	/** Weak: two bodies with the same tag mean the same, though a countdown in them may differ. */
	etag: string;
	bodies: Record<Encoding, Buffer>;
	/** Seconds since the epoch at which the data was true, if that is not now. */
	asOf?: number | null;
}

export const prepare = (data: unknown, tagged: unknown = data): Promise<Prepared> =>
	pack(JSON.stringify(envelope(data)), tagOf(tagged));

export const pack = async (text: string, etag: string): Promise<Prepared> => ({ etag, bodies: await encodeAll(text) });

export async function encodeAll(text: string): Promise<Record<Encoding, Buffer>> {
	const [plain, zipped, br] = await Promise.all([encode(text, 'plain'), encode(text, 'gzip'), encode(text, 'br')]);
	return { plain, gzip: zipped, br };
}

/** Returns the text in one encoding. A text for one client is worth a lower `gzipLevel`, which is quicker. */
export async function encode(text: string, encoding: Encoding, gzipLevel = 6): Promise<Buffer> {
	const plain = Buffer.from(text);
	if (encoding === 'plain') return plain;
	if (encoding === 'gzip') return toGzip(plain, { level: gzipLevel });
	return toBrotli(plain, {
		params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
	});
}

export const tagOf = (value: unknown): string =>
	`W/"${hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22)}"`;

/** Selects the response to a read with these headers: the bytes in one encoding, or "not modified". */
export function choiceOf({ etag }: Prepared, asked: Pick<IncomingHttpHeaders, 'if-none-match' | 'accept-encoding'>) {
	const known = asked['if-none-match'];
	return known !== undefined && isKnown(known, etag) ? 'not modified' : encodingFor(asked['accept-encoding']);
}

export const headersOf = ({ etag, asOf }: Prepared, choice: Encoding | 'not modified', cacheControl: string) => ({
	'cache-control': cacheControl,
	etag,
	...headersOfAge(asOf ?? null),
	vary: 'accept-encoding',
	...(choice === 'not modified'
		? {}
		: { 'content-type': 'application/json; charset=utf-8', ...headersOfEncoding(choice) }),
});

export const headersOfEncoding = (encoding: Encoding): Record<string, string> =>
	encoding === 'plain' ? {} : { 'content-encoding': encoding };

export function headersOfAge(asOf: number | null): Record<string, string> {
	if (asOf === null) return {};
	const at = new Date(asOf * 1000).toUTCString();
	return { age: String(Math.max(0, Math.floor(Date.now() / 1000) - asOf)), warning: `110 - "Shown as of ${at}"` };
}

function isKnown(tags: string, etag: string): boolean {
	if (tags === etag || tags === '*') return true;
	return tags.includes(',') && tags.split(',').some((tag) => tag.trim().replace(/^(?!W\/)/, 'W/') === etag);
}

export function encodingFor(accepted: string | string[] | undefined): Encoding {
	if (typeof accepted !== 'string') return 'plain';
	if (takes(accepted, 'br')) return 'br';
	return takes(accepted, 'gzip') ? 'gzip' : 'plain';
}

/** Named, and not named only to be refused. */
function takes(accepted: string, encoding: string): boolean {
	if (!accepted.includes(encoding)) return false;
	return accepted.split(',').some((offer) => {
		const [name = '', quality = ''] = offer.split(';');
		return name.trim() === encoding && !/^\s*q=0(?:\.0*)?\s*$/.test(quality);
	});
}
