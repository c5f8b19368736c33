/** Charts as they move, over real connections. */
import { expect, it } from 'vitest';
import { getChart } from '#contract/rankings.ts';
import { listenTo, shown, totalOf } from '../../fixtures/http/live-chart.ts';
import { pauseContest, resumeContest } from '../../fixtures/voting/contests.ts';
import { beforeTests, dataOf, openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(() => openSite({ listens: true }));
const contest = beforeTests(() => site.contest('november'));
const fan = beforeTests(() => site.fan('listener', { earned: 100_000 }));

const listen = (key = 'november', lastEventId?: string) => listenTo(site.address, key, lastEventId);

const vote = async (artist: number, tickets: number) =>
	expect((await site.castVote(fan, contest, { artist, tickets })).status).toBe(200);

it('begins with the whole chart and goes on with what moves, until it is what everybody reads', async () => {
	const { response, events, stop } = await listen();
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
	expect(response.headers.get('cache-control')).toContain('no-store');
	await expect.poll(() => totalOf(events)).toBe(0);
	await vote(2, 5);
	await expect.poll(() => totalOf(events)).toBe(5);
	await vote(1, 7);
	await expect.poll(() => totalOf(events)).toBe(12);
	expect(events.map(({ event }) => event)).toEqual(['chart', ...events.slice(1).map(() => 'change')]);
	const inOrder = [1, 2, 0, 3].map((artist) => contest.artistIds[artist]);
	expect(shown(events).artist_list.map(({ artist_id }) => artist_id)).toEqual(inOrder);
	const read = async () =>
		dataOf(getChart, await site.ask({ path: '/rankings/detail?ranking_key=november' })).artist_list;
	await expect.poll(read).toEqual(shown(events).artist_list);
	await stop();
});

it('is answered alike for the first who listens and for all others', async () => {
	const first = await listen();
	const second = await listen();
	const headersOf = ({ response }: typeof first) =>
		[...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
	expect(headersOf(second)).toEqual(headersOf(first));
	await expect.poll(() => second.events).toEqual(first.events);
	expect(second.events).toHaveLength(1);
	await Promise.all([first.stop(), second.stop()]);
});

it('goes on where it was lost, begins anew where that is not known, and says nothing twice', async () => {
	const staying = await listen();
	const first = await listen();
	await expect.poll(() => first.events.length).toBeGreaterThan(0);
	const last = first.events.at(-1)?.id ?? '';
	const before = totalOf(first.events);
	await first.stop();
	await vote(0, 1);
	await expect.poll(() => totalOf(staying.events)).toBe(before + 1);
	await vote(0, 2);
	await expect.poll(() => totalOf(staying.events)).toBe(before + 3);

	const again = await listen('november', last);
	await expect.poll(() => again.events.length).toBeGreaterThan(0);
	await expect.poll(() => again.events.at(-1)?.id).toBe(staying.events.at(-1)?.id);
	expect(again.events.every(({ event }) => event === 'change')).toBe(true);
	expect(totalOf([...first.events, ...again.events])).toBe(before + 3);

	const lost = await listen('november', 'unheard-of');
	await expect.poll(() => lost.events[0]?.event).toBe('chart');

	const upToDate = await listen('november', staying.events.at(-1)?.id);
	await vote(0, 1);
	await expect.poll(() => upToDate.events.length).toBeGreaterThan(0);
	expect(upToDate.events[0]?.event).toBe('change');
	await Promise.all([staying, again, lost, upToDate].map((one) => one.stop()));
});

it('tells of a pause and of the voting after it', async () => {
	const { events, stop } = await listen();
	const status = () => (events.length === 0 ? '' : shown(events).ranking_config.status);
	await expect.poll(status).toBe('ongoing');
	await pauseContest(site.db, contest);
	await expect.poll(status).toBe('paused');
	await resumeContest(site.db, contest);
	await expect.poll(status).toBe('ongoing');
	await stop();
});

it('answers who asks for its headers alone, with a listener there and without', async () => {
	const url = `${site.address}/api/v1/rankings/live?ranking_key=november`;
	const heads = async () => {
		const response = await fetch(url, { method: 'HEAD' });
		return [response.status, response.headers.get('content-type'), await response.text()];
	};
	const streams = [200, 'text/event-stream; charset=utf-8', ''];
	expect(await heads()).toEqual(streams);
	const { events, stop } = await listen();
	await expect.poll(() => events.length).toBe(1);
	expect(await heads()).toEqual(streams);
	await stop();
});

it('is refused in the envelope to an address that has its share, by memory and by router alike, and to all where there are too many', async () => {
	const crowded = await openSite({
		database: site,
		listens: true,
		env: { TRUST_PROXY: 'loopback' },
		constants: { limits: { streams: 3, streamsPerAddress: 2 } },
	});
	const url = `${crowded.address}/api/v1/rankings/live?ranking_key=november`;
	const from = (visitor: string, range?: string) => {
		const abort = new AbortController();
		const headers = { 'x-forwarded-for': visitor, ...(range ? { range } : {}) };
		return fetch(url, { headers, signal: abort.signal }).then((response) => ({ response, abort }));
	};
	const held = [await from('203.0.113.7'), await from('203.0.113.7')];
	const refused = [await from('203.0.113.7'), await from('203.0.113.7', 'bytes=0-')];
	for (const { response } of refused) {
		expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
		expect(await response.json()).toMatchObject({ code: 429, error: 'too_many_requests', data: null });
	}
	const other = await from('203.0.113.8');
	expect(other.response.status).toBe(200);
	const late = (await from('203.0.113.9')).response;
	expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
	held[0]?.abort.abort();
	await expect.poll(async () => (await from('203.0.113.7')).response.status).toBe(200);
	await crowded.app.close();
});

it('shows what was voted at another process, and does not keep its own from closing', async () => {
	const other = await openSite({ database: site, listens: true });
	const { events, hasEnded } = await listenTo(other.address, 'november');
	await expect.poll(() => events.length).toBe(1);
	const before = totalOf(events);
	await vote(0, 3);
	await expect.poll(() => totalOf(events)).toBe(before + 3);
	await other.app.close();
	await expect.poll(hasEnded).toBe(true);
});
