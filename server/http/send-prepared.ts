/** Sends prepared bytes through the framework. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { choiceOf, headersOf, type Prepared } from '#server/kernel/prepared.ts';

export function sendPrepared(
	request: FastifyRequest,
	reply: FastifyReply,
	prepared: Prepared,
	cacheControl: string,
): FastifyReply {
	const choice = choiceOf(prepared, request.headers);
	void reply.headers(headersOf(prepared, choice, cacheControl));
	return choice === 'not modified' ? reply.status(304).send() : reply.send(prepared.bodies[choice]);
}
