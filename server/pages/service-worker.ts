/** Makes the site installable. A switch replaces the worker by one that removes itself and what it stored. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { SERVICE_WORKER_META, SERVICE_WORKER_PATH, WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';
import { readSeldom, type LastKnown } from '#server/db/last-known.ts';
import { readSite } from '#server/site/site.ts';
import type { PageSources } from './pages.ts';
import { FILE } from '#server/kernel/prepared.ts';

export const WEB_MANIFEST_PATH = '/site.webmanifest';
const MANIFEST_AGE_MS = 60_000;

interface WorkerDeps extends Pick<PageSources, 'boards'> {
	known: LastKnown;
	config: { serviceWorker: boolean };
}

export async function serveServiceWorker(app: FastifyInstance, built: string, { known, boards, config }: WorkerDeps) {
	const file = join(built, SERVICE_WORKER_PATH);
	if (!existsSync(file)) return;
	const script = config.serviceWorker ? await readFile(file, 'utf8') : REMOVAL;
	app.get(SERVICE_WORKER_PATH, FILE, (_request, reply) =>
		reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
	);
	const readProduct = readSeldom(known, async (db) => (await readSite(db, boards)).product, MANIFEST_AGE_MS);
	app.get(WEB_MANIFEST_PATH, FILE, async (_request, reply) =>
		reply
			.header('cache-control', 'public, max-age=3600')
			.type('application/manifest+json; charset=utf-8')
			.send(JSON.stringify(manifestOf(await readProduct(known.reading())))),
	);
}

export function workerLinks(isOn: boolean): string {
	const manifest = `<link rel="manifest" href="${WEB_MANIFEST_PATH}">`;
	return isOn ? `${manifest}\n\t\t<meta name="${SERVICE_WORKER_META}" content="on">` : manifest;
}

const REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
	const names = (await caches.keys()).filter((name) => name.startsWith('${WORKER_CACHE_PREFIX}'));
	await Promise.all(names.map((name) => caches.delete(name)));
	await self.registration.unregister();
})()));
`;

function manifestOf(product: string): object {
	const icon = (sizes: number, purpose: 'any' | 'maskable') => ({
		src: `/icon-${purpose === 'any' ? '' : `${purpose}-`}${sizes}.png`,
		sizes: `${sizes}x${sizes}`,
		type: 'image/png',
		purpose,
	});
	return {
		id: '/',
		name: product,
		short_name: product,
		start_url: '/',
		scope: '/',
		display: 'standalone',
		background_color: '#0a0b14',
		theme_color: '#0a0b14',
		icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
	};
}
