/** Votes that find the queue full: refused before they are read, unless they have been sent before. */
import { afterAll, expect, it } from 'vitest';
import { newSecret } from '#server/kernel/caller.ts';
import { sql } from '#server/kernel/database.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { aBatchWaits, holdRankings } from '../../fixtures/voting/engine.ts';
import { aKey, beforeTests, openSite, type Person } from '../../fixtures/site/site.ts';

const ROOM = 2;

/** Of a burst that is less than one account presses. */
const requestsBurst = 20;
const voting = { queueMax: ROOM, batchMax: 1, requestsPerSecond: 1, requestsBurst };
const site = beforeTests(() => openSite({ listens: true, constants: { voting } }));
const contest = beforeTests(() => site.contest('november'));
afterAll(() => site.balances());

const vote = (token: string, more: { key?: string; isRetry?: boolean; tickets?: number } = {}) =>
	postVote(site.address, contest, { token, ...more });

const failedVotes = () => site.owner.query<{ key: string }>({ text: 'select idempotency_key as key from failed_vote' });

it('are told when to come again, and count once there is room', async () => {
	const people = await Promise.all([1, 2, 3, 4, 5].map((n) => site.fan(`fan ${n}`, { earned: 1_000 })));
	const [first, second, third, late, later] = people as [Person, Person, Person, Person, Person];
	const release = await holdRankings(site.owner);
	// One vote is under way, and as many wait as may.
	const taken = [vote(first.token)];
	await aBatchWaits(site.owner);
	taken.push(vote(second.token), vote(third.token));
	await expect.poll(() => site.app.gauges.ballotsWaiting()).toBe(ROOM);

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
	// Who is known here is refused for the rate, too.
	await site.ask({ path: '/user/me', token: later.token });
	const presses = await Promise.all(Array.from({ length: 2 * requestsBurst }, () => vote(later.token)));
	expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([429, 503]));

	await release();
	expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200]);
	expect((await vote(late.token, { key, isRetry: true })).status).toBe(200);
	expect(await sql`select from vote where idempotency_key = ${key}`.all(site.owner)).toHaveLength(1);
});
