/** Limits that the processes of a site share through Redis, and what happens without it. */
import { describe, expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { canRunRedis, startRedis } from '../../fixtures/processes/real-redis.ts';
import { aTinyRedis } from '../../fixtures/processes/tiny-redis.ts';
import { openSite, type Site } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const LIMIT = 30;

const database = beforeTests(copyDatabase);

const openProcess = (url: string, env: Record<string, string> = {}) =>
	openSite({ database, env: { REDIS_URL: url, ...env } });

/** Asks until the process refuses, and returns how often it was asked before. */
async function letThrough(ask: () => Promise<{ status: number }>): Promise<number> {
	let asked = 0;
	// Between two requests, a process has the time to hear of the others.
	const next = async () => {
		asked += 1;
		return (await ask()).status;
	};
	await expect.poll(next, { timeout: 15_000, interval: 1 }).toBe(429);
	return asked - 1;
}

const nowhere = (site: Site) => () => site.ask({ path: '/nowhere' });
const order = (site: Site, token: string) => () => site.ask({ path: '/orders/create', token, body: { goods_id: 1 } });

/** The clock of a test's database is no shipped one, so it is never ready. */
const degraded = async (site: Site): Promise<string[]> =>
	(await site.app.inject('/readyz')).json<{ degraded: string[] }>().degraded;

const servers: { name: string; start: () => Promise<{ url: string; stop: () => Promise<void> }> }[] = [
	{ name: 'a stand-in', start: aTinyRedis },
];
if (await canRunRedis()) servers.push({ name: 'a real server', start: startRedis });

describe.each(servers)('two processes with $name', ({ start }) => {
	it.each(['READS_PER_MINUTE', 'MONEY_PER_MINUTE'])('share %s', async (name) => {
		const redis = await start();
		const env = { [name]: String(LIMIT) };
		const [one, other] = [await openProcess(redis.url, env), await openProcess(redis.url, env)];
		const { token } = await aPerson(database.owner, `${name} ${redis.url}`);
		const count = (site: Site) => letThrough(name === 'MONEY_PER_MINUTE' ? order(site, token) : nowhere(site));
		expect(await count(one)).toBe(LIMIT);
		// Each process learns of the others with its first request.
		expect(await count(other)).toBeLessThan(LIMIT / 2);
		await Promise.all([one.close(), other.close()]);
		await redis.stop();
	});
});

it('a site starts, serves and counts without Redis, says so, and shares again when it is back', async () => {
	const redis = await aTinyRedis();
	await redis.stop();
	const site = await openProcess(redis.url, { READS_PER_MINUTE: String(LIMIT) });
	const contest = await aContest(database.owner, 'november');
	const fan = await aPerson(database.owner, 'a voter', { earned: 100 });
	const body = { artist_id: contest.artistIds[0], ticket_number: 1 };
	const vote = () => site.ask({ path: '/rankings/vote/november', token: fan.token, body });
	expect([(await site.app.inject('/')).statusCode, (await vote()).status]).not.toContain(500);
	expect((await vote()).status).toBe(200);
	await expect.poll(() => degraded(site)).toEqual([expect.stringContaining('Redis does not answer')]);
	expect(await letThrough(nowhere(site))).toBeLessThanOrEqual(LIMIT);
	expect((await vote()).status).toBe(200);
	await redis.start();
	await expect.poll(() => degraded(site)).toEqual([]);
	await site.close();
	await redis.stop();
});
