/** The bytes of an answer on the fast path. */
import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { castVote } from '#contract/voting.ts';
import { wireTo } from '../../../tests/fixtures/http/wires.ts';
import { securityEvents } from '../security-events.ts';
import { quickFanCall } from './fan-call.ts';
import { openFront } from './front.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined, child: () => log } as never;
const EVERYBODY = { connectionsMax: Infinity, admitConnection: () => () => undefined };
const caller = { fanId: 1, registered: true, voterSecret: '', tokenHash: Buffer.alloc(32) };

/** The response to a vote on a connection of its own, as bytes, when the call answers with this text. */
async function responseTo(text: string): Promise<Buffer> {
	const front = openFront({}, EVERYBODY);
	front.take(
		quickFanCall({
			endpoint: castVote,
			findCaller: async () => caller,
			addressOf: () => '127.0.0.1',
			handler: async () => ({}) as never,
			writeReply: () => text,
			headersOfAll: {},
			log,
			requestId: () => '1',
			events: securityEvents(log),
		}),
	);
	const wire = wireTo(front.serverFactory(() => expect.unreachable('Node answered')));
	const body = '{"artist_id":1,"ticket_number":1}';
	const key = randomBytes(16).toString('base64url');
	const head = `POST /api/v1/rankings/vote/november HTTP/1.1\r\nhost: vote.example\r\ncontent-type: application/json`;
	wire.push(`${head}\r\nidempotency-key: ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
	await vi.waitUntil(() => wire.written.includes('\r\n\r\n'));
	return Buffer.from(wire.written, 'latin1');
}

it.each([
	['ASCII', '{"message":"You have voted"}'],
	['one byte a character, and not ASCII', '{"message":"déjà voté £5"}'],
	['every script', '{"message":"투표했습니다 — 投票 — 🎤"}'],
	['nothing', ''],
])('arrives as it was written, and says how long it is: %s', async (_, text) => {
	const response = await responseTo(text);
	const bodyAt = response.indexOf('\r\n\r\n') + 4;
	const head = response.toString('latin1', 0, bodyAt);
	expect(head).toContain('HTTP/1.1 200 OK\r\n');
	expect(head).toContain(`content-length: ${Buffer.byteLength(text)}\r\n`);
	expect(response.toString('utf8', bodyAt)).toBe(text);
});
