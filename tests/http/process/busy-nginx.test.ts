/** More calls with a key than a process has room for: nginx refuses them, as deploy/nginx configures it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '#contract/problems.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { canRunNginx, startShippedNginx } from '../../fixtures/processes/shipped-nginx.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aBatchWaits, holdRankings } from '../../fixtures/voting/engine.ts';

const ROOM = 3;

describe.runIf(await canRunNginx())('behind nginx whose process has all the votes that it can take', () => {
	let fans: Person[];

	const site = beforeTests(() => openSite({ listens: true, env: { TRUST_PROXY: '127.0.0.1' } }));
	const contest = beforeTests(() => aContest(site.owner, 'november'));
	beforeAll(async () => {
		fans = await Promise.all(
			Array.from({ length: ROOM + 1 }, (_, n) => aPerson(site.owner, `fan ${n}`, { earned: 1_000 })),
		);
	});
	const nginx = beforeTests(() => startShippedNginx([site.port], { keyedMax: ROOM }));
	afterAll(() => expectBooksToBalance(site.db));

	const vote = (fan: Person) => postVote(nginx.address, contest, fan);

	it('the next one is told when to come again, reads go on, and all votes that were taken count', async () => {
		const [late, ...early] = fans as [Person, ...Person[]];
		const release = await holdRankings(site.owner);
		const [first, ...others] = early as [Person, ...Person[]];
		const taken = [vote(first)];
		await aBatchWaits(site.owner);
		taken.push(...others.map(vote));
		await expect.poll(() => site.app.gauges.ballotsWaiting()).toBe(others.length);
		const refused = await vote(late);
		expect(refused.status).toBe(503);
		expect(refused.headers.get('retry-after')).toBe('3');
		expect(refused.headers.get('cache-control')).toBe('no-store');
		const { status, message } = problems.busy;
		expect(await refused.json()).toEqual({ code: status, message, data: null, error: 'busy' });
		expect((await fetch(`${nginx.address}/api/v1/rankings/detail?ranking_key=november`)).status).toBe(200);
		await release();
		expect((await Promise.all(taken)).map((answer) => answer.status)).toEqual(taken.map(() => 200));
		expect((await vote(late)).status).toBe(200);
	});
});
