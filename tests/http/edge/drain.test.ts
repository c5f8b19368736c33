/** A process that is about to stop: it says so, answers everybody once more, and keeps no connection. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openDrain } from '#server/http/health.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aKey, aPerson } from '../../fixtures/accounts/people.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const CHART = '/api/v1/rankings/detail?ranking_key=november';
const LIVE = '/api/v1/rankings/live?ranking_key=november';
/** Long enough for all that the test does meanwhile. */
const DRAIN_MS = 2_000;

const drain = openDrain();

const site = beforeTests(() => openSite({ drain, listens: true }));
const contest = beforeTests(() => aContest(site.owner, 'november'));
const fan = beforeTests(() => aPerson(site.owner, 'a fan', { earned: 100 }));

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: site\r\n\r\n`;

function vote(): string {
	const body = JSON.stringify({ artist_id: contest.artistIds[0], ticket_number: 1 });
	const headers = [
		`authorization: Bearer ${fan.token}`,
		`idempotency-key: ${aKey()}`,
		'content-type: application/json',
		`content-length: ${body.length}`,
	];
	return `POST /api/v1/rankings/vote/november HTTP/1.1\r\nhost: site\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

/** A connection like a proxy's: it has had its first answer, and stays open. */
async function aKeptConnection() {
	const socket = connect(site.port, '127.0.0.1');
	socket.write(get(CHART));
	await new Promise((resolve) => void socket.once('data', resolve));
	return {
		/** Sends a request, and returns everything until the server has closed the connection. */
		lastAnswer(request: string): Promise<string> {
			socket.write(request);
			return text(socket);
		},
	};
}

it('drains: not ready, one more answer on each connection, and live charts end with a word', async () => {
	const [reader, voter] = [await aKeptConnection(), await aKeptConnection()];
	const live = await fetch(site.address + LIVE);
	const heard = live.text();

	const drained = drain.begin(DRAIN_MS);
	for (const probe of ['/readyz', '/healthz']) expect((await fetch(site.address + probe)).status).toBe(503);
	for (const answer of [reader.lastAnswer(get(CHART)), voter.lastAnswer(vote())]) {
		expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nconnection: close\r\n/i);
	}
	expect(await heard).toMatch(/retry: 100\n\n$/);
	const refused = await fetch(site.address + LIVE);
	expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([503, 'busy']);
	const page = await fetch(site.address + CHART);
	expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
	await drained;
	expect(await site.db.query({ text: 'select tickets from vote' })).toHaveLength(1);
});
