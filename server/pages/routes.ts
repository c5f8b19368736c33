/** The site's pages: built files, and an HTML document for each address, rendered as the browser renders it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pages, type PagePattern, STATUS_PATH } from '#contract/pages.ts';
import { LANGUAGE_PARAMETER, SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { readSeldom, type LastKnown } from '#server/db/last-known.ts';
import { sendProblem } from '#server/http/answers.ts';
import { CROWD_AGE_MS } from '#server/http/serve-shared.ts';
import { cachedByKey } from '#server/kernel/cache.ts';
import { encode, encodingFor, headersOfAge, headersOfEncoding } from '#server/kernel/prepared.ts';
import type { PublicFacts } from '#public-log/server/public-log.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { LANGUAGE_VARY, languageOf } from '#server/languages/language.ts';
import { Problem } from '#server/kernel/problem.ts';
import { translate } from '#server/languages/translate.ts';
import { readSite } from '#server/site/site.ts';
import { serveAssets, serveRootFiles } from './built/built-files.ts';
import { linkFaces, linkScripts, type Manifest } from './built/chunks.ts';
import { fillDocument, renderHead, writeLanguage } from './head.ts';
import { describePage, type PageAddress, type PageSources } from './pages.ts';
import { sitePolicy } from './policy.ts';
import { isNavigation } from './refused.ts';
import { openRenderer } from './rendering/renderer.ts';
import type { SharePictures } from '#server/share/pictures.ts';
import { serveServiceWorker, workerLinks } from './service-worker.ts';
import { decisive, shareImageOf } from './share-image.ts';
import { renderNotice } from './status/render.ts';
import { serveStatus } from './status/routes.ts';
import type { StatusReport } from '#server/status/status.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';

const BUILT = join(import.meta.dirname, '../../dist/web');
const SITEMAP_AGE_MS = 60_000;
/** Crawlers come often. */
const CRAWLED = 'public, max-age=3600';
const LOGS_AGE_MS = 2_000;
/** Each is compressed, and kept for a second. */
const KEPT_MAX = 600;
/** Quick rather than small: a page is made for one second. */
const GZIP_LEVEL = 4;

interface PagesDeps extends Pick<PageSources, 'boards'> {
	known: LastKnown;
	share: SharePictures;
	readStatus: () => Promise<StatusReport>;
	readLogs: (db: Db) => Promise<PublicFacts>;
	config: { publicUrl: string; consoleUrl: string; serviceWorker: boolean; limits: { readsPerMinute: number } };
}

interface PageRequest {
	Params: PageAddress['params'];
	Querystring: PageAddress['query'];
}
type Asked = FastifyRequest<PageRequest>;

export async function servePages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
	const { publicUrl } = deps.config;
	const build = existsSync(join(BUILT, 'index.html')) ? await openBuilder(app, deps) : null;
	const readSitemap = readSeldom(deps.known, (db) => sitemap(db, publicUrl), SITEMAP_AGE_MS);
	app.get('/robots.txt', (_request, reply) =>
		reply.type('text/plain; charset=utf-8').header('cache-control', CRAWLED).send(robots(publicUrl)),
	);
	app.get('/sitemap.xml', async (_request, reply) =>
		reply
			.type('application/xml; charset=utf-8')
			.header('cache-control', CRAWLED)
			.send(await readSitemap(deps.known.reading())),
	);
	const kept = cachedByKey(
		{ ageMs: CROWD_AGE_MS, max: KEPT_MAX },
		async (_: string, wanted: Wanted) => build && (await build(wanted)),
	);
	// Loads the pages before anybody waits for them.
	app.addHook('onListen', () => void kept.read('', ANY).catch(() => null));
	async function sendPage(pattern: PagePattern | null, request: Asked, reply: FastifyReply): Promise<FastifyReply> {
		const wanted = wantedBy(pattern, request);
		const page = await kept.read(JSON.stringify(wanted), wanted);
		if (page === null) return sendProblem(reply, new Problem('not_found'));
		const { status, bytes, asOf, isPublic } = page;
		void reply.headers({
			...headersOfAge(asOf),
			...headersOfEncoding(wanted.encoding),
			'content-language': wanted.language,
			// The numbers in it are of this second, for which nginx keeps what nothing but the page is known by.
			'cache-control': 'no-cache',
			'x-accel-expires': isPublic && Object.keys(request.query).length === wanted.query.length ? '1' : '0',
			vary: `accept-encoding, ${LANGUAGE_VARY}`,
		});
		return reply.status(status).type('text/html; charset=utf-8').send(bytes);
	}
	// There are few pages without a name in their address, and a sign-in ends at one: none counts, whoever floods the address.
	const isKept = (pattern: PagePattern, request: Asked): boolean =>
		(!pattern.includes(':') && decidedBy(pattern, request.query).length === 0) ||
		kept.has(JSON.stringify(wantedBy(pattern, request)));

	if (build) await serveAssets(app, BUILT);
	await app.register(async (documents) => {
		await documents.register(helmet, sitePolicy(deps.config));
		if (build) {
			await serveServiceWorker(documents, BUILT, deps);
			await serveStatus(documents, BUILT, deps.readStatus);
			await serveRootFiles(documents, BUILT);
		}
		for (const pattern of Object.values(pages)) {
			const config = { isKept: (request: FastifyRequest) => isKept(pattern, request as Asked) };
			documents.get<PageRequest>(pattern, { config }, (request, reply) => sendPage(pattern, request, reply));
		}
		documents.addHook('onRequest', async (request, reply) => {
			const [path = '', ...query] = request.url.split('?');
			const address = READS.has(request.method) ? pageAddress(path) : null;
			return address === null || address === path ? undefined : reply.redirect([address, ...query].join('?'), 308);
		});
		// The rate limit covers routes only; the not-found handler has to add it.
		documents.setNotFoundHandler({ preHandler: documents.rateLimit() }, async (request, reply) => {
			// A page shows a picture, and a program reads a file, that is not there: neither wants a document.
			const isFile = /^\/media\/|\.[a-z0-9]{2,5}$/i.test(request.url) && !isNavigation(request);
			const isPage = READS.has(request.method) && !request.url.startsWith('/api/') && !isFile;
			return isPage ? sendPage(null, request as Asked, reply) : sendProblem(reply, new Problem('not_found'));
		});
	});
}

/** Programs that check links ask for the head alone. */
const READS = new Set(['GET', 'HEAD']);

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);
const ADDRESSES = [...Object.values(pages), STATUS_PATH].map(partsOf);

/** Returns the address of the page that is meant by what people type and other sites write: `/News/`, `//news//1`, `/news/1)`. */
function pageAddress(path: string): string | null {
	const parts = partsOf(path);
	// A phone begins with a capital. What follows is the console's own.
	if (parts[0]?.toLowerCase() === 'console') return `/${['console', ...parts.slice(1)].join('/')}`;
	// A chat takes a bracket, a full stop or the words behind a link for its end. No address of ours has them.
	const last = parts.pop();
	if (last !== undefined) parts.push(/^[\w-]+(?:\.[\w-]+)*/.exec(last)?.[0] ?? last);
	const isMeant = (part: string, at: number) => part.startsWith(':') || part === parts[at]?.toLowerCase();
	const found = ADDRESSES.find((address) => address.length === parts.length && address.every(isMeant));
	return found ? `/${found.map((part, at) => (part.startsWith(':') ? parts[at] : part)).join('/')}` : null;
}

/** What a page depends on. A token, or a mark of whoever sent the visitor, is each visitor's own and changes nothing. */
const wantedBy = (pattern: PagePattern | null, request: Asked) => ({
	pattern,
	params: pattern === null ? {} : request.params,
	query: pattern === null ? [] : decidedBy(pattern, request.query),
	language: languageOf(request),
	encoding: encodingFor(request.headers['accept-encoding']),
});
type Wanted = ReturnType<typeof wantedBy>;
const ANY: Wanted = { pattern: null, params: {}, query: [], language: SOURCE_LANGUAGE, encoding: 'plain' };

/** What else in a query decides what a page shows. */
const SHOWN_BY: Partial<Record<PagePattern, readonly string[]>> = {
	'/leader-board': ['keyword'],
	'/news': ['keyword', 'category'],
	'/artist/:artist_id': ['from', 'isVote'],
};
const decidedBy = (pattern: PagePattern, query: PageAddress['query']) => decisive(query, SHOWN_BY[pattern]);

async function openBuilder(app: FastifyInstance, { known, boards, share, config, readLogs: read }: PagesDeps) {
	const [built, parts] = await Promise.all(
		['index.html', 'manifest.json'].map((name) => readFile(join(BUILT, name), 'utf8')),
	);
	const manifest = JSON.parse(parts ?? '') as Manifest;
	const scriptOf = (source: string) => `<script type="module" crossorigin src="/${manifest[source]?.file}"></script>`;
	const entry = scriptOf('index.html');
	if (!built?.includes(entry)) throw new Error('The built document does not run its entry');
	const document = built
		.replaceAll(/\n\s*/g, '\n')
		.replace(entry, scriptOf('begin.ts'))
		.replace('</head>', `${workerLinks(config.serviceWorker)}\n\t</head>`);
	const names = new Map<PagePattern, string>(Object.entries(pages).map(([name, pattern]) => [pattern, name]));
	const readLogs = readSeldom(known, read, LOGS_AGE_MS);
	const renderer = openRenderer((error) => app.log.warn(error, 'a page is sent without its content'));
	app.addHook('onClose', () => renderer.close());

	return async ({ pattern, params, query, language, encoding }: Wanted) => {
		const reading = known.reading();
		const { db } = reading;
		const address = { params, query: Object.fromEntries(query) };
		const say: PageSources['say'] = (name, values) => translate(language, name, values);
		const site = await readSite(db, boards, language);
		const sources = { db, boards, language, readLogs: () => readLogs(reading), say };
		const facts = await describePage(pattern, sources, site, address);
		const page = { ...facts, ...(await shareImageOf(facts, { ...address, pattern }, site, { db, share, language })) };
		const askedLanguage = address.query[LANGUAGE_PARAMETER] === language ? language : undefined;
		const firstScreen = Object.fromEntries(page.firstScreen.map(([key, data]) => [JSON.stringify(key), data]));
		const madeAt = Date.now();
		const rendered =
			page.rendered === null ? null : await renderer.render({ address: page.rendered, language, firstScreen });
		const text = fillDocument(
			writeLanguage(document, language),
			{
				head: renderHead(page, { product: site.product, publicUrl: config.publicUrl, askedLanguage }),
				// The entry is half of all bytes: it must not wait for a connection behind small files.
				scripts: entry + linkScripts(manifest, (pattern && names.get(pattern)) ?? 'notFound', language),
				notice: linkFaces(manifest, language) + renderNotice(site.notice, say),
			},
			{ ...(rendered ?? { html: '', hall: '' }), firstScreen, madeAt },
		);
		return {
			isPublic: page.indexed,
			status: page.status,
			bytes: await encode(text, encoding, GZIP_LEVEL),
			asOf: reading.asOf(),
		};
	};
}

/** Maximum number of addresses in a sitemap. */
const ADDRESSES_MAX = 50_000;

const ALWAYS = ['/', '/leader-board', '/news', '/transparency', '/terms-of-service', '/privacy-policy'];

/** The sitemap for search engines. It lists public pages, never pages that show a person's own data. */
async function sitemap(db: Db, publicUrl: string): Promise<string> {
	const rows = await db.query<{ path: string }>(sql`(select '/leader-board?main_tab=' || main_tab as path
				from rank_entry_config join ranking using (ranking_id)
				where ranking_type = 'monthly' or published_at is not null order by position)
			union all (select '/artist/' || artist_id from artist where hidden_at is null and kind <> 'song' order by artist_id)
			union all (select '/news/' || news_id from news
				where hidden_at is null and published_at <= lightstick_now() order by published_at desc)
			limit ${ADDRESSES_MAX - ALWAYS.length}`);
	const paths = [...ALWAYS, ...rows.map(({ path }) => path)];
	const addresses = paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
	return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join('\n')}
</urlset>
`;
}

const robots = (publicUrl: string): string => `User-agent: *
Disallow: /api/
Disallow: /console
Allow: /
Sitemap: ${publicUrl}/sitemap.xml
`;
