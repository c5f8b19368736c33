/** More calls with a key than a process has room for: nginx refuses them, as deploy/nginx configures it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '#contract/problems.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { canRunNginx, startShippedNginx, type ShippedNginx } from '../../fixtures/processes/shipped-nginx.ts';
import { openSite, type Site } from '../../fixtures/site/site.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aBatchWaits, holdRankings } from '../../fixtures/voting/engine.ts';

const ROOM = 3;

describe.runIf(await canRunNginx())('behind nginx whose process has all the votes that it can take', () => {
	let site: Site;
	let nginx: ShippedNginx;
	let contest: Contest;
	let fans: Person[];

	beforeAll(async () => {
		site = await openSite({ env: { TRUST_PROXY: '127.0.0.1' } });
		contest = await aContest(site.owner, 'november');
		fans = await Promise.all(
			Array.from({ length: ROOM + 1 }, (_, n) => aPerson(site.owner, `fan ${n}`, { earned: 1_000 })),
		);
		const { port } = new URL(await site.app.listen({ port: 0, host: '127.0.0.1' }));
		nginx = await startShippedNginx([Number(port)], { keyedMax: ROOM });
	});
	afterAll(async () => {
		await nginx.close();
		await expectBooksToBalance(site.db);
		await site.close();
	});

	const vote = ({ token }: Person) =>
		fetch(`${nginx.address}/api/v1/rankings/vote/november`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'idempotency-key': aKey(), 'content-type': 'application/json' },
			body: JSON.stringify({ artist_id: contest.artistIds[0], ticket_number: 1 }),
		});

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
