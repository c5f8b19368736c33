/** Reminders over a push service that counts: who is told what, and how often. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPush } from '#server/providers.ts';
import { openReminders } from '#server/push/remind.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { sql } from '#server/kernel/database.ts';
import { everything, openPushSite, type PushSite } from '../../fixtures/push/push-site.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

/** 22:00 in New York and noon in Seoul. Each test has its own ten days, so that the charts of the one before are over. */
let NOON = Date.parse('2026-11-03T03:00:00Z');
let count = 0;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const site = beforeTests(openPushSite);
beforeEach(async () => {
	await site.owner.query({ text: 'truncate push_event, push_rank, push_subscription, reminder_setting cascade' });
	await at((NOON += 240 * HOUR));
});

const at = (time: number) => site.clock.set(new Date(time));
/** A chart that opens so many hours after noon, and closes as many later. */
const aChart = (
	key: string,
	{ opens = 0, lasts = 99, artists }: { opens?: number; lasts?: number; artists?: string[] } = {},
) => {
	const startsAt = new Date(NOON + opens * HOUR);
	return aContest(site.owner, key, { startsAt, endsAt: new Date(startsAt.getTime() + lasts * HOUR), artists });
};
const off = (token: string) => site.ask({ path: '/reminders/off', body: { token } });
const titlesOf = (device: Parameters<PushSite['noticesOf']>[0]) => site.noticesOf(device).map(({ title }) => title);

/** A fan with one device. Claims are not what most tests are about. */
async function aFan(reminders: Parameters<PushSite['choose']>[1] = {}, language?: string) {
	const person = await aPerson(site.owner, `fan ${(count += 1)}`, { earned: 1_000 });
	await site.choose(person, { claim_ready: false, ...reminders });
	return { person, device: await site.subscribe(person, language) };
}

const vote = async ({ token }: Person, key: string, artist_id: number | undefined, ticket_number: number) => {
	const body = { artist_id, ticket_number };
	expect((await site.ask({ path: `/rankings/vote/${key}`, token, body })).status).toBe(200);
};
const likes = ({ token }: Person, artist_ids: unknown[]) =>
	site.ask({ path: '/user/me/favorites', token, body: { artist_ids } });

describe('a fan is told once', () => {
	it('that a chart opens and that it closes within the hour, in the language of the fan, or else of the device', async () => {
		const ana = await aFan();
		const mina = await aFan({}, 'ko-KR');
		const rui = await aFan({}, 'en');
		await site.owner.query({ text: "update fan set language = 'ja' where fan_id = $1", values: [rui.person.fanId] });
		const none = await aFan({ vote_opens: false, vote_closes: false });
		await aChart('opens', { lasts: 24 });
		await sql`insert into translation (subject, subject_id, language, title)
			values ('ranking', 'opens', 'ko', '여는 차트')`.run(site.owner);
		for (const _ of [1, 2]) await Promise.all([site.remind(), site.remind()]);
		expect(titlesOf(ana.device)).toEqual(['The opens ranking is open']);
		expect(site.noticesOf(rui.device)).toMatchObject([{ lang: 'ja' }]);
		expect(site.noticesOf(mina.device)).toMatchObject([{ title: '여는 차트 투표 시작', lang: 'ko' }]);
		await at(NOON + 23 * HOUR + MINUTE);
		for (const _ of [1, 2]) await site.remind();
		expect(site.noticesOf(ana.device)[1]).toMatchObject({ body: 'You can vote until 11:59 AM.' });
		expect(titlesOf(none.device)).toEqual([]);
	});

	it('that a favorite was overtaken, and by whom; other fans are not told', async () => {
		const [ana, bo] = [await aFan(), await aFan()];
		const { artistIds } = await aChart('race', { opens: -9 });
		await likes(ana.person, artistIds.slice(0, 1));
		await vote(ana.person, 'race', artistIds[0], 5);
		await site.remind();
		await vote(bo.person, 'race', artistIds[2], 6);
		for (const _ of [1, 2]) await site.remind();
		expect(site.noticesOf(ana.device)).toMatchObject([
			{ title: 'Cleo Dastan overtook Ayu Bara', body: 'Ayu Bara is #2 now. Vote to take the place back.' },
		]);
		await vote(ana.person, 'race', artistIds[0], 5);
		await site.remind();
		await vote(bo.person, 'race', artistIds[2], 9);
		await site.remind();
		expect([titlesOf(ana.device).length, titlesOf(bo.device)]).toEqual([1, []]);
	});

	it('of the other charts, where one chart cannot be looked at, and of that one when it can', async () => {
		const ana = await aFan();
		const charts = await Promise.all(
			['north', 'south'].map((key) => aChart(key, { opens: -9, artists: [`${key} one`, `${key} two`] })),
		);
		await likes(
			ana.person,
			charts.map(({ artistIds }) => artistIds[0]),
		);
		for (const { key, artistIds } of charts) await vote(ana.person, key, artistIds[0], 5);
		await site.remind();
		for (const { key, artistIds } of charts) await vote(ana.person, key, artistIds[1], 6);
		const mend = await breakRows(site, 'insert on push_rank', `new.ranking_id = ${charts[0]?.rankingId}`);
		for (const _ of [1, 2]) await site.remind().catch(() => undefined);
		expect(titlesOf(ana.device)).toEqual(['south two overtook south one']);
		await mend();
		for (const _ of [1, 2]) await site.remind();
		expect(titlesOf(ana.device)).toEqual(['south two overtook south one', 'north two overtook north one']);
	});

	it('that the day’s gems wait, unless they are claimed', async () => {
		const [ana, bo] = [await aFan({ claim_ready: true }), await aFan({ claim_ready: true })];
		await site.ask({ path: '/checkin', token: bo.person.token, body: {} });
		for (const _ of [1, 2]) await site.remind();
		expect([titlesOf(ana.device), titlesOf(bo.device)]).toEqual([['Today’s gems are ready'], []]);
	});
});

it('quiet hours hold a reminder back until they end in the fan’s own zone, and one that is late by then is dropped; a title is the one of then', async () => {
	const quiet = { quiet_from: 22 * 60, quiet_until: 8 * 60, timezone: 'America/New_York' };
	const ana = await aFan(quiet);
	await aChart('quiet', { lasts: 5 });
	await site.remind();
	expect(titlesOf(ana.device)).toEqual([]);
	// 22:00 in New York; the chart closes at 03:00 there, and quiet hours end at 08:00.
	await at(NOON + 4 * HOUR + MINUTE);
	await site.remind();
	await aChart('long', { opens: 4 });
	await site.remind();
	expect(titlesOf(ana.device)).toEqual([]);
	await at(NOON + 10 * HOUR + MINUTE);
	await sql`update ranking set title = 'Mended' where ranking_key = 'long'`.run(site.owner);
	for (const _ of [1, 2]) await site.remind();
	expect(titlesOf(ana.device)).toEqual(['Mended is open']);
});

describe('turning off', () => {
	it('takes one tap on a notification, without signing in, and only with a token of this site', async () => {
		const ana = await aFan();
		await aChart('first');
		await site.remind();
		const [notice] = site.noticesOf(ana.device);
		const token = notice?.off ?? '';
		const forged = token.replace(/^\d+/, String(ana.person.fanId + 64));
		for (const wrong of [forged, '1.x.y']) expect((await off(wrong)).body.error).toBe('reminder_token_invalid');
		expect((await off(token)).body.data).toEqual({ kind: 'vote_opens' });
		await aChart('second');
		await site.remind();
		expect(titlesOf(ana.device)).toHaveLength(1);
	});

	it('on a device, or by logging out everywhere, ends what the device is sent', async () => {
		const [ana, bo, cy] = [await aFan(), await aFan(), await aFan()];
		const { endpoint } = ana.device;
		const end = ({ token }: Person) => site.ask({ path: '/user/me/push-subscriptions/end', token, body: { endpoint } });
		await end(bo.person);
		await site.ask({ method: 'POST', path: '/user/logout-everywhere', token: cy.person.token });
		await aChart('ended');
		await site.remind();
		expect([ana, bo, cy].map(({ device }) => titlesOf(device).length)).toEqual([1, 1, 0]);
		expect((await end(ana.person)).body.data).toMatchObject({ devices: [] });
	});
});

it('a crash while sending loses what was taken up, and tells nobody twice', async () => {
	const ana = await aFan();
	await aChart('crash');
	const { push, secret } = openPush(site.config);
	const crashing = push && {
		...push,
		async send(...message: Parameters<typeof push.send>) {
			await push.send(...message);
			throw new Error('The process ends here');
		},
	};
	const log = { info: () => undefined, warn: () => undefined };
	const job = openReminders({ db: site.db, push: crashing, secret, log });
	await expect(job(new AbortController().signal)).rejects.toThrow('ends here');
	await site.remind();
	expect(titlesOf(ana.device)).toHaveLength(1);
});

describe('a push service', () => {
	it('that asks for patience is given it, and each device is told once in the end', async () => {
		const fans = await Promise.all([1, 2, 3].map(() => aFan()));
		site.service.troubles.busy = { times: 1, seconds: 1 };
		await aChart('busy');
		await site.remind();
		const told = () => fans.map(({ device }) => titlesOf(device).length);
		expect(told()).toContain(0);
		let later = NOON;
		await expect
			.poll(async () => {
				await at((later += 2 * MINUTE));
				await site.remind();
				return told();
			})
			.toEqual([1, 1, 1]);
	});

	it.for([
		['https://10.0.0.1/a', false],
		['https://evil.example/a', false],
		['http://fcm.googleapis.com/a', false],
		['https://fcm.googleapis.com:8443/a', false],
		['https://me@fcm.googleapis.com/a', false],
		['https://fcm.googleapis.com.evil.example/a', false],
		['http://127.0.0.1:1/a', false],
		['https://fcm.googleapis.com/fcm/send/a', true],
		['https://updates.push.services.mozilla.com/wpush/v2/a', true],
		['https://web.push.apple.com/a', true],
		['https://wns2-by3p.notify.windows.com/w/a', true],
	] as const)('at %s is known: %s', async ([endpoint, isKnown]) => {
		const { token } = await aPerson(site.owner, endpoint);
		const { p256dh, auth } = site.service.subscribe();
		const { body } = await site.ask({ path: '/user/me/push-subscriptions', token, body: { endpoint, p256dh, auth } });
		expect(body.error).toBe(isKnown ? undefined : 'push_service_unknown');
	});
});

it('a site without keys, or without its service worker, offers no reminders and sends none', async () => {
	const { token } = await aPerson(site.owner, 'nobody told');
	const environments: Record<string, string>[] = [{}, { ...makePushKeys(), SERVICE_WORKER: 'off' }];
	for (const env of environments) {
		const silent = await openSite({ database: site, env });
		onTestFinished(() => silent.close());
		const settings = await silent.ask({ path: '/user/me/reminders', token });
		expect(settings.body.data).toEqual({ public_key: null, reminders: null, devices: [] });
		const choice = { method: 'PUT', path: '/user/me/reminders', token, body: everything } as const;
		expect((await silent.ask(choice)).body.error).toBe('push_unavailable');
		expect((await silent.ask({ path: '/reminders/off', body: { token: '1.claim_ready.x' } })).status).toBe(400);
	}
});
