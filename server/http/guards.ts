/** What every request passes, in this order, before it reaches a route. */
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { answerErrors } from './answers.ts';
import { separateConsole } from './console/origin.ts';
import { acceptJson, limitRates, protect } from './edge.ts';
import type { SharedCounts } from './limits/shared-counts.ts';
import { warnOfUntrustedProxies, type TrustsPeer } from './limits/trusted.ts';
import { readBodiesBeforeAnswers } from './limits/unread-body.ts';
import { observeRequests } from './observed-requests.ts';
import { keepSecurityEvents } from './security-events.ts';

export interface GuardParts {
	trustsPeer: TrustsPeer;
	/** Counts of limits that all processes share. Null: each process counts by itself. */
	counts: SharedCounts | null;
}

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
	await limitRates(app, rateLimit, { ...config, counts });
	separateConsole(app, config);
}
