/** Serves what was built for browsers: scripts, styles, fonts, icons. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { FIRST_PAINTS_FILE } from '#contract/values/first-paint.ts';
import { SERVICE_WORKER_PATH } from '#contract/values/service-worker.ts';
import { STATUS_DOCUMENT } from './status/routes.ts';

/** In the built folder, and served otherwise or not at all. */
const NOT_FILES = ['index.html', 'manifest.json', STATUS_DOCUMENT, FIRST_PAINTS_FILE, SERVICE_WORKER_PATH.slice(1)];
export async function serveBuiltFiles(pages: FastifyInstance, built: string): Promise<void> {
	await pages.register(fastifyStatic, {
		root: built,
		index: false,
		wildcard: false,
		preCompressed: true,
		globIgnore: ['**/*.{br,gz}', ...NOT_FILES],
		setHeaders: (reply, path) => {
			// Names under assets carry a hash of the content.
			const immutable = path.includes('/assets/');
			reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
		},
	});
}
