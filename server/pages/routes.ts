/** The site's pages: built files, and an HTML document for each address, rendered as the browser renders it. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePatterns, type PagePattern } from '#contract/pages.ts';
import { type Language, LANGUAGE_PARAMETER, SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { readSeldom, type LastKnown, type Reading } from '#server/db/last-known.ts';
import { sendProblem } from '#server/http/answers.ts';
import { CROWD_AGE_MS } from '#server/http/limits/crowd.ts';
import { cachedByKey } from '#server/kernel/cache.ts';
import {
	encode,
	encodeAll,
	encodingFor,
	headersOfAge,
	headersOfEncoding,
	type Encoding,
} from '#server/kernel/prepared.ts';
import type { PublicFacts } from '#public-log/server/public-log.ts';
import type { Db } from '#server/kernel/database.ts';
import { LANGUAGE_VARY, languageOf, mapLanguages } from '#server/languages/language.ts';
import { Problem } from '#server/kernel/problem.ts';
import { translate } from '#server/languages/translate.ts';
import { readSite } from '#server/site/site.ts';
import { serveAssets, serveRootFiles } from './built/built-files.ts';
import { linkPageScripts, type Manifest } from './built/chunks.ts';
import { fillDocument, renderHead, type Content, type PageFacts } from './head.ts';
import { linkCatalog, writeLanguage } from './language.ts';
import { describeNowhere, describePage, type PageAddress, type PageSources } from './pages.ts';
import { pagePolicy } from './policy.ts';
import { keepPages, type KeptPage } from './rendering/kept-pages.ts';
import { openRenderer } from './rendering/renderer.ts';
import type { SharePictures } from '#server/share/pictures.ts';
import { serveServiceWorker, workerLinks } from './service-worker.ts';
import { decisive, shareImageOf } from './share-image.ts';
import { robots, sitemap } from './sitemap.ts';
import { renderNotice } from './status/render.ts';
import { serveStatus } from './status/routes.ts';
import type { StatusReport } from '#server/status/status.ts';

const BUILT = join(import.meta.dirname, '../../dist/web');
/** Responses that are the same for everybody are built at most once in this time. */
const SITEMAP_AGE_MS = 60_000;
const NOWHERE_AGE_MS = 10_000;
const LOGS_AGE_MS = 2_000;
/** Pages that are kept for a second for addresses from which many ask: those without a name of their own, and some others. */
const CROWD_PAGES_MAX = 600;
/** Quick rather than small: a page is made for one second. */
const GZIP_LEVEL = 4;
/** No page is known by it: stands for all addresses of nothing. */
const NOWHERE = '/nowhere';

interface PagesDeps extends Pick<PageSources, 'boards'> {
	known: LastKnown;
	share: SharePictures;
	readStatus: () => Promise<StatusReport>;
	readLogs: (db: Db) => Promise<PublicFacts>;
	config: { publicUrl: string; serviceWorker: boolean; limits: { readsPerMinute: number } };
}

/** Serves `dist/web`; without a build, pages answer 404 and the API works all the same. */
export async function servePages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
	const { publicUrl } = deps.config;
	const shell = existsSync(join(BUILT, 'index.html'))
		? await readShell(deps.config.serviceWorker, (error) => app.log.warn(error, 'a page is sent without its content'))
		: null;
	const readLogs = readSeldom(deps.known, deps.readLogs, LOGS_AGE_MS);
	const readSitemap = readSeldom(deps.known, (db) => sitemap(db, publicUrl), SITEMAP_AGE_MS);
	// Made of little, and once per language for all who ask for what there is not.
	const nowhere = shell && mapLanguages((language) => readNowhere(deps, shell, language));
	// Started before anybody waits for it.
	app.addHook('onListen', async () => void (await nowhere?.[SOURCE_LANGUAGE](deps.known.reading()).catch(() => null)));
	app.addHook('onClose', () => shell?.close());

	app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(publicUrl)));
	app.get('/sitemap.xml', async (_request, reply) =>
		reply
			.type('application/xml; charset=utf-8')
			.header('cache-control', 'public, max-age=3600')
			.send(await readSitemap(deps.known.reading())),
	);

	if (shell !== null) await serveAssets(app, BUILT);
	const forCrowds = cachedByKey(
		{ ageMs: CROWD_AGE_MS, max: CROWD_PAGES_MAX },
		(_: string, build: () => Promise<BuiltPage>) => build(),
	);
	// There are few pages without a name in their address, and a sign-in ends at one: none counts, whoever floods the address.
	const isKept = (pattern: PagePattern, request: FastifyRequest<PageRequest>): boolean =>
		(!pattern.includes(':') && decidedBy(request).length === 0) || forCrowds.has(crowdKey(request));
	await app.register(async (pages) => {
		await pages.register(helmet, pagePolicy);
		if (shell !== null) {
			await serveServiceWorker(pages, BUILT, deps);
			await serveStatus(pages, BUILT, deps.readStatus);
			await serveRootFiles(pages, BUILT);
			for (const pattern of pagePatterns) {
				pages.get<PageRequest>(
					pattern,
					{ config: { isKept: (request) => isKept(pattern, request as FastifyRequest<PageRequest>) } },
					async (request, reply) => {
						const build = () =>
							buildPage({ ...deps, readLogs }, shell, request, {
								pattern,
								params: request.params,
								query: Object.fromEntries(decidedBy(request)),
							});
						const page = await (request.isFromCrowd ? forCrowds.read(crowdKey(request), build) : build());
						void reply.headers(headersOfAge(page.asOf));
						return sendHtml(reply, page.status, page.bytes, page.encoding, page.language);
					},
				);
			}
		}
		// The rate limit covers routes only; the not-found handler has to add it.
		const preHandler = pages.rateLimit();
		pages.setNotFoundHandler({ preHandler }, async (request, reply) => {
			const wantsPage = request.method === 'GET' && !/^\/(?:api|media)\//.test(request.url);
			if (!wantsPage || !nowhere || /\.[a-z0-9]{2,5}$/i.test(request.url)) {
				return sendProblem(reply, new Problem('not_found'));
			}
			const language = languageOf(request);
			const page = await nowhere[language](deps.known.reading());
			const encoding = encodingFor(request.headers['accept-encoding']);
			return sendHtml(reply, 404, page[encoding], encoding, language);
		});
	});
}

/** The built document in each language, what pages and languages add to its head, and what renders into it. */
interface Shell {
	documents: Record<Language, string>;
	scripts: Map<PagePattern | null, string>;
	catalogs: Record<Language, string>;
	pages: ReturnType<typeof keepPages>;
	close: () => Promise<void>;
}

async function readShell(hasWorker: boolean, onFailed: (error: unknown) => void): Promise<Shell> {
	const read = (name: string) => readFile(join(BUILT, name), 'utf8');
	const document = (await read('index.html'))
		.replace('</head>', `${workerLinks(hasWorker)}\n\t</head>`)
		.replace('<script type="module"', '<script fetchpriority="low" type="module"');
	const parts: Manifest = JSON.parse(await read('manifest.json'));
	const renderer = openRenderer(onFailed);
	return {
		documents: mapLanguages((language) => writeLanguage(document, language)),
		scripts: linkPageScripts(parts),
		catalogs: mapLanguages((language) => linkCatalog(parts, language)),
		pages: keepPages((page) => renderer.render(page)),
		close: () => renderer.close(),
	};
}

interface BuiltPage {
	status: number;
	bytes: Buffer;
	encoding: Encoding;
	language: Language;
	/** Null for a current one. */
	asOf: number | null;
}

interface PageRequest {
	Params: PageAddress['params'];
	Querystring: PageAddress['query'];
}

/** What else in a query decides what a page shows. */
const SHOWN_BY: Partial<Record<string, readonly string[]>> = {
	'/leader-board': ['keyword'],
	'/news': ['keyword', 'category'],
	'/artist/:artist_id': ['from', 'isVote'],
};

const decidedBy = ({ query, routeOptions }: Pick<FastifyRequest<PageRequest>, 'query' | 'routeOptions'>) =>
	decisive(query, SHOWN_BY[routeOptions.url ?? '']);

/** What a page depends on. A token, or a mark of whoever sent the visitor, is each visitor's own and changes nothing. */
const crowdKey = (request: FastifyRequest<PageRequest>): string =>
	JSON.stringify([
		languageOf(request),
		encodingFor(request.headers['accept-encoding']),
		request.routeOptions.url,
		request.params,
		decidedBy(request),
	]);

async function buildPage(
	{
		known,
		boards,
		share,
		config,
		readLogs,
	}: Omit<PagesDeps, 'readLogs'> & { readLogs: (reading: Reading) => Promise<PublicFacts> },
	shell: Shell,
	request: FastifyRequest,
	wanted: PageAddress & { pattern: PagePattern },
): Promise<BuiltPage> {
	const reading = known.reading();
	const language = languageOf(request);
	const describe = async () => {
		const site = await readSite(reading.db, boards);
		const sources = { db: reading.db, boards, language, readLogs: () => readLogs(reading), say: sayIn(language) };
		const page = await describePage(wanted.pattern, sources, site, wanted);
		return {
			site,
			page: { ...page, ...(await shareImageOf(page, wanted, site, { db: reading.db, share, language })) },
		};
	};
	const { site, page } = await describe();
	const asked = wanted.query[LANGUAGE_PARAMETER] === language ? language : undefined;
	const parts = {
		head: renderHead(page, { product: site.product, publicUrl: config.publicUrl, askedLanguage: asked }),
		links: linksOf(shell, wanted.pattern, language),
		notice: renderNotice(site.notice, sayIn(language)),
	};
	const encoding = encodingFor(request.headers['accept-encoding']);
	const write = (content: Content) =>
		encode(fillDocument(shell.documents[language], parts, content), encoding, GZIP_LEVEL);
	const content = await readContent(shell, page, language);
	const bytes = await (content.documents
		? content.documents.read(hash('sha256', encoding + parts.notice + parts.head), () => write(content))
		: write(content));
	return { status: page.status, bytes, encoding, language, asOf: reading.asOf() };
}

/** What is in the page: rendered, or only the data by which the browser renders it. */
async function readContent(
	{ pages }: Shell,
	{ rendered: address, firstScreen: reads }: PageFacts,
	language: Language,
): Promise<Content & Partial<Pick<KeptPage, 'documents'>>> {
	const firstScreen = Object.fromEntries(reads.map(([key, data]) => [JSON.stringify(key), data]));
	const kept = address === null ? null : await pages.read({ address, language, firstScreen });
	return kept ?? { html: '', hall: '', firstScreen, madeAt: Date.now() };
}

const linksOf = ({ catalogs, scripts }: Shell, pattern: PagePattern | null, language: Language) =>
	catalogs[language] + (scripts.get(pattern) ?? '');

function sendHtml(
	reply: FastifyReply,
	status: number,
	bytes: Buffer,
	encoding: Encoding,
	language: Language,
): FastifyReply {
	void reply.headers({
		...headersOfEncoding(encoding),
		'content-language': language,
		// The numbers in it are of this second.
		'cache-control': 'no-cache',
		vary: `accept-encoding, ${LANGUAGE_VARY}`,
	});
	return reply.status(status).type('text/html; charset=utf-8').send(bytes);
}

function sayIn(language: Language): PageSources['say'] {
	return (name, values) => translate(language, name, values);
}

/** Reads the page of unknown addresses in one language. */
function readNowhere({ known, boards, config }: PagesDeps, shell: Shell, language: Language) {
	const read = async (db: Db) => {
		const site = await readSite(db, boards);
		const page = { ...describeNowhere(site, sayIn(language)), rendered: NOWHERE };
		const parts = {
			head: renderHead(page, { product: site.product, publicUrl: config.publicUrl }),
			links: linksOf(shell, null, language),
			notice: renderNotice(site.notice, sayIn(language)),
		};
		return encodeAll(fillDocument(shell.documents[language], parts, await readContent(shell, page, language)));
	};
	return readSeldom(known, read, NOWHERE_AGE_MS);
}
