/** What Node's server cannot read as a request, or will not wait for: an envelope all the same, then the end. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemSlug } from '#contract/problems.ts';
import { problemEnvelope } from '#server/kernel/envelope.ts';
import { Problem } from '#server/kernel/problem.ts';

const SLUGS: Record<string, ProblemSlug> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
	// The client is gone, or in the middle of another answer.
	if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
		socket.destroy(error);
		return;
	}
	const problem = new Problem(SLUGS[error.code ?? ''] ?? 'invalid_request');
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

/** Whether a head has gone out whose body has not: Node keeps the answer under way at its socket. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
	return socket._httpMessage?.headersSent ?? false;
}
