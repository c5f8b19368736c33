/** The site's pages: built files, and one HTML document for every address that the browser's router knows. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePatterns } from '#contract/pages.ts';
import { sendProblem } from './answers.ts';
import { Problem } from './problem.ts';

const BUILT = join(import.meta.dirname, '../../dist/web');

/** Serves `dist/web`; without a build, pages answer 404 and the API works all the same. */
export async function servePages(app: FastifyInstance): Promise<void> {
	const document = existsSync(join(BUILT, 'index.html')) ? await readFile(join(BUILT, 'index.html'), 'utf8') : null;
	await app.register(async (pages) => {
		await pages.register(helmet, pagePolicy);
		if (document !== null) {
			await pages.register(fastifyStatic, {
				root: BUILT,
				index: false,
				wildcard: false,
				// Names under assets carry a hash of the content.
				setHeaders: (reply, path) => {
					const immutable = path.includes('/assets/');
					reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
				},
			});
		}
		const sendPage = (status: number) => (_request: FastifyRequest, reply: FastifyReply) =>
			reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(document);
		if (document !== null) for (const url of pagePatterns) pages.get(url, sendPage(200));
		pages.setNotFoundHandler((request, reply) => {
			const wantsPage = request.method === 'GET' && !request.url.startsWith('/api/') && document !== null;
			if (!wantsPage || /\.[a-z0-9]{2,5}$/i.test(request.url)) return sendProblem(reply, new Problem('not_found'));
			return sendPage(404)(request, reply);
		});
	});
}

/** Scripts, styles, fonts and data from our own origin only. */
const pagePolicy = {
	global: true,
	contentSecurityPolicy: {
		useDefaults: false,
		directives: {
			defaultSrc: ["'self'"],
			scriptSrc: ["'self'"],
			styleSrc: ["'self'"],
			imgSrc: ["'self'", 'data:', 'blob:'],
			fontSrc: ["'self'"],
			connectSrc: ["'self'"],
			frameSrc: ["'none'"],
			objectSrc: ["'none'"],
			baseUri: ["'none'"],
			formAction: ["'self'"],
			frameAncestors: ["'none'"],
		},
	},
	crossOriginEmbedderPolicy: false,
	// Set by the edge, where it depends on the site's own address.
	strictTransportSecurity: false,
	referrerPolicy: { policy: 'no-referrer' as const },
};
