/**
 * Many connections that do nothing and as many live charts, on one process: it goes on answering, and each costs a
 * bounded amount of memory. CROWD_CONNECTIONS sets how many of each.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aContest } from '../../fixtures/voting/contests.ts';
import { copyDatabase, type TestDatabase } from '../../fixtures/database/database.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { type ServerProcess, startServerProcess } from '../../../testkit/processes.ts';

const EACH = Number(process.env['CROWD_CONNECTIONS'] || 500);
const AT_ONCE = 100;
/** More than measured, far less than what a body or an unread chart would be. */
const KILOBYTES_EACH_MAX = 64;

let database: TestDatabase;
let server: ServerProcess;
const sockets: Socket[] = [];

beforeAll(async () => {
	database = await copyDatabase();
	await aContest(database.owner, 'november');
	server = await startServerProcess(database.url, {
		READS_PER_MINUTE: '1000000',
		CONNECTIONS_MAX: '1000000',
	});
});
afterAll(async () => {
	for (const socket of sockets) socket.destroy();
	await server.terminate();
	await database.drop();
});

const get = (path: string) => `GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const CHART = '/rankings/detail?ranking_key=november';
const LIVE = '/rankings/live?ranking_key=november';

/** A connection that has had its first answer. */
async function aConnection(path: string) {
	const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
	let text = '';
	socket.on('data', (chunk: Buffer) => (text = (text + chunk.toString('latin1')).slice(-4_000)));
	await once(socket, 'connect');
	sockets.push(socket);
	socket.write(get(path));
	await expect.poll(() => text, { timeout: 60_000 }).toContain(path === LIVE ? 'event: chart' : '"artist_list"');
	return { socket, text: () => text };
}

async function many(path: string): Promise<{ socket: Socket; text: () => string }[]> {
	const all: { socket: Socket; text: () => string }[] = [];
	while (all.length < EACH) {
		const next = Math.min(AT_ONCE, EACH - all.length);
		all.push(...(await Promise.all(Array.from({ length: next }, () => aConnection(path)))));
	}
	return all;
}

/** Null where the system does not tell. */
async function residentKilobytes(): Promise<number | null> {
	const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => '');
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) || null;
}

it(`${EACH} idle connections and ${EACH} live charts are held, and everybody goes on being served`, async () => {
	await aConnection(CHART);
	const before = await residentKilobytes();
	const idle = await many(CHART);
	const listening = await many(LIVE);
	const after = await residentKilobytes();
	const each = before === null || after === null ? 0 : (after - before) / (2 * EACH);
	console.info(`crowd: ${2 * EACH} connections, ${each.toFixed(1)} kB each`);
	expect(each).toBeLessThan(KILOBYTES_EACH_MAX);

	const fan = await aPerson(database.owner, 'voter', { earned: 1_000 });
	const [artist] = await database.owner.query<{ id: number }>({ text: 'select min(artist_id) as id from artist' });
	const response = await fetch(`${server.address}/api/v1/rankings/vote/november`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${fan.token}` },
		body: JSON.stringify({ artist_id: artist?.id, ticket_number: 7 }),
	});
	expect(response.status).toBe(200);
	for (const { text } of listening) await expect.poll(text, { timeout: 60_000 }).toContain('"total_tickets":7');
	expect([...idle, ...listening].filter(({ socket }) => socket.destroyed)).toEqual([]);
	for (const { socket } of idle.slice(0, 20)) socket.write(get(CHART));
	for (const { text } of idle.slice(0, 20)) await expect.poll(text).toContain('"total_tickets":7');
});
