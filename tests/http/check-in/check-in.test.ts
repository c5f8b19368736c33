/** The daily check-in over HTTP, on a real database and with the clock in hand. */
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { aKey, type Answer, beforeTests, openSite, type Person, type Site } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
afterEach(async () => {
	await site.clock.run();
	await setZone('Asia/Seoul');
});
afterAll(() => site.balances());

async function setZone(zone: string): Promise<void> {
	await site.owner.query({ text: 'update site_setting set timezone = $1', values: [zone] });
}

const claim = (person: Person, { key, at = site }: { key?: string | undefined; at?: Site } = {}): Promise<Answer> =>
	at.ask({ path: '/checkin', token: person.token, body: {}, headers: key ? { 'idempotency-key': key } : {} });

const config = async (person?: Person) => {
	const { body } = await site.ask({ path: '/checkin/config', token: person?.token });
	return body.data as {
		checkin_configs: { sequence: number; gem_number: number; is_checked: boolean }[];
		current_sequence: number;
		today_checked: boolean;
	};
};

async function claimsOf({ fanId }: Person): Promise<{ day: string; sequence: number; gems: number }[]> {
	return sql`select day, sequence, gems from check_in where fan_id = ${fanId} order by day`.all(site.db);
}

describe('a fan', () => {
	it('sees seven days before signing in, none of them claimed', async () => {
		const seen = await config();
		expect(seen.checkin_configs.map(({ gem_number }) => gem_number)).toEqual([10, 20, 30, 40, 50, 60, 150]);
		expect(seen).toMatchObject({ current_sequence: 1, today_checked: false });
	});

	it('[S4-21, S9-03] claims seven days and then day 1 again, and misses one without losing the cycle', async () => {
		const ana = await site.fan('ana');
		const days = [1, 2, 3, 5, 6, 7, 8, 9];
		for (const day of days) {
			await site.clock.set(new Date(`2026-11-0${day}T03:00:00Z`));
			expect([(await claim(ana)).status, (await config(ana)).today_checked]).toEqual([200, true]);
		}
		expect((await claimsOf(ana)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 1]);
		const me = await site.ask({ path: '/user/me', token: ana.token });
		expect(me.body.data).toMatchObject({ gem_balance_earned: 370, gem_balance_purchased: 0 });
	});

	it('reads why, when today is claimed already, and gets the first answer again for the same key, also the day after', async () => {
		const cy = await site.fan('cy');
		const key = aKey();
		const first = await claim(cy, { key });
		expect(first.status).toBe(200);
		expect(await claim(cy)).toMatchObject({ status: 400, body: { message: 'You have already checked in today' } });
		await site.later({ days: 1 });
		expect((await claim(cy, { key })).body).toEqual(first.body);
		expect(await claimsOf(cy)).toHaveLength(1);
	});

	it('who is suspended claims nothing, nor does a key that is too short', async () => {
		const shut = await site.fan('shut', { suspended: true });
		expect((await claim(shut)).body.error).toBe('account_suspended');
		const bad = await claim(await site.fan('bad'), { key: 'short' });
		expect(bad.body.error).toBe('invalid_idempotency_key');
	});
});

it.each([
	['one reward', () => undefined],
	['one reward and one answer, with one key', aKey],
])('a hundred requests of one fan at two processes give %s', async (name, keyOf) => {
	const zoe = await site.fan(`zoe of ${name}`);
	const other = await openSite({ database: site });
	onTestFinished(() => other.close());
	const key = keyOf();
	const answers = await Promise.all(
		Array.from({ length: 100 }, (_, n) => claim(zoe, { key, at: n % 2 ? site : other })),
	);
	const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error);
	expect(refusals).toHaveLength(key ? 0 : 99);
	// Busy where others held the wallet for longer than a request waits, on a slow machine.
	expect(['check_in_done', 'busy']).toEqual(expect.arrayContaining([...new Set(refusals)]));
	if (key) expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	expect(await claimsOf(zoe)).toHaveLength(1);
});

// server/check-in/rules.test.ts has the days of all zones, and of a site that moves to another one.
it.each([
	['Asia/Seoul', '2026-11-20T14:59:59.900Z', '2026-11-20T15:00:00.100Z'],
	// Here midnight itself does not exist on the day of the change: the day begins at one.
	['Africa/Cairo', '2026-04-23T21:59:59.900Z', '2026-04-23T22:00:00.100Z'],
])('midnight in %s has one claim on each side', async (zone, before, after) => {
	await setZone(zone);
	const flo = await site.fan(`flo ${zone} ${before}`);
	for (const moment of [before, after]) {
		await site.clock.set(new Date(moment));
		expect([(await claim(flo)).status, (await claim(flo)).status]).toEqual([200, 400]);
	}
	expect((await claimsOf(flo)).map(({ sequence }) => sequence)).toEqual([1, 2]);
});
