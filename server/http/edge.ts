/** Checks that every request passes before it reaches a route. */
import type rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { limitStore } from './limits/limit-store.ts';
import { addressKey64 } from '#server/kernel/network-address.ts';
import type { SharedCounts } from './limits/shared-counts.ts';
import { Problem } from '#server/kernel/problem.ts';

/** JSON and nothing else; an empty body is no body. Keys that would poison prototypes are refused. */
export function acceptJson(app: FastifyInstance): void {
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

export function protect(app: FastifyInstance, config: Config): void {
	const headers = headersOfAll(config);
	// With a callback: every answer passes here, and a promise for each would be felt.
	app.addHook('onSend', (_request, reply, payload, done) => {
		void reply.headers(headers);
		done(null, payload);
	});
}

/** By address, generous for reads; routes set their own where they need less (routes.ts) or count otherwise. */
export async function limitRates(
	app: FastifyInstance,
	plugin: typeof rateLimit,
	{ limits, counts }: Pick<Config, 'limits'> & { counts: SharedCounts | null },
): Promise<void> {
	await app.register(plugin, {
		global: true,
		...(counts ? { store: limitStore(counts) } : {}),
		max: limits.readsPerMinute,
		timeWindow: 60_000,
		keyGenerator: ({ ip }) => addressKey64(ip),
		errorResponseBuilder: (_request, { ttl }) =>
			new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
	});
}
