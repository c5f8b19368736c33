/** Reminders over a push service that counts: who is told what, and how often. */
import { afterEach, describe, expect, it } from 'vitest';
import { openPush } from '#server/providers.ts';
import { openReminders } from '#server/push/remind.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { sql } from '#server/kernel/database.ts';
import { everything, openPushSite, type PushSite } from '../../fixtures/push/push-site.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

/** 22:00 in New York and noon in Seoul. Each test has its own ten days, so that the charts of the one before are over. */
let NOON = Date.parse('2026-11-03T03:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const site = beforeTests(openPushSite);
afterEach(async () => {
	Object.assign(site.service.troubles, {
		gone: new Set(),
		busy: { times: 0, seconds: 1 },
		silent: new Set(),
		refused: new Map(),
	});
	await site.owner.query({ text: 'truncate push_event, push_rank, push_subscription, reminder_setting cascade' });
	NOON += 240 * HOUR;
});

const at = (time: number) => site.clock.set(new Date(time));
const off = (token: string) => site.ask({ path: '/reminders/off', body: { token } });
const titlesOf = (device: Parameters<PushSite['noticesOf']>[0]) => site.noticesOf(device).map(({ title }) => title);

/** A fan with one device. Claims are not what most tests are about. */
async function aFan(name: string, reminders: Parameters<PushSite['choose']>[1] = {}, language?: string) {
	const person = await aPerson(site.owner, name, { earned: 1_000 });
	await site.choose(person, { claim_ready: false, ...reminders });
	return { person, device: await site.subscribe(person, language) };
}

const vote = async (person: Person, key: string, artist_id: number | undefined, ticket_number: number) => {
	const { status } = await site.ask({
		path: `/rankings/vote/${key}`,
		token: person.token,
		body: { artist_id, ticket_number },
	});
	expect(status).toBe(200);
};

describe('a fan is told once', () => {
	it('that a chart opens and that it closes within the hour, in the language of the fan, or else of the device', async () => {
		await at(NOON);
		const ana = await aFan('ana');
		const mina = await aFan('mina', {}, 'ko-KR');
		const rui = await aFan('rui', {}, 'en');
		await site.owner.query({ text: "update fan set language = 'ja' where fan_id = $1", values: [rui.person.fanId] });
		const none = await aFan('none', { vote_opens: false, vote_closes: false });
		await aContest(site.owner, 'opens', { startsAt: new Date(NOON), endsAt: new Date(NOON + 24 * HOUR) });
		await sql`insert into translation (subject, subject_id, language, title) values ('ranking', 'opens', 'ko', '여는 차트')`.run(
			site.owner,
		);
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
		await at(NOON);
		const [ana, bo] = [await aFan('ana2'), await aFan('bo2')];
		const { artistIds } = await aContest(site.owner, 'race', {
			startsAt: new Date(NOON - 9 * HOUR),
			endsAt: new Date(NOON + 9 * HOUR),
		});
		await site.ask({ path: '/user/me/favorites', token: ana.person.token, body: { artist_ids: [artistIds[0]] } });
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
		await at(NOON);
		const ana = await aFan('ana5');
		const charts = await Promise.all(
			['north', 'south'].map((key) =>
				aContest(site.owner, key, {
					startsAt: new Date(NOON - 9 * HOUR),
					endsAt: new Date(NOON + 9 * HOUR),
					artists: [`${key} one`, `${key} two`],
				}),
			),
		);
		const [firsts, seconds] = [0, 1].map((rank) => charts.map(({ artistIds }) => artistIds[rank]));
		await site.ask({ path: '/user/me/favorites', token: ana.person.token, body: { artist_ids: firsts } });
		for (const [index, key] of ['north', 'south'].entries()) await vote(ana.person, key, firsts?.[index], 5);
		await site.remind();
		for (const [index, key] of ['north', 'south'].entries()) await vote(ana.person, key, seconds?.[index], 6);
		await site.owner.query({
			text: `create function refuse_one() returns trigger language plpgsql as $$ begin raise 'not this chart'; end $$;
				create trigger refuse_one before insert on push_rank for each row
					when (new.ranking_id = ${charts[0]?.rankingId}) execute function refuse_one()`,
		});
		for (const _ of [1, 2]) await site.remind().catch(() => undefined);
		expect(titlesOf(ana.device)).toEqual(['south two overtook south one']);
		await site.owner.query({ text: 'drop trigger refuse_one on push_rank; drop function refuse_one' });
		for (const _ of [1, 2]) await site.remind();
		expect(titlesOf(ana.device)).toEqual(['south two overtook south one', 'north two overtook north one']);
	});

	it('that the day’s gems wait, unless they are claimed', async () => {
		await at(NOON);
		const [ana, bo] = [await aFan('ana3', { claim_ready: true }), await aFan('bo3', { claim_ready: true })];
		await site.ask({ path: '/checkin', token: bo.person.token, body: {} });
		for (const _ of [1, 2]) await site.remind();
		expect([titlesOf(ana.device), titlesOf(bo.device)]).toEqual([['Today’s gems are ready'], []]);
	});
});

it('quiet hours hold a reminder back until they end in the fan’s own zone, and one that is late by then is dropped', async () => {
	await at(NOON);
	const quiet = { quiet_from: 22 * 60, quiet_until: 8 * 60, timezone: 'America/New_York' };
	const ana = await aFan('ana4', quiet);
	await aContest(site.owner, 'quiet', { startsAt: new Date(NOON), endsAt: new Date(NOON + 5 * HOUR) });
	await site.remind();
	expect(titlesOf(ana.device)).toEqual([]);
	// 22:00 in New York; the chart closes at 03:00 there, and quiet hours end at 08:00.
	await at(NOON + 4 * HOUR + MINUTE);
	await site.remind();
	await aContest(site.owner, 'long', { startsAt: new Date(NOON + 4 * HOUR), endsAt: new Date(NOON + 99 * HOUR) });
	await site.remind();
	expect(titlesOf(ana.device)).toEqual([]);
	await at(NOON + 10 * HOUR + MINUTE);
	for (const _ of [1, 2]) await site.remind();
	expect(titlesOf(ana.device)).toEqual(['The long ranking is open']);
});

describe('turning off', () => {
	it('takes one tap on a notification, without signing in, and only with a token of this site', async () => {
		await at(NOON);
		const ana = await aFan('ana5');
		await aContest(site.owner, 'first', { startsAt: new Date(NOON), endsAt: new Date(NOON + 99 * HOUR) });
		await site.remind();
		const [notice] = site.noticesOf(ana.device);
		const token = notice?.off ?? '';
		const forged = token.replace(/^\d+/, String(ana.person.fanId + 64));
		expect([(await off(forged)).body.error, (await off('1.x.y')).body.error]).toEqual(
			Array(2).fill('reminder_token_invalid'),
		);
		expect((await off(token)).body.data).toEqual({ kind: 'vote_opens' });
		await aContest(site.owner, 'second', { startsAt: new Date(NOON), endsAt: new Date(NOON + 99 * HOUR) });
		await site.remind();
		expect(titlesOf(ana.device)).toHaveLength(1);
	});

	it('on a device, or by logging out everywhere, ends what the device is sent', async () => {
		await at(NOON);
		const [ana, bo, cy] = [await aFan('ana6'), await aFan('bo6'), await aFan('cy6')];
		const end = (person: Person) =>
			site.ask({
				path: '/user/me/push-subscriptions/end',
				token: person.token,
				body: { endpoint: ana.device.endpoint },
			});
		await end(bo.person);
		await site.ask({ method: 'POST', path: '/user/logout-everywhere', token: cy.person.token });
		await aContest(site.owner, 'ended', { startsAt: new Date(NOON), endsAt: new Date(NOON + 99 * HOUR) });
		await site.remind();
		expect([ana, bo, cy].map(({ device }) => titlesOf(device).length)).toEqual([1, 1, 0]);
		expect((await end(ana.person)).body.data).toMatchObject({ devices: [] });
	});
});

it('a crash while sending loses what was taken up, and tells nobody twice', async () => {
	await at(NOON);
	const ana = await aFan('ana10');
	await aContest(site.owner, 'crash', { startsAt: new Date(NOON), endsAt: new Date(NOON + 99 * HOUR) });
	const { push, secret } = openPush(site.config);
	const crashing = push && {
		...push,
		async send(...message: Parameters<typeof push.send>) {
			await push.send(...message);
			throw new Error('The process ends here');
		},
	};
	const job = openReminders({
		db: site.db,
		push: crashing,
		secret,
		log: { info: () => undefined, warn: () => undefined },
	});
	await expect(job(new AbortController().signal)).rejects.toThrow('ends here');
	await site.remind();
	expect(titlesOf(ana.device)).toHaveLength(1);
});

describe('a push service', () => {
	it('that asks for patience is given it, and each device is told once in the end', async () => {
		await at(NOON);
		const fans = [await aFan('a8'), await aFan('b8'), await aFan('c8')];
		site.service.troubles.busy = { times: 1, seconds: 1 };
		await aContest(site.owner, 'busy', { startsAt: new Date(NOON), endsAt: new Date(NOON + 99 * HOUR) });
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

	it('that nobody knows is refused', async () => {
		const ana = await aPerson(site.owner, 'ana9');
		const keys = site.service.subscribe();
		const ask = (endpoint: string) =>
			site.ask({
				path: '/user/me/push-subscriptions',
				token: ana.token,
				body: { endpoint, p256dh: keys.p256dh, auth: keys.auth },
			});
		for (const endpoint of [
			'https://10.0.0.1/a',
			'https://evil.example/a',
			'http://fcm.googleapis.com/a',
			'https://fcm.googleapis.com:8443/a',
			'https://me@fcm.googleapis.com/a',
			'https://fcm.googleapis.com.evil.example/a',
			'http://127.0.0.1:1/a',
		])
			expect([endpoint, (await ask(endpoint)).body.error]).toEqual([endpoint, 'push_service_unknown']);
		for (const endpoint of [
			'https://fcm.googleapis.com/fcm/send/a',
			'https://updates.push.services.mozilla.com/wpush/v2/a',
			'https://web.push.apple.com/a',
			'https://wns2-by3p.notify.windows.com/w/a',
		])
			expect([endpoint, (await ask(endpoint)).status]).toEqual([endpoint, 200]);
	});
});

it('a site without keys, or without its service worker, offers no reminders and sends none', async () => {
	const fan = await aPerson(site.owner, 'nobody told');
	const environments: Record<string, string>[] = [{}, { ...makePushKeys(), SERVICE_WORKER: 'off' }];
	for (const env of environments) {
		const silent = await openSite({ database: site, env });
		const settings = await silent.ask({ path: '/user/me/reminders', token: fan.token });
		expect(settings.body.data).toEqual({ public_key: null, reminders: null, devices: [] });
		const choice = { method: 'PUT', path: '/user/me/reminders', token: fan.token, body: everything } as const;
		expect((await silent.ask(choice)).body.error).toBe('push_unavailable');
		expect((await silent.ask({ path: '/reminders/off', body: { token: '1.claim_ready.x' } })).status).toBe(400);
		await silent.close();
	}
});
