/** Serves what the build wrote. A page's security headers are nearly a kilobyte: files go without them. */
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { SERVICE_WORKER_PATH } from '#contract/values/service-worker.ts';
import { STATUS_DOCUMENT } from '../status/routes.ts';
import { FILE } from '#server/kernel/prepared.ts';

const COMPRESSED = '**/*.{br,gz}';
const options = { index: false, wildcard: false, preCompressed: true } satisfies Partial<FastifyStaticOptions>;

/** Files whose names carry a hash of their content. */
export async function serveAssets(app: FastifyInstance, built: string): Promise<void> {
	await app.register(async (assets) => {
		assets.addHook('onRoute', countsForNobody);
		await assets.register(fastifyStatic, {
			...options,
			root: join(built, 'assets'),
			prefix: '/assets/',
			globIgnore: [COMPRESSED],
			// Their names change with their content, so nobody needs to ask whether they have changed.
			etag: false,
			lastModified: false,
			acceptRanges: false,
			setHeaders: (reply) => {
				reply.header('cache-control', 'public, max-age=31536000, immutable');
				reply.header('cross-origin-resource-policy', 'same-origin');
			},
		});
	});
}

/** A first visit asks for dozens of files: with a limit on them, eighty visitors of one address would be one too many. */
export const countsForNobody = (route: RouteOptions): void => {
	route.config = { ...route.config, ...FILE.config };
};

/** Icons, and scripts of fixed names. An icon is a document when it is opened by itself. */
export async function serveRootFiles(pages: FastifyInstance, built: string): Promise<void> {
	await pages.register(async (files) => {
		files.addHook('onRoute', countsForNobody);
		await files.register(fastifyStatic, {
			...options,
			root: built,
			globIgnore: [
				COMPRESSED,
				'assets/**',
				'index.html',
				'manifest.json',
				STATUS_DOCUMENT,
				SERVICE_WORKER_PATH.slice(1),
			],
			setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=300'),
		});
	});
}
