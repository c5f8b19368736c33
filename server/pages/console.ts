/** The operators' console: one document and its built files under /console. It loads its data through its own calls. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countsForNobody } from './built/built-files.ts';
import { consolePolicy } from './policy.ts';

const BUILT = join(import.meta.dirname, '../../dist/console');
const PREFIX = '/console/';

export async function serveConsole(app: FastifyInstance, config: Parameters<typeof consolePolicy>[0]): Promise<void> {
	const document = join(BUILT, 'index.html');
	if (!existsSync(document)) return;
	const shell = await readFile(document, 'utf8');
	const sendShell = (_request: FastifyRequest, reply: FastifyReply) =>
		// Never in a search engine, never in a shared cache.
		reply
			.header('cache-control', 'no-store')
			.header('x-robots-tag', 'noindex')
			.type('text/html; charset=utf-8')
			.send(shell);

	await app.register(async (pages) => {
		pages.addHook('onRoute', countsForNobody);
		await pages.register(helmet, consolePolicy(config));
		await pages.register(fastifyStatic, {
			root: BUILT,
			prefix: PREFIX,
			index: false,
			wildcard: false,
			preCompressed: true,
			globIgnore: ['**/*.{br,gz}', 'index.html', 'manifest.json'],
			setHeaders: (reply, path) => {
				// Names under assets carry a hash of the content.
				const immutable = path.includes('/assets/');
				reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
			},
		});
		pages.get('/console', sendShell);
		pages.get(`${PREFIX}*`, sendShell);
	});
}
