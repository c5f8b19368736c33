/** Serves share pictures at the addresses that pages name in their heads. */
import type { FastifyInstance } from 'fastify';
import type { LastKnown } from '#server/db/last-known.ts';
import { sendProblem } from '#server/http/answers.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { SharePictures } from './pictures.ts';
import { readPath } from './facts.ts';

/** The picture shows what its address names. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** An address of before: the picture is the present one, which changes again. */
const PRESENT = 'public, max-age=60';
/** Too many are asked for: the site's own picture, which should not be kept. */
const STAND_IN = 'no-store';

export function shareRoutes(app: FastifyInstance, { known, share }: { known: LastKnown; share: SharePictures }): void {
	app.get<{ Params: { kind: string; file: string } }>('/share/:kind/:file', async (request, reply) => {
		const wanted = readPath(request.params.kind, request.params.file);
		if (!wanted) return sendProblem(reply, new Problem('not_found'));
		const picture = await share.read(known.reading().db, wanted, request.ip);
		if (!picture) return sendProblem(reply, new Problem('not_found'));
		const current = picture.version === wanted.version;
		return reply
			.headers({
				'cache-control': !picture.own ? STAND_IN : current ? IMMUTABLE : PRESENT,
				'x-content-type-options': 'nosniff',
				// Chat apps load it from their own pages.
				'cross-origin-resource-policy': 'cross-origin',
			})
			.type('image/png')
			.send(picture.bytes);
	});
}
