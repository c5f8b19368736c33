/**
 * Keeps the console apart where it has an origin of its own (CONSOLE_URL): a script that got into a fan's page then
 * cannot read or use what an operator's browser holds. Each origin answers its own addresses and 404 for the other's.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { sendProblem } from '../answers.ts';
import { Problem } from '#server/kernel/problem.ts';

const OF_CONSOLE = /^\/(?:api\/v1\/)?console(?:\/|$)/;
/** Checks of whatever runs the site, and pictures, which the console shows too. */
const OF_BOTH = /^\/(?:healthz|readyz|media\/.*)$/;

export function separateConsole(app: FastifyInstance, { publicUrl, consoleUrl }: Config): void {
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
	if (route === '/') void reply.header('cache-control', 'no-store').redirect('/console', 303);
	else if (route === '/robots.txt') void reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n');
	else void sendProblem(reply, new Problem('not_found'));
}
