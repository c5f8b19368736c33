/**
 * Many connections that do nothing and as many live charts, on one process: it goes on answering, and each costs a
 * bounded amount of memory.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { openLine, type Line } from '../../fixtures/http/line.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { type ServerProcess, startServerProcess } from '../../../testkit/processes.ts';

const EACH = 500;
const AT_ONCE = 100;
/** More than measured, far less than what a body or an unread chart would be. */
const KILOBYTES_EACH_MAX = 64;

let server: ServerProcess;
const lines: Line[] = [];

const database = beforeTests(copyDatabase);
const contest = beforeTests(() => aContest(database.owner, 'november'));
beforeAll(async () => {
	server = await startServerProcess(database.url);
});
afterAll(async () => {
	for (const { socket } of lines) socket.destroy();
	await server.terminate();
});

const get = (path: string) => `GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const CHART = '/rankings/detail?ranking_key=november';
const LIVE = '/rankings/live?ranking_key=november';

/** A connection that has had its first answer. */
async function aConnection(path: string): Promise<Line> {
	const line = await openLine(Number(new URL(server.address).port));
	lines.push(line);
	line.write(get(path));
	await expect.poll(line.received, { timeout: 60_000 }).toContain(path === LIVE ? 'event: chart' : '"artist_list"');
	return line;
}

async function many(path: string): Promise<Line[]> {
	const all: Line[] = [];
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
	// The thread that renders pages starts with the process, and weighs as much as some hundred connections.
	expect((await fetch(server.address)).status).toBe(200);
	const before = await residentKilobytes();
	const idle = await many(CHART);
	const listening = await many(LIVE);
	const after = await residentKilobytes();
	const each = before === null || after === null ? 0 : (after - before) / (2 * EACH);
	console.info(`crowd: ${2 * EACH} connections, ${each.toFixed(1)} kB each`);
	expect(each).toBeLessThan(KILOBYTES_EACH_MAX);

	const fan = await aPerson(database.owner, 'voter', { earned: 1_000 });
	expect((await postVote(server.address, contest, { token: fan.token, tickets: 7 })).status).toBe(200);
	for (const { received } of listening) await expect.poll(received, { timeout: 60_000 }).toContain('"total_tickets":7');
	expect([...idle, ...listening].filter(({ socket }) => socket.destroyed)).toEqual([]);
	for (const { write } of idle.slice(0, 20)) write(get(CHART));
	for (const { received } of idle.slice(0, 20)) await expect.poll(received).toContain('"total_tickets":7');
});
