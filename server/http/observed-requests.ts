/** Tells of every request (server/kernel/signals/signals.ts). */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { requests, type Gauges, type RequestSignal } from '#server/kernel/signals/signals.ts';

declare module 'fastify' {
	interface FastifyInstance {
		gauges: Gauges;
	}
}

/** Route of a request that no route takes: its address may be anything. */
const NO_ROUTE = 'none';

const underWay = new WeakMap<ServerResponse, RequestSignal>();

export function observeRequests(app: FastifyInstance): void {
	app.addHook('onRequest', (request, reply, done) => {
		tellBegun(reply.raw, { method: request.method, route: request.routeOptions.url ?? NO_ROUTE });
		done();
	});
	app.addHook('onResponse', (_request, reply, done) => {
		tellAnswered(reply.raw);
		done();
	});
}

/** Once: the framework refuses what has begun before it (ahead.ts). */
export function tellBegun(response: ServerResponse, asked: Pick<RequestSignal, 'method' | 'route'>): void {
	if (!requests.hasSubscribers || underWay.has(response)) return;
	const signal = { ...asked, status: 0 };
	underWay.set(response, signal);
	requests.start.publish(signal);
}

/** Tells of an answer before its connection ends: a live chart may stay open for hours. */
export function tellAnswered(response: ServerResponse): void {
	const signal = underWay.get(response);
	if (!signal) return;
	underWay.delete(response);
	signal.status = response.statusCode;
	requests.asyncEnd.publish(signal);
}
