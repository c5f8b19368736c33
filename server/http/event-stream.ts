/** A response that stays open and carries server-sent events. */
import { randomInt } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export interface EventStream {
	/** Whole events, as bytes that many streams may share. */
	send(event: Buffer): void;
	end(): void;
	/** Called once, when either side has ended it. */
	onEnd(listener: () => void): void;
}

/** A listener who is so far behind is let go: the browser comes back and is given the whole again. */
const BEHIND_BYTES_MAX = 256 * 1024;
/** Browsers come back after a pause of their own, so that a restart does not bring all of them at once. */
const RETRY_MS = { least: 1_000, most: 5_000 };

export function openEventStream(reply: FastifyReply): EventStream {
	const { raw } = reply;
	reply.hijack();
	// The stream ends with its connection, so the bytes need no frames of HTTP's own around each event.
	raw.removeHeader('transfer-encoding');
	raw.writeHead(200, {
		'content-type': 'text/event-stream; charset=utf-8',
		'cache-control': 'no-store, no-transform',
		'x-content-type-options': 'nosniff',
		'x-accel-buffering': 'no',
		connection: 'close',
	});
	raw.write(`retry: ${randomInt(RETRY_MS.least, RETRY_MS.most)}\n\n`);
	return {
		send(event) {
			if (raw.writableLength > BEHIND_BYTES_MAX) raw.destroy();
			else raw.write(event);
		},
		end: () => void raw.end(),
		onEnd(listener) {
			if (raw.closed) listener();
			else raw.once('close', listener);
		},
	};
}
