/** Serves pictures: immutable, because an address names a content. */
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '#server/http/answers.ts';
import { Problem } from '#server/http/problem.ts';
import { isMediaId, nearestFile, readFileName } from './names.ts';
import type { MediaStore } from './store.ts';

/** `GET /media/:id/:file`; a name that is not exactly ours is 404, so nothing else in the store can be reached. */
export function registerMedia(app: FastifyInstance, store: MediaStore): void {
	app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
		const { id } = request.params;
		const wanted = readFileName(request.params.file);
		if (!wanted || !isMediaId(id)) return sendProblem(reply, new Problem('not_found'));
		const exact = await store.read(id, wanted);
		const nearest = exact ? wanted : nearestFile(wanted, await store.list(id));
		const bytes = exact ?? (nearest && (await store.read(id, nearest)));
		if (!nearest || !bytes) return sendProblem(reply, new Problem('not_found'));
		return reply
			.type(`image/${nearest.format}`)
			.header('cache-control', 'public, max-age=31536000, immutable')
			.header('x-content-type-options', 'nosniff')
			.send(bytes);
	});
}
