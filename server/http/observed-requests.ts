/** Tells of every request (server/kernel/signals/signals.ts). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { requests, type Gauges, type RequestSignal } from '#server/kernel/signals/signals.ts';

declare module 'fastify' {
	interface FastifyInstance {
		gauges: Gauges;
	}
}

/** Route of a request that no route takes: its address may be anything. */
const NO_ROUTE = 'none';

const underWay = new WeakMap<FastifyReply, RequestSignal>();

export function observeRequests(app: FastifyInstance): void {
	app.addHook('onRequest', (request, reply, done) => {
		if (requests.hasSubscribers) {
			const signal = { method: request.method, route: request.routeOptions.url ?? NO_ROUTE, status: 0 };
			underWay.set(reply, signal);
			requests.start.publish(signal);
		}
		done();
	});
	app.addHook('onResponse', (_request, reply, done) => {
		tellAnswered(reply);
		done();
	});
}

/** Tells of an answer before its connection ends: a live chart may stay open for hours. */
export function tellAnswered(reply: FastifyReply): void {
	const signal = underWay.get(reply);
	if (!signal) return;
	underWay.delete(reply);
	signal.status = reply.raw.statusCode;
	requests.asyncEnd.publish(signal);
}
