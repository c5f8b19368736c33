/** Builds every response: wraps it in the envelope, and turns errors into problems. */
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemSlug } from '#contract/problems.ts';
import { isDatabaseUnable } from '#server/db/lost.ts';
import { problemEnvelope } from '#server/kernel/envelope.ts';
import { Problem } from '#server/kernel/problem.ts';
import { tellRefusal } from '#server/kernel/signals/signals.ts';

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
	tellRefusal(problem.slug);
	// Names the log lines of the failed request.
	if (problem.status >= 500) void reply.header('x-request-id', reply.request.id);
	if (problem.retryAfter !== undefined) void reply.header('retry-after', problem.retryAfter);
	// A refusal describes this moment; no cache may keep it.
	return reply.status(problem.status).header('cache-control', 'no-store').send(problemEnvelope(problem));
}

/** Sends refusals as they are. Logs any other error in full and sends a plain response. */
export function answerErrors(app: FastifyInstance): void {
	app.setErrorHandler<FastifyError>((error, request, reply) => {
		const problem = problemOfFramework(error) ?? problemOf(error, request.log);
		app.securityEvents.noteProblem(problem.slug, request.routeOptions.url);
		return sendProblem(reply, problem);
	});
}

/** Returns the problem to send for an error. An unexpected error is logged in full. */
export function problemOf(error: unknown, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Problem {
	if (error instanceof Problem) {
		// An error of ours caused it.
		if (error.status >= 500 && error.cause !== undefined) log.warn({ err: error.cause }, error.slug);
		return error;
	}
	if (isDatabaseUnable(error)) {
		log.warn({ err: error }, 'the database is away, or cannot do it now');
		return new Problem('busy', { retryAfter: 1 });
	}
	log.error({ err: error }, 'unexpected error');
	return new Problem('internal');
}

/** Answers requests that Fastify refuses before routing. Fastify's own response would repeat the URL. */
export function refuseUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
	void sendProblem(reply, problemOfFramework(error) ?? problemOf(error, request.log));
}

const framework: Record<string, ProblemSlug> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
	FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
	FST_ERR_BAD_URL: 'invalid_request',
	FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
};

function problemOfFramework(error: FastifyError): Problem | null {
	const slug = framework[error.code];
	if (slug) return new Problem(slug);
	if (error.statusCode === 400) return new Problem('invalid_json');
	return null;
}
