/** Answers that many ask for and few change: serialised once, compressed once, sent as bytes or as 304. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { envelope } from './answers.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

export interface Prepared {
	/** Weak: two bodies with the same tag mean the same, though a countdown in them may differ. */
	etag: string;
	plain: Buffer;
	gzip: Buffer;
	br: Buffer;
}

/** `tagged`: what the tag covers, where that is less than the whole. */
export async function prepare(data: unknown, tagged: unknown = data): Promise<Prepared> {
	const plain = Buffer.from(JSON.stringify(envelope(data)));
	const [zipped, br] = await Promise.all([
		toGzip(plain, { level: 6 }),
		toBrotli(plain, {
			params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
		}),
	]);
	return { etag: tagOf(tagged), plain, gzip: zipped, br };
}

function tagOf(value: unknown): string {
	return `W/"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

export function sendPrepared(
	request: FastifyRequest,
	reply: FastifyReply,
	prepared: Prepared,
	cacheControl: string,
): FastifyReply {
	void reply.header('cache-control', cacheControl).header('etag', prepared.etag).header('vary', 'accept-encoding');
	if (request.headers['if-none-match'] === prepared.etag) return reply.status(304).send();
	void reply.type('application/json; charset=utf-8');
	const accepted = request.headers['accept-encoding'] ?? '';
	if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(prepared.br);
	if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(prepared.gzip);
	return reply.send(prepared.plain);
}
