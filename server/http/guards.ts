/** Checks that every request passes before it reaches a route, and headers that every answer has. */
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { openCrowds } from './serve-shared.ts';
import { addressKey64 } from '#server/kernel/network-address.ts';
import { addressBuckets } from '#server/kernel/token-buckets.ts';
import { bearerToken, type FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { SharedCounts } from './limits/shared-counts.ts';
import { warnOfUntrustedProxies, type TrustsPeer } from './limits/trusted.ts';
import { answerErrors, type SendRefusedPage, sendProblem } from './answers.ts';
import { observeRequests } from './observed-requests.ts';
import { keepSecurityEvents } from './security-events.ts';

export interface GuardParts {
	trustsPeer: TrustsPeer;
	/** Counts of limits that all processes share. Null: each process counts by itself. */
	counts: SharedCounts | null;
	sendRefusedPage: SendRefusedPage;
	recallFan: (token: string) => FanKey | null;
}

export async function addGuards(
	app: FastifyInstance,
	config: Config,
	{ trustsPeer, counts, sendRefusedPage, recallFan }: GuardParts,
): Promise<void> {
	observeRequests(app);
	keepSecurityEvents(app);
	answerErrors(app, sendRefusedPage);
	acceptJson(app);
	protect(app, config);
	warnOfUntrustedProxies(app, trustsPeer);
	readBodiesBeforeAnswers(app);
	await app.register(cookie);
	await limitRates(app, config, counts, recallFan);
	separateConsole(app, config);
}

/** JSON and nothing else; an empty body is no body. Keys that would poison prototypes are refused. */
function acceptJson(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, undefined);
		else void parse(request, body, done);
	});
}

/** Headers that cost nothing and belong on every answer; pages add their own policy. */
export function headersOfAll(config: Pick<Config, 'publicUrl'>): Record<string, string> {
	const secure = config.publicUrl.startsWith('https:');
	return {
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'no-referrer',
		...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
	};
}

function protect(app: FastifyInstance, config: Config): void {
	const headers = headersOfAll(config);
	// With a callback: every answer passes here, and a promise for each would be felt.
	app.addHook('onSend', (_request, reply, payload, done) => {
		void reply.headers(headers);
		// An answer is its visitor's own, if its route does not say who may keep it.
		if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
		// A cache would show one visitor's count to others.
		if (isKept(reply)) for (const name of COUNTS) reply.removeHeader(name);
		done(null, payload);
	});
}

const COUNTS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const isKept = (reply: FastifyReply): boolean =>
	String(reply.getHeader('cache-control')).startsWith('public') || Number(reply.getHeader('x-accel-expires')) > 0;

/** A fan's own calls count for the fan: a household's, a school's and a carrier's fans share an address. */
const PART_OF_FAN = 0.1;
const FAN = 'fan ';
/** A token that this process has not seen counts for nobody. Made-up ones wait in a queue of their own (accounts/sessions). */
const NEWCOMER = 'newcomer';

/** Generous for reads; routes set their own where they need less (routes.ts) or count otherwise. */
async function limitRates(
	app: FastifyInstance,
	{ limits }: Config,
	counts: SharedCounts | null,
	recallFan: GuardParts['recallFan'],
): Promise<void> {
	const countsFor = openCrowds(limits.readsPerMinute);
	const networksOf = openNetworks(limits.readsPerMinute);
	const ofFan = Math.max(1, Math.ceil(limits.readsPerMinute * PART_OF_FAN));
	app.decorateRequest('isFromCrowd', false);
	await app.register(rateLimit, {
		global: true,
		...(counts ? { store: counts.Store } : {}),
		max: (_request, key) => (key.startsWith(FAN) ? ofFan : limits.readsPerMinute),
		timeWindow: 60_000,
		allowList: (request, key) => {
			if (key === NEWCOMER || !countsFor(request, key)) return true;
			// An IPv6 household has many /64.
			const wait = key.includes(':') ? networksOf(request).take(request.ip) : 0;
			if (wait > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
			return false;
		},
		keyGenerator: (request) => {
			const token = request.routeOptions.config.isOfFan ? bearerToken(request) : null;
			if (token === null) return addressKey64(request.ip);
			const fan = recallFan(token);
			return fan ? `${FAN}${fan.fanId}` : NEWCOMER;
		},
		errorResponseBuilder: (_request, { ttl }) =>
			new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
	});
}

/** The buckets of addresses, those of each route that sets its own limit, and those of all others. */
function openNetworks(perMinute: number): (request: FastifyRequest) => ReturnType<typeof addressBuckets> {
	const bucketsOf = (most: number) => addressBuckets({ perSecond: most / 60, burst: most });
	const general = bucketsOf(perMinute);
	const byRoute = new Map<string, typeof general>();
	return ({ routeOptions: { url = '', config } }) => {
		const own = config.rateLimit;
		if (typeof own !== 'object' || typeof own.max !== 'number') return general;
		const { max } = own;
		return byRoute.getOrInsertComputed(url, () => bucketsOf(max));
	};
}

/** The largest call takes a picture of 10 MB, plus multipart framing. */
const READ_BYTES_MAX = 12 * 1024 * 1024;

export function readBodiesBeforeAnswers(app: FastifyInstance): void {
	app.addHook('onSend', (request, reply, payload, done) => {
		const { raw } = request;
		const length = raw.headers['content-length'];
		const hasBody = (length !== undefined && length !== '0') || raw.headers['transfer-encoding'] !== undefined;
		if (!hasBody || raw.complete || raw.readableEnded || raw.destroyed) return done(null, payload);
		if (length === undefined || Number(length) > READ_BYTES_MAX) {
			void reply.header('connection', 'close');
			return done(null, payload);
		}
		let isDone = false;
		const once = () => {
			if (!isDone) done(null, payload);
			isDone = true;
		};
		// The reader has given up. Discard the rest of the body.
		raw.unpipe().once('end', once).once('close', once).resume();
	});
}

const OF_CONSOLE = /^\/(?:api\/v1\/)?console(?:\/|$)/;
/** Checks of whatever runs the site, and pictures, which the console shows too. */
const OF_BOTH = /^\/(?:healthz|readyz|media\/.*)$/;

/** Keeps the console (CONSOLE_URL) from scripts in a fan's page: each origin answers only its own addresses. */
function separateConsole(app: FastifyInstance, { publicUrl, consoleUrl }: Config): void {
	if (consoleUrl === publicUrl) return;
	const consoleHost = new URL(consoleUrl).hostname;
	// Not on the way in: requests that are turned away here count for the limit of their address too.
	app.addHook('preParsing', (request, reply, payload, done) => {
		// As the router has understood it; the address itself may be written in many ways.
		const route = request.routeOptions.url ?? '';
		const isForConsole = OF_CONSOLE.test(route);
		const isAtConsole = request.hostname.toLowerCase() === consoleHost;
		if (OF_BOTH.test(route) || isForConsole === isAtConsole) done(null, payload);
		else if (isForConsole) reply.callNotFound();
		else answerBesideConsole(request, reply);
	});
}

function answerBesideConsole(request: FastifyRequest, reply: FastifyReply): void {
	const route = request.routeOptions.url;
	if (route === '/') void reply.redirect('/console', 303);
	else if (route === '/robots.txt') void reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n');
	else void sendProblem(reply, new Problem('not_found'));
}
