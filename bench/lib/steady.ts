/**
 * Votes at a fixed rate, whatever the server does: each is timed from the instant at which it was to be sent, so that
 * a server that stalls is charged for all who wait. Plain sockets, because an HTTP client would be what is measured.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { ARTISTS, FANS, RANKING, tokenOf } from './ground.ts';
import type { Measured } from './load.ts';
import { quantile } from './rounds.ts';

interface Line {
	socket: Socket;
	/** When the request under way was to be sent. */
	dueAt: number;
}

const TICK_MS = 1;

interface Steady {
	perSecond: number;
	seconds: number;
	connections?: number;
	/** So many of the ground's fans vote. */
	fans?: number;
}

export async function measureSteady(
	address: string,
	{ perSecond, seconds, connections = 256, fans = FANS }: Steady,
): Promise<Measured> {
	const { hostname, port } = new URL(address);
	const idle: Line[] = [];
	const overdue: number[] = [];
	const times: number[] = [];
	let bad = 0;
	let sent = 0;
	const send = (line: Line, dueAt: number) => {
		line.dueAt = dueAt;
		line.socket.write(aVote(fans));
	};
	const onAnswer = (line: Line, chunk: Buffer) => {
		// An answer is small: it comes in one piece.
		times.push(performance.now() - line.dueAt);
		if (!chunk.includes('HTTP/1.1 200')) bad += 1;
		const next = overdue.shift();
		if (next === undefined) idle.push(line);
		else send(line, next);
	};
	for (let n = 0; n < connections; n += 1) {
		const line: Line = { socket: connect({ host: hostname, port: Number(port), noDelay: true }), dueAt: 0 };
		line.socket.on('data', (chunk: Buffer) => onAnswer(line, chunk));
		idle.push(line);
	}
	const all = [...idle];
	const total = Math.round(perSecond * seconds);
	const startedAt = performance.now();
	const timer = setInterval(() => {
		const due = Math.min(total, ((performance.now() - startedAt) * perSecond) / 1000);
		for (; sent < due; sent += 1) {
			const dueAt = startedAt + (sent * 1000) / perSecond;
			const line = idle.pop();
			if (line) send(line, dueAt);
			else overdue.push(dueAt);
		}
	}, TICK_MS);
	const giveUp = startedAt + seconds * 1000 + 10_000;
	while (times.length < total && performance.now() < giveUp) await pause(TICK_MS * 10);
	clearInterval(timer);
	for (const { socket } of all) socket.destroy();
	const good = times.length - bad;
	return {
		good,
		perSecond: good / seconds,
		bad: bad + total - times.length,
		p50Ms: quantile(times, 0.5),
		p99Ms: quantile(times, 0.99),
	};
}

function aVote(fans: number): string {
	const body = `{"artist_id":${any(ARTISTS)},"ticket_number":${any(5)}}`;
	const key = randomBytes(16).toString('base64url');
	return `POST /api/v1/rankings/vote/${RANKING} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${tokenOf(any(fans))}\r\nIdempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const any = (most: number): number => 1 + Math.floor(Math.random() * most);
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));
