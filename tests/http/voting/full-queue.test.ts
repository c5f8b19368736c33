/** Votes that find the queue full: refused before they are read, unless they have been sent before. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSecret } from '#server/kernel/caller.ts';
import { sql } from '#server/kernel/database.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { aBatchWaits, holdRankings } from '../../fixtures/voting/engine.ts';
import { aKey, beforeTests, openSite, type Person } from '../../fixtures/site/site.ts';

const ROOM = 2;

let people: Person[];

/** So few that all are made before the votes that fill the queue are given up, on a slow machine too. */
const requestsBurst = 20;
const voting = { queueMax: ROOM, batchMax: 1, requestsPerSecond: 1, requestsBurst };
const site = beforeTests(() => openSite({ listens: true, constants: { voting } }));
const contest = beforeTests(() => site.contest('november'));
beforeAll(async () => {
	people = await Promise.all(Array.from({ length: 6 }, (_, n) => site.fan(`fan ${n}`, { earned: 1_000 })));
});
afterAll(() => site.balances());

const vote = (token: string, more: { key?: string; isRetry?: boolean; tickets?: number } = {}) =>
	postVote(site.address, contest, { token, ...more });

/** One vote is under way, and as many wait as may. Two fans are left. */
async function fillQueue(isRetry: boolean) {
	const [first, second, third, one, other] = people as [Person, Person, Person, Person, Person];
	const release = await holdRankings(site.owner);
	const taken = [vote(first.token, { isRetry })];
	await aBatchWaits(site.owner);
	taken.push(vote(second.token, { isRetry }), vote(third.token, { isRetry }));
	await expect.poll(() => site.app.gauges.ballotsWaiting()).toBe(ROOM);
	return { release, taken, one, other };
}

const failedVotes = () => site.owner.query<{ key: string }>({ text: 'select idempotency_key as key from failed_vote' });

it('are told when to come again, and count once there is room', async () => {
	const { release, taken, one: late, other: later } = await fillQueue(false);

	const key = aKey();
	const refused = await vote(late.token, { key });
	expect(refused.status).toBe(503);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	expect(await refused.json()).toMatchObject({ code: 503, error: 'busy', data: null });
	// Nothing of it was looked at, not even whether there is such a fan or such an amount.
	expect((await vote(newSecret())).status).toBe(503);
	expect((await vote(later.token, { tickets: -1 })).status).toBe(503);
	// Who was refused is asked who it is.
	expect((await vote(newSecret(), { isRetry: true })).status).toBe(401);
	const again = aKey();
	expect((await vote(later.token, { key: again, isRetry: true })).status).toBe(503);
	await expect.poll(failedVotes).toEqual([{ key: again }]);

	await release();
	expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200]);
	expect((await vote(late.token, { key, isRetry: true })).status).toBe(200);
	expect(await sql`select from vote where idempotency_key = ${key}`.all(site.owner)).toHaveLength(1);
});

it('are refused to one account without an end, and others wait no longer for it', async () => {
	// Signed in here: a stranger gets no turn.
	for (const { token } of people) await site.ask({ path: '/user/me', token });
	// As retries, which may take the whole queue.
	const { release, taken, one: greedy, other: honest } = await fillQueue(true);
	const presses = [
		await vote(greedy.token),
		...(await Promise.all(Array.from({ length: 2 * requestsBurst }, () => vote(greedy.token)))),
	];
	const waits = presses.filter(({ status }) => status === 503).map(({ headers }) => Number(headers.get('retry-after')));
	// Above its rate it is refused for that.
	expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([429, 503]));
	expect(Math.max(...waits)).toBeLessThanOrEqual((waits[0] ?? 0) + 1);
	const late = await vote(honest.token);
	expect(late.status).toBe(503);
	// A second may begin between the two.
	expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual((waits[0] ?? 0) + 1);
	await release();
	expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200]);
});
