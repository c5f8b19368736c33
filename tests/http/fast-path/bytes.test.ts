/**
 * The front and Node's own server are given the same bytes: they must see the same requests, answer alike and end the
 * same connections. FUZZ_BYTES sets how many byte strings, FUZZ_SEED where they begin.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, it } from 'vitest';
import { openFront } from '#server/http/fast-path/front.ts';
import { choiceOf, headersOf, type Prepared } from '#server/kernel/prepared.ts';
import { byteStrings, chancesOf } from '../../fixtures/http/http-bytes.ts';
import { type Wire, wireTo } from '../../fixtures/http/wires.ts';

const COUNT = Number(process.env['FUZZ_BYTES'] || 100_000);
const SEED = Number(process.env['FUZZ_SEED'] || Date.now() % 2 ** 31);
/** Connections that are open at once. */
const AT_ONCE = 250;
/** Turns of the event loop after which nothing moves any more. */
const TURNS = 6;

interface Seen {
	method: string | undefined;
	url: string | undefined;
	headers: unknown;
	/** Null: it never came to its end. */
	body: string | null;
}

const prepared: Prepared = {
	etag: 'W/"tag"',
	bodies: { plain: Buffer.from('plain'), gzip: Buffer.from('zipped'), br: Buffer.from('packed') },
};
const isReady = (path: string) => path === '/ready/1' || path === '/ready/2';
const headersOfACall = ({ authorization, host, ...headers }: IncomingMessage['headers']) => ({
	authorization,
	host,
	key: headers['idempotency-key'],
	type: headers['content-type'],
});

/** Requests seen, by connection. */
const seenOn = new WeakMap<object, Seen[]>();
const note = (wire: object, seen: Seen) => void seenOn.get(wire)?.push(seen);

function handle(request: IncomingMessage, response: ServerResponse): void {
	const { method, url = '', headers, rawHeaders, socket } = request;
	const quick = (method === 'GET' && (isReady(url) || url.startsWith('/stream/'))) || url.startsWith('/take/');
	const ofACall = method === 'POST' && url.startsWith('/take/') ? headersOfACall(headers) : null;
	const seen: Seen = { method, url, headers: quick ? ofACall : rawHeaders, body: null };
	note(socket, seen);
	if (quick && url.startsWith('/stream/')) {
		response.removeHeader('transfer-encoding');
		response.writeHead(299, { connection: 'close' }).write('stream');
		return;
	}
	let body = '';
	request.setEncoding('latin1').on('data', (part: string) => (body += part));
	request.on('end', () => {
		seen.body = ofACall ? asJson(body) : body;
		const choice = choiceOf(prepared, headers);
		if (!quick || ofACall || method !== 'GET') response.writeHead(200, { 'content-length': 0 }).end();
		else if (choice === 'not modified') response.writeHead(304).end();
		else response.writeHead(200, headersOf(prepared, choice, '')).end(prepared.bodies[choice]);
	});
}

const EVERYBODY = { connectionsMax: Infinity, admitConnection: () => () => undefined };

let delay = 0;

/** A server for one connection at a time, because the front does not name the connection of a request. */
interface Seat {
	server: Server;
	/** Requests seen on the current connection. */
	seen: Seen[];
}

function openFrontSeat(): Seat {
	const front = openFront({}, EVERYBODY);
	const seat: Seat = { server: front.serverFactory(handle), seen: [] };
	front.answer((path) => {
		if (!isReady(path)) return null;
		seat.seen.push({ method: 'GET', url: path, headers: null, body: '' });
		return { prepared, cacheControl: '' };
	});
	front.stream(({ path }) => {
		if (!path.startsWith('/stream/')) return null;
		seat.seen.push({ method: 'GET', url: path, headers: null, body: null });
		return (socket) => void socket.write('HTTP/1.1 299 stream\r\n\r\n');
	});
	front.take(({ path, headers, body }) => {
		if (!path.startsWith('/take/')) return null;
		seat.seen.push({ method: 'POST', url: path, headers: headersOfACall(headers), body: JSON.stringify(body) });
		delay += 1;
		return turns(delay % 3).then(() => 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
	});
	return seat;
}

const fronts = Array.from({ length: AT_ONCE }, openFrontSeat);
const nodes = Array.from({ length: AT_ONCE }, (): Seat => ({ server: createServer(handle), seen: [] }));
afterAll(() => {
	for (const { server } of [...fronts, ...nodes]) server.closeAllConnections();
});

async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
}

interface Outcome {
	seen: Seen[];
	/** Status and encoding of each answer. */
	answers: string[];
	closed: boolean | 'streams';
}

/** Sends each case on a connection of its own; piece by piece, so that answers come between. */
async function outcomesOn(seats: readonly Seat[], cases: readonly string[][]): Promise<Outcome[]> {
	const open = cases.map((pieces, index) => {
		const seat = seats[index] as Seat;
		const wire = wireTo(seat.server);
		seenOn.set(wire, (seat.seen = []));
		return { pieces, wire, seen: seat.seen };
	});
	const most = Math.max(...cases.map((pieces) => pieces.length));
	for (let piece = 0; piece < most; piece += 1) {
		for (const { wire, pieces } of open) {
			const bytes = pieces[piece] ?? '';
			if (bytes !== '' && !wire.endedByServer) wire.push(Buffer.from(bytes, 'latin1'));
		}
		// Sometimes two pieces arrive before anybody looks.
		if (piece % 3 > 0) await turns(TURNS);
	}
	await turns(TURNS);
	const outcomes = open.map(({ wire, seen }) => outcomeOf(wire, seen));
	for (const { wire } of open) wire.destroy();
	return outcomes;
}

function outcomeOf(wire: Wire, seen: readonly Seen[]): Outcome {
	const stream = seen.findIndex(({ method, url }) => method === 'GET' && url?.startsWith('/stream/'));
	// No client reads responses that follow a stream.
	const told = stream === -1 ? [...seen] : seen.slice(0, stream + 1);
	const answers = wire.written
		.split(/(?=HTTP\/1\.1 \d{3})/)
		.filter((answer) => answer !== '')
		.map((answer) => `${answer.slice(9, 12)} ${/content-encoding: (\w+)/i.exec(answer)?.[1] ?? ''}`);
	return {
		seen: told,
		answers: stream === -1 ? answers : [],
		closed: stream === -1 ? wire.endedByServer : 'streams',
	};
}

/** A call's body as its handler gets it: text of the same value is the same. */
function asJson(body: string): string {
	try {
		return JSON.stringify(JSON.parse(Buffer.from(body, 'latin1').toString()));
	} catch {
		return body;
	}
}

/**
 * Node's server ends a connection at the first bytes that are no HTTP, also where an earlier request waits for its
 * answer; the front first answers a call that it has begun. Up to there both must have seen the same.
 */
function asFarAsBothWent(our: Outcome, their: Outcome): [Outcome, Outcome] {
	if (our.closed === false || our.closed !== their.closed) return [our, their];
	const cut = their.seen.map(({ body }) => body === null);
	const seen = our.seen.map((one, index) => (cut[index] ? { ...one, body: null } : one));
	const [ours, theirs] = [our, their].map(answersOf) as [Answers, Answers];
	const [given, further] = [ours.given.slice(0, theirs.given.length), ours.given.slice(theirs.given.length)];
	// Node answers `Expect` at the head, and writes no refusal behind an answer that has begun.
	const refusal = further.includes(EXPECTATION_FAILED) && ours.refusal.length === 0 ? theirs.refusal : ours.refusal;
	return [
		{ ...our, seen, answers: [...given, ...refusal] },
		{ ...their, answers: [...theirs.given, ...theirs.refusal] },
	];
}

const EXPECTATION_FAILED = '417 ';

interface Answers {
	/** To requests that were understood. */
	given: string[];
	/** To bytes that are no HTTP. */
	refusal: string[];
}

function answersOf({ answers }: Outcome): Answers {
	const refused = (one: string) => one.startsWith('4') && one !== EXPECTATION_FAILED;
	return { given: answers.filter((one) => !refused(one)), refusal: answers.filter(refused) };
}

async function expectAlike(cases: readonly string[][], seedOf: (index: number) => string): Promise<void> {
	const [ours, theirs] = [await outcomesOn(fronts, cases), await outcomesOn(nodes, cases)];
	for (const [index, outcome] of ours.entries()) {
		const [our, their] = asFarAsBothWent(outcome, theirs[index] as Outcome);
		if (JSON.stringify(our) === JSON.stringify(their)) continue;
		expect(our, `${seedOf(index)} ${JSON.stringify(cases[index])}`).toEqual(their);
	}
}

it('sees what Node sees in the byte strings that once were read otherwise', async () => {
	const text = await readFile(new URL('bytes-cases.json', import.meta.url), 'utf8');
	const cases = JSON.parse(text) as { why: string; pieces: string[] }[];
	for (const { why, pieces } of cases) await expectAlike([pieces], () => why);
});

it(`sees what Node sees in ${COUNT.toLocaleString('en')} byte strings made from HTTP's grammar, seed ${SEED}`, async () => {
	const startedAt = performance.now();
	let requests = 0;
	for (let from = 0; from < COUNT; from += AT_ONCE) {
		const seeds = Array.from({ length: Math.min(AT_ONCE, COUNT - from) }, (_, index) => SEED + from + index);
		const cases = seeds.map((seed) => byteStrings(chancesOf(seed)));
		await expectAlike(cases, (index) => `FUZZ_SEED=${seeds[index]} FUZZ_BYTES=1:`);
		requests += cases.length;
	}
	const seconds = (performance.now() - startedAt) / 1000;
	console.info(`front-bytes: ${requests} byte strings from seed ${SEED} in ${seconds.toFixed(1)} s`);
});
