/**
 * Fans' devices that press the button at a given rate, whatever the server does. Each vote is timed from its press, so that a
 * server that stalls is charged for all who wait. Plain sockets: an HTTP client would be what is measured.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { PATIENCE_MS, pauseAfter } from '#client/resend.ts';
import { RETRY_HEADER } from '#contract/voting.ts';
import { quantile } from '../../testkit/quantile.ts';
import { ARTISTS, FANS, RANKING, tokenOf } from './ground.ts';

export interface Crowd {
	perSecond: number;
	seconds: number;
	/** Requests under way at most: a balancer holds back what is above. */
	connections?: number;
	/** So many of the ground's fans vote. */
	fans?: number;
	/** Sends a refused vote again, as the fans' app does. */
	resends?: boolean;
}

export interface Fate {
	pressed: number;
	cast: number;
	/** Answers other than 200. */
	refused: number;
	/** Refused for good, or never answered. */
	gaveUp: number;
	/** Votes cast in the seconds of the crowd, each second from the second one on. */
	castPerSecond: number;
	/** From the press to the answer "cast", refusals and pauses included. */
	p50Ms: number;
	p99Ms: number;
}

interface Vote {
	pressedAt: number;
	text: string;
	failures: number;
	givesUpAt: number | null;
}

interface Line {
	socket: Socket;
	vote: Vote | null;
}

const TICK_MS = 1;
/** Answers that come later than this after the last press do not count. */
const LATEST_MS = 60_000;

/** Resolves when every vote has ended. */
export async function pressVotes(
	address: string,
	{ perSecond, seconds, connections = 256, fans = FANS, resends = false }: Crowd,
): Promise<Fate> {
	const { hostname, port } = new URL(address);
	const idle: Line[] = [];
	const all: Line[] = [];
	const waiting: Vote[] = [];
	const waits: number[] = [];
	const fate = { pressed: 0, cast: 0, refused: 0, gaveUp: 0 };
	let castInTime = 0;
	const startedAt = performance.now();
	const endsAt = startedAt + seconds * 1000;
	const countsFrom = startedAt + 1000;

	function open(): Line {
		const line: Line = { socket: connect({ host: hostname, port: Number(port), noDelay: true }), vote: null };
		line.socket.on('data', (chunk: Buffer) => answered(line, chunk.toString('latin1')));
		line.socket.on('error', () => undefined);
		line.socket.on('close', () => line.vote && again(line.vote, undefined));
		all.push(line);
		return line;
	}

	function send(vote: Vote): void {
		const line = idle.pop() ?? (all.length < connections ? open() : null);
		if (!line) return void waiting.push(vote);
		line.vote = vote;
		const retry = vote.failures > 0 ? `${RETRY_HEADER}: 1\r\n` : '';
		line.socket.write(vote.text.replace('\r\n\r\n', `\r\n${retry}\r\n`));
	}

	/** An answer is small: it comes in one piece. */
	function answered(line: Line, text: string): void {
		const { vote } = line;
		line.vote = null;
		idle.push(line);
		if (vote && text.startsWith('HTTP/1.1 200')) {
			const now = performance.now();
			fate.cast += 1;
			if (now >= countsFrom && now < endsAt) castInTime += 1;
			waits.push(now - vote.pressedAt);
		} else if (vote) {
			fate.refused += 1;
			again(vote, /\r\nretry-after: (\d+)/i.exec(text)?.[1]);
		}
		const next = waiting.shift();
		if (next) send(next);
	}

	function again(vote: Vote, asked: string | undefined): void {
		const now = performance.now();
		vote.givesUpAt ??= now + PATIENCE_MS;
		const pause = pauseAfter({
			before: vote.failures,
			retryAfter: asked === undefined ? undefined : Number(asked),
			leftMs: vote.givesUpAt - now,
			random: Math.random(),
		});
		vote.failures += 1;
		if (!resends || pause === null) fate.gaveUp += 1;
		else setTimeout(() => send(vote), pause);
	}

	const total = Math.round(perSecond * seconds);
	await new Promise<void>((done) => {
		const timer = setInterval(() => {
			const due = Math.min(total, ((performance.now() - startedAt) * perSecond) / 1000);
			for (; fate.pressed < due; fate.pressed += 1) {
				const pressedAt = startedAt + (fate.pressed * 1000) / perSecond;
				send({ pressedAt, text: aVote(fans), failures: 0, givesUpAt: null });
			}
			if (fate.cast + fate.gaveUp < total && performance.now() < endsAt + LATEST_MS) return;
			clearInterval(timer);
			done();
		}, TICK_MS);
	});
	for (const line of all) {
		line.vote = null;
		line.socket.destroy();
	}
	fate.gaveUp = total - fate.cast;
	const castPerSecond = castInTime / (seconds - 1);
	return { ...fate, castPerSecond, p50Ms: quantile(waits, 0.5), p99Ms: quantile(waits, 0.99) };
}

function aVote(fans: number): string {
	const body = `{"artist_id":${any(ARTISTS)},"ticket_number":${any(5)}}`;
	const key = randomBytes(16).toString('base64url');
	return `POST /api/v1/rankings/vote/${RANKING} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${tokenOf(any(fans))}\r\nIdempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const any = (most: number): number => 1 + Math.floor(Math.random() * most);
