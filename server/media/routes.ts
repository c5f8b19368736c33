/** Serves pictures: immutable, because an address names a content. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf, sendProblem } from '#server/http/answers.ts';
import { Problem } from '#server/kernel/problem.ts';
import { addressBuckets } from '#server/kernel/token-buckets.ts';
import { CLIP_FORMAT, fileName, isMediaId, nearestFile, readFileName, type MediaFile, mediaUrl } from './names.ts';
import type { MediaStore } from './store.ts';
import { FILE } from '#server/kernel/prepared.ts';
import { uploadPicture } from '#contract/operator/media.ts';
import { readUpload, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { takePicture } from './operator/uploads.ts';

/** Missing pictures that one address asks for: each costs a store elsewhere a question. Made-up ids are refused before. */
const MISSES = { perSecond: 1, burst: 120 };

/** Sent instead of a picture while the store is unavailable. It must not be cached. */
const PLACEHOLDER = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#888" fill-opacity=".25"/></svg>',
);

/** `GET /media/:id/:file`; a name that is not exactly ours is 404, so nothing else in the store can be reached. */
export function registerMedia(app: FastifyInstance, store: MediaStore): void {
	const misses = addressBuckets(MISSES);

	app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', FILE, async (request, reply) => {
		const { id } = request.params;
		const wanted = readFileName(request.params.file);
		if (!wanted || !isMediaId(id)) return sendProblem(reply, new Problem('not_found'));
		const isCheap = store.recalls?.(id, wanted) ?? true;
		const wait = isCheap ? 0 : misses.take(request.ip);
		if (wait > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
		try {
			const found = await findPicture(store, id, wanted);
			if (!found) return sendProblem(reply, new Problem('not_found'));
			if (!isCheap) misses.giveBack(request.ip);
			return sendPicture(request, reply, `"${id}-${fileName(found.file)}"`, found);
		} catch (error) {
			if (!isCheap) misses.giveBack(request.ip);
			return sendPlaceholder(request, reply, error);
		}
	});
}

interface Found {
	file: MediaFile;
	bytes: Buffer;
}

async function findPicture(store: MediaStore, id: string, wanted: MediaFile): Promise<Found | null> {
	const exact = await store.read(id, wanted);
	if (exact) return { file: wanted, bytes: exact };
	const nearest = nearestFile(wanted, store.listedLately?.(id) ?? (await store.list(id)));
	const bytes = nearest && (await store.read(id, nearest));
	return nearest && bytes && { file: nearest, bytes };
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, etag: string, { file, bytes }: Found): FastifyReply {
	const { range, 'if-none-match': known, 'if-range': onlyIf } = request.headers;
	void reply.headers({
		'cache-control': 'public, max-age=31536000, immutable',
		'x-content-type-options': 'nosniff',
		'accept-ranges': 'bytes',
		etag,
	});
	if (known !== undefined && (known === '*' || known.includes(etag))) return reply.status(304).send();
	void reply.type(file.format === CLIP_FORMAT ? 'video/webm' : `image/${file.format}`);
	const part = range === undefined || (onlyIf !== undefined && onlyIf !== etag) ? null : readRange(range, bytes.length);
	if (part === null) return reply.send(bytes);
	if (part === 'beyond')
		return reply.removeHeader('cache-control').status(416).header('content-range', `bytes */${bytes.length}`).send();
	const { first, last } = part;
	void reply.status(206).header('content-range', `bytes ${first}-${last}/${bytes.length}`);
	return reply.send(bytes.subarray(first, last + 1));
}

/** Sends a plain tile to pages that show pictures, and a sentence to other clients. */
function sendPlaceholder(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
	const problem = problemOf(error, request.log);
	if (problem.slug !== 'pictures_unavailable' || !/\bimage\//.test(request.headers.accept ?? ''))
		return sendProblem(reply, problem);
	return reply
		.status(problem.status)
		.headers({ 'cache-control': 'no-store', 'retry-after': String(problem.retryAfter ?? 5) })
		.header('x-content-type-options', 'nosniff')
		.type('image/svg+xml')
		.send(PLACEHOLDER);
}

/** Returns null if the whole body is to be sent: an unknown unit, more than one part, or an invalid header. */
export function readRange(header: string, length: number): { first: number; last: number } | 'beyond' | null {
	const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
	if (from === '' && to === '') return null;
	if (from === '') {
		const first = Math.max(0, length - Number(to));
		return Number(to) === 0 ? 'beyond' : { first, last: length - 1 };
	}
	const first = Number(from);
	const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
	if (to !== '' && Number(to) < first) return null;
	return first >= length ? 'beyond' : { first, last };
}

const SHOWN_WIDTH = 640;

export function mediaOperatorRoutes(deps: ConsoleDeps & { media: MediaStore }): void {
	serveOperator(deps, uploadPicture, async ({ operator, request }) => {
		const { mediaId, width, height } = await takePicture(deps, operator, await readUpload(request, uploadPicture));
		return { media_id: mediaId, url: mediaUrl(mediaId, SHOWN_WIDTH), width, height };
	});
}
