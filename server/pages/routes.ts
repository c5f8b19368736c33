/** The site's pages: built files, and one HTML document for every address, with what it is about in its head. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePatterns, type PagePattern } from '#contract/pages.ts';
import { sendProblem } from '#server/http/answers.ts';
import { Problem } from '#server/http/problem.ts';
import { readSite } from '#server/site/site.ts';
import { chunkLinks, type Manifest } from './chunks.ts';
import { renderFirstPaint } from './first-paint.ts';
import { fillDocument, renderHead, type PageFacts } from './head.ts';
import { describeNowhere, describePage, type PageAddress, type PageSources } from './pages.ts';
import { pagePolicy } from './policy.ts';
import { robots, sitemap } from './sitemap.ts';

const BUILT = join(import.meta.dirname, '../../dist/web');

interface PagesHouse extends PageSources {
	config: { publicUrl: string };
}

/** Serves `dist/web`; without a build, pages answer 404 and the API works all the same. */
export async function servePages(app: FastifyInstance, house: PagesHouse): Promise<void> {
	const { publicUrl } = house.config;
	const shell = existsSync(join(BUILT, 'index.html')) ? await readShell() : null;

	app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(publicUrl)));
	app.get('/sitemap.xml', async (_request, reply) =>
		reply
			.type('application/xml; charset=utf-8')
			.header('cache-control', 'public, max-age=3600')
			.send(await sitemap(house.db, publicUrl)),
	);

	await app.register(async (pages) => {
		await pages.register(helmet, pagePolicy);
		if (shell !== null) {
			await serveBuiltFiles(pages);
			for (const pattern of pagePatterns) {
				pages.get<{ Params: PageAddress['params']; Querystring: PageAddress['query'] }>(pattern, (request, reply) =>
					sendPage(house, shell, request, reply, { pattern, params: request.params, query: request.query }),
				);
			}
		}
		pages.setNotFoundHandler((request, reply) => {
			const wantsPage = request.method === 'GET' && !/^\/(?:api|media)\//.test(request.url) && shell !== null;
			if (!wantsPage || /\.[a-z0-9]{2,5}$/i.test(request.url)) return sendProblem(reply, new Problem('not_found'));
			return sendPage(house, shell, request, reply, null);
		});
	});
}

/** The built document, and what each page adds to its head. */
interface Shell {
	document: string;
	links: Map<PagePattern, string>;
}

async function readShell(): Promise<Shell> {
	const [document, manifest] = await Promise.all(
		['index.html', 'manifest.json'].map((name) => readFile(join(BUILT, name), 'utf8')),
	);
	return { document: document ?? '', links: chunkLinks(JSON.parse(manifest ?? '{}') as Manifest) };
}

async function serveBuiltFiles(pages: FastifyInstance): Promise<void> {
	await pages.register(fastifyStatic, {
		root: BUILT,
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
}

async function sendPage(
	house: PagesHouse,
	shell: Shell,
	request: FastifyRequest,
	reply: FastifyReply,
	/** Null: an address that no page has. */
	wanted: (PageAddress & { pattern: PagePattern }) | null,
): Promise<FastifyReply> {
	const site = await readSite(house.db, house.boards);
	const page: PageFacts = wanted ? await describePage(wanted.pattern, house, site, wanted) : describeNowhere(site);
	const head = renderHead(page, { product: site.product, publicUrl: house.config.publicUrl });
	const links = (wanted && shell.links.get(wanted.pattern)) ?? '';
	const { bytes, encoding } = await compressed(
		fillDocument(shell.document, head, links, renderFirstPaint(page.picture, site.product)),
		request.headers['accept-encoding'] ?? '',
	);
	if (encoding) void reply.header('content-encoding', encoding);
	// The numbers in it are of this second.
	void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding');
	return reply.status(page.status).type('text/html; charset=utf-8').send(bytes);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Quick rather than small: a page is made for one visitor. */
const QUALITY = 4;

async function compressed(html: string, accepted: string): Promise<{ bytes: Buffer; encoding: string | null }> {
	const bytes = Buffer.from(html);
	if (/\bbr\b/.test(accepted)) {
		return { bytes: await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }), encoding: 'br' };
	}
	if (/\bgzip\b/.test(accepted)) return { bytes: await toGzip(bytes, { level: QUALITY }), encoding: 'gzip' };
	return { bytes, encoding: null };
}
