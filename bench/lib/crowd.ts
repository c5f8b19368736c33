/**
 * Fans' devices that press the button at a given rate, whatever the server does. Each vote is timed from its press, so that a
 * server that stalls is charged for all who wait. Plain sockets: an HTTP client would be what is measured.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { quantile } from '../../testkit/quantile.ts';
import { ARTISTS, FANS, RANKING, tokenOf } from './ground.ts';

export interface Crowd {
	perSecond: number;
	seconds: number;
}

export interface Fate {
	cast: number;
	/** Refused, or never answered. */
	gaveUp: number;
	/** From the press to the answer. */
	p99Ms: number;
}

interface Vote {
	pressedAt: number;
	text: string;
}

interface Line {
	socket: Socket;
	vote: Vote | null;
}

/** Requests under way at most: a balancer holds back what is above. */
const CONNECTIONS = 256;
const TICK_MS = 1;
/** Answers that come later than this after the last press do not count. */
const LATEST_MS = 60_000;

/** Resolves when every vote has ended. */
export async function pressVotes(address: string, { perSecond, seconds }: Crowd): Promise<Fate> {
	const { hostname, port } = new URL(address);
	const idle: Line[] = [];
	const all: Line[] = [];
	const waiting: Vote[] = [];
	const waits: number[] = [];
	let [pressed, ended] = [0, 0];
	const startedAt = performance.now();

	function open(): Line {
		const line: Line = { socket: connect({ host: hostname, port: Number(port), noDelay: true }), vote: null };
		line.socket.on('data', (chunk: Buffer) => answered(line, chunk.toString('latin1')));
		line.socket.on('error', () => undefined);
		line.socket.on('close', () => line.vote && (ended += 1));
		all.push(line);
		return line;
	}

	function send(vote: Vote): void {
		const line = idle.pop() ?? (all.length < CONNECTIONS ? open() : null);
		if (!line) return void waiting.push(vote);
		line.vote = vote;
		line.socket.write(vote.text);
	}

	/** An answer is small: it comes in one piece. */
	function answered(line: Line, text: string): void {
		const { vote } = line;
		line.vote = null;
		idle.push(line);
		ended += 1;
		if (vote && text.startsWith('HTTP/1.1 200')) waits.push(performance.now() - vote.pressedAt);
		const next = waiting.shift();
		if (next) send(next);
	}

	const total = Math.round(perSecond * seconds);
	await new Promise<void>((done) => {
		const timer = setInterval(() => {
			const due = Math.min(total, ((performance.now() - startedAt) * perSecond) / 1000);
			for (; pressed < due; pressed += 1) {
				const pressedAt = startedAt + (pressed * 1000) / perSecond;
				send({ pressedAt, text: aVote() });
			}
			if (ended < total && performance.now() < startedAt + seconds * 1000 + LATEST_MS) return;
			clearInterval(timer);
			done();
		}, TICK_MS);
	});
	for (const line of all) {
		line.vote = null;
		line.socket.destroy();
	}
	return { cast: waits.length, gaveUp: total - waits.length, p99Ms: quantile(waits, 0.99) };
}

function aVote(): string {
	const body = `{"artist_id":${any(ARTISTS)},"ticket_number":${any(5)}}`;
	const key = randomBytes(16).toString('base64url');
	return `POST /api/v1/rankings/vote/${RANKING} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${tokenOf(any(FANS))}\r\nIdempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const any = (most: number): number => 1 + Math.floor(Math.random() * most);
