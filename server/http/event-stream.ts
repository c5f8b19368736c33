/** A response that stays open and carries server-sent events. */
import { randomInt } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { tellAnswered } from './observed-requests.ts';

/** A listener that is this far behind is disconnected. The browser reconnects and gets the full state again. */
const BEHIND_BYTES_MAX = 256 * 1024;
/** A listener that is behind for this long, heartbeats included, is disconnected, too: most are gone. */
const BEHIND_MS_MAX = 45_000;
/** Browsers reconnect after different pauses, so that they do not all return at once after a restart. */
const RETRY_MS = { least: 1_000, most: 5_000 };

export const EVENT_STREAM_HEADERS = {
	'content-type': 'text/event-stream; charset=utf-8',
	'cache-control': 'no-store, no-transform',
	'x-accel-buffering': 'no',
	connection: 'close',
};

export function openEventStream(reply: FastifyReply, headersOfAll: Record<string, string>) {
	const { raw } = reply;
	reply.hijack();
	// The stream ends with its connection, so the bytes need no frames of HTTP's own around each event.
	raw.removeHeader('transfer-encoding');
	raw.writeHead(200, { ...headersOfAll, ...EVENT_STREAM_HEADERS });
	tellAnswered(reply.raw);
	raw.write(`retry: ${randomInt(RETRY_MS.least, RETRY_MS.most)}\n\n`);
	let behindSince: number | null = null;
	return {
		/** Whole events, as bytes that many streams may share. */
		send(event: Buffer): void {
			if (raw.writableLength === 0) behindSince = null;
			else behindSince ??= performance.now();
			const stuck = behindSince !== null && performance.now() - behindSince > BEHIND_MS_MAX;
			if (stuck || raw.writableLength > BEHIND_BYTES_MAX) raw.destroy();
			else raw.write(event);
		},
		end: () => void raw.end(),
		/** Calls `listener` once, when either side has ended the stream. */
		onEnd(listener: () => void): void {
			if (raw.closed) listener();
			else raw.once('close', listener);
		},
	};
}
