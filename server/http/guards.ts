/** Checks that every request passes before it reaches a route, and headers that every answer has. */
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { addressKey64 } from '#server/kernel/network-address.ts';
import { Problem } from '#server/kernel/problem.ts';
import { separateConsole } from './console/origin.ts';
import { limitStore, type SharedCounts } from './limits/shared-counts.ts';
import { warnOfUntrustedProxies, type TrustsPeer } from './limits/trusted.ts';
import { answerErrors } from './answers.ts';
import { observeRequests } from './observed-requests.ts';
import { keepSecurityEvents } from './security-events.ts';

export interface GuardParts {
	trustsPeer: TrustsPeer;
	/** Counts of limits that all processes share. Null: each process counts by itself. */
	counts: SharedCounts | null;
}

/** In this order. */
export async function addGuards(
	app: FastifyInstance,
	config: Config,
	{ trustsPeer, counts }: GuardParts,
): Promise<void> {
	observeRequests(app);
	keepSecurityEvents(app);
	answerErrors(app);
	acceptJson(app);
	protect(app, config);
	warnOfUntrustedProxies(app, trustsPeer);
	readBodiesBeforeAnswers(app);
	await app.register(cookie);
	await limitRates(app, config, counts);
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
		done(null, payload);
	});
}

/** By address, generous for reads; routes set their own where they need less (routes.ts) or count otherwise. */
async function limitRates(app: FastifyInstance, { limits }: Config, counts: SharedCounts | null): Promise<void> {
	await app.register(rateLimit, {
		global: true,
		...(counts ? { store: limitStore(counts) } : {}),
		max: limits.readsPerMinute,
		timeWindow: 60_000,
		allowList: (request) => request.routeOptions.config.isFree?.(request) ?? false,
		keyGenerator: ({ ip }) => addressKey64(ip),
		errorResponseBuilder: (_request, { ttl }) =>
			new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
	});
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
