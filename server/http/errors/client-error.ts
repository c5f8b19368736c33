/** Answers input that Node cannot parse, or that takes too long: sends an envelope, then closes the connection. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemSlug } from '#contract/problems.ts';
import { problemEnvelope } from '#server/kernel/envelope.ts';
import { Problem } from '#server/kernel/problem.ts';
import { tellRefusal } from '#server/kernel/signals/signals.ts';

const SLUGS: Record<string, ProblemSlug> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
	// The client is gone, or is receiving another response.
	if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
		socket.destroy(error);
		return;
	}
	const problem = new Problem(SLUGS[error.code ?? ''] ?? 'invalid_request');
	tellRefusal(problem.slug);
	const body = JSON.stringify(problemEnvelope(problem));
	const head = [
		`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
		'content-type: application/json; charset=utf-8',
		'cache-control: no-store',
		`content-length: ${Buffer.byteLength(body)}`,
		'connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Returns true if the head of a response was sent but not its body. Node keeps that response at its socket. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
	return socket._httpMessage?.headersSent ?? false;
}
