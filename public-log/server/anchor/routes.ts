/** The anchor's numbers for the transparency page. The anchor itself is served beside the other logs. */
import type { FastifyInstance } from 'fastify';
import { getTransparencyNumbers } from '#contract/transparency.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import { readNumbers, type NumbersDeps } from './numbers.ts';

/** They change once a minute at most. */
const SHARED = 'public, max-age=0, s-maxage=30';

export function anchorRoutes(app: FastifyInstance, { known, ...deps }: NumbersDeps & { known: LastKnown }): void {
	serveShared(app, getTransparencyNumbers, { cacheControl: SHARED, known }, (_, { db }) => readNumbers(db, deps));
}
