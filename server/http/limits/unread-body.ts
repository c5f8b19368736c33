/**
 * Sends a response only after the whole request was read, or closes the connection. A refusal may be ready while the
 * body is still arriving. Some proxies (HAProxy 2.6) reuse such a connection at once. The next visitor's request was
 * then read as the rest of the first request's body.
 */
import type { FastifyInstance } from 'fastify';

/** The largest call takes a picture of 10 MB, plus multipart framing. */
const READ_BYTES_MAX = 12 * 1024 * 1024;

export function readBodiesBeforeAnswers(app: FastifyInstance): void {
	app.addHook('onSend', (request, reply, payload, done) => {
		const { raw } = request;
		const length = raw.headers['content-length'];
		const hasBody = (length !== undefined && length !== '0') || raw.headers['transfer-encoding'] !== undefined;
		if (!hasBody || raw.complete || raw.readableEnded || raw.destroyed) return done(null, payload);
		if (length === undefined || Number(length) > READ_BYTES_MAX) {
			void reply.header('connection', 'close');
			return done(null, payload);
		}
		let isDone = false;
		const once = () => {
			if (!isDone) done(null, payload);
			isDone = true;
		};
		// The reader has given up. Discard the rest of the body.
		raw.unpipe().once('end', once).once('close', once).resume();
	});
}
