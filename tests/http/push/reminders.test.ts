/**
 * Reminders over a push service that counts: who is told what, and how often. Devices that no message can reach, and messages that
 * cannot be written: each costs itself, and nobody else waits. Long because both need a service, and a clock that goes on for months.
 */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { openPush } from '#server/providers.ts';
import { messageOf, openReminders } from '#server/push/remind.ts';
import { sql } from '#server/kernel/database.ts';
import type { Taken } from '#server/push/sql.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';
import { everything, openPushSite, type PushSite } from '../../fixtures/push/push-site.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { beforeTests, openSite, type Person } from '../../fixtures/site/site.ts';
import type { Device } from '../../fixtures/push/emulator.ts';
import { getDashboard, reminderKinds } from '../../fixtures/site/calls.ts';

/** 22:00 in New York and noon in Seoul. Each test has its own twenty days, so that the charts of the one before are over. */
let NOON = Date.parse('2026-11-03T03:00:00Z');
let count = 0;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const site = beforeTests(openPushSite);
beforeEach(async () => {
	site.service.troubles.refused.clear();
	await site.owner.query({ text: 'truncate push_event, push_rank, push_subscription, reminder_setting cascade' });
	await at((NOON += 480 * HOUR));
});

const at = (time: number) => site.clock.set(new Date(time));
/** A chart that opens so many hours after noon, and closes as many later. */
const aChart = (
	key: string,
	{ opens = 0, lasts = 99, artists }: { opens?: number; lasts?: number; artists?: string[] } = {},
) => {
	const startsAt = new Date(NOON + opens * HOUR);
	return site.contest(key, { startsAt, endsAt: new Date(startsAt.getTime() + lasts * HOUR), artists });
};
const off = (token: string) => site.ask({ path: '/reminders/off', body: { token } });
const titlesOf = (device: Device) => site.noticesOf(device).map(({ title }) => title);

/** Claims are not what most tests are about. */
async function someone(reminders: Parameters<PushSite['choose']>[1] = {}): Promise<Person> {
	const person = await site.fan(`fan ${(count += 1)}`, { earned: 1_000 });
	await site.choose(person, { claim_ready: false, ...reminders });
	return person;
}
/** With one device. */
async function aFan(reminders: Parameters<PushSite['choose']>[1] = {}, language?: string) {
	const person = await someone(reminders);
	return { person, device: await site.subscribe(person, language) };
}
const someFans = (number: number) => Promise.all(Array.from({ length: number }, () => aFan()));

/** Something opens, and all who asked for it are told. */
async function remind(): Promise<void> {
	await at(NOON);
	await aChart(`chart${(count += 1)}`, { lasts: 24 });
	await site.remind();
}

const subscribe = (
	{ token }: Person,
	{ endpoint, p256dh, auth }: Pick<Device, 'endpoint' | 'p256dh' | 'auth'>,
	more: object = {},
) => site.ask({ path: '/user/me/push-subscriptions', token, body: { endpoint, p256dh, auth, ...more } });
const end = ({ token }: Person, { endpoint }: Device) =>
	site.ask({ path: '/user/me/push-subscriptions/end', token, body: { endpoint } });
const devicesOf = async ({ token }: Person): Promise<unknown[]> =>
	(await site.ask({ path: '/user/me/reminders', token })).body.data['devices'];
const numbersOf = async (...people: Person[]) =>
	(await Promise.all(people.map(devicesOf))).map((devices) => devices.length);
const told = (fans: readonly { device: Device }[]) => fans.map(({ device }) => titlesOf(device).length);
const nameOf = ({ endpoint }: Device) => endpoint.split('/').at(-1) ?? '';

const vote = async (fan: Person, key: string, artistId: number | undefined, tickets: number) =>
	expect((await site.castVote(fan, { key, artistIds: [artistId ?? 0] }, { tickets })).status).toBe(200);
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

it('turning off takes one tap on a notification, without signing in, and only with a token of this site', async () => {
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

it('turning off on a device, or by logging out everywhere, ends what the device is sent', async () => {
	const [ana, bo, cy] = [await aFan(), await aFan(), await aFan()];
	await end(bo.person, ana.device);
	await site.ask({ method: 'POST', path: '/user/logout-everywhere', token: cy.person.token });
	await aChart('ended');
	await site.remind();
	expect(told([ana, bo, cy])).toEqual([1, 1, 0]);
	expect((await end(ana.person, ana.device)).body.data).toMatchObject({ devices: [] });
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

it('a push service that asks for patience is given it, and each device is told once in the end', async () => {
	const fans = await someFans(3);
	site.service.troubles.busy = { times: 1, seconds: 1 };
	await aChart('busy');
	await site.remind();
	expect(told(fans)).toContain(0);
	let later = NOON;
	await expect
		.poll(async () => {
			await at((later += 2 * MINUTE));
			await site.remind();
			return told(fans);
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
] as const)('a push service at %s is known: %s', async ([endpoint, isKnown]) => {
	const { body } = await subscribe(await site.fan(endpoint), { ...site.service.subscribe(), endpoint });
	expect(body.error).toBe(isKnown ? undefined : 'push_service_unknown');
});

it('a site without keys, or without its service worker, offers no reminders and sends none', async () => {
	const { token } = await site.fan('nobody told');
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

const point = (): Buffer => {
	const pair = createECDH('prime256v1');
	pair.generateKeys();
	return pair.getPublicKey();
};
/** Sixty-five bytes that are a point of the curve only by a chance of 1 in 2^256. */
const noPoint = fc.oneof(
	fc.uint8Array({ minLength: 65, maxLength: 65 }).map((bytes) => Buffer.from(bytes)),
	fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from([4, ...bytes])),
	// One bit of a real key.
	fc.integer({ min: 8, max: 519 }).map((bit) => {
		const key = point();
		key[bit >> 3] = (key[bit >> 3] ?? 0) ^ (1 << (bit & 7));
		return key;
	}),
	fc.constantFrom(2, 3, 6, 7, 0).map((first) => Buffer.from([first, ...point().subarray(1)])),
	fc.constantFrom(0, 0x41, 0xff).map((byte) => Buffer.alloc(65, byte)),
);

it('keys that nothing can be encrypted for are refused when a device subscribes, in words for its fan', async () => {
	const fan = await site.fan('odd keys');
	const { endpoint, auth } = site.service.subscribe();
	await fc.assert(
		fc.asyncProperty(noPoint, async (key) => {
			const other = await site.fan(`odd ${(count += 1)}`);
			const { status, body } = await subscribe(other, { endpoint, auth, p256dh: key.toString('base64url') });
			expect([status, body.error]).toEqual([400, 'push_service_unknown']);
		}),
		{ numRuns: 15 },
	);
	const good = site.service.subscribe();
	for (const secret of [randomBytes(15), randomBytes(17), randomBytes(12)]) {
		const { status } = await subscribe(fan, { ...good, auth: secret.toString('base64url') });
		expect(status).toBe(400);
	}
	expect(await devicesOf(fan)).toEqual([]);
});

it('keys that nothing can be encrypted for that are stored all the same end their own device, and delay nobody of the same service', async () => {
	const odd = await someone();
	for (const key of fc.sample(noPoint, 20)) {
		const { endpoint, auth } = site.service.subscribe();
		await sql`insert into push_subscription (fan_id, endpoint, p256dh, auth)
			values (${odd.fanId}, ${endpoint}, ${key.toString('base64url')}, ${auth})`.run(site.owner);
	}
	const fans = await someFans(60);
	await remind();
	expect(told(fans)).toEqual(fans.map(() => 1));
	expect(await devicesOf(odd)).toEqual([]);
});

describe('a device that its service refuses', () => {
	it.each([400, 403, 418])(
		'with %i for days is forgotten if its service takes others, and one that is taken meanwhile is not',
		async (status) => {
			const [{ person: ana, device: refused }, { person: bo, device: mended }] = [
				await aFan(),
				await aFan(),
				await aFan(),
			];
			const refusal = { status, reason: 'Refused' };
			site.service.troubles.refused = new Map([refused, mended].map((device) => [nameOf(device), refusal]));
			await remind();
			NOON += 2 * DAY;
			site.service.troubles.refused.delete(nameOf(mended));
			await remind();
			expect(await numbersOf(ana, bo)).toEqual([1, 1]);
			site.service.troubles.refused.set(nameOf(mended), refusal);
			NOON += 2 * DAY;
			await remind();
			expect(await numbersOf(ana, bo)).toEqual([0, 1]);
		},
	);

	it('because the site has another key now is kept while its service takes no message, and operators are told', async () => {
		const fans = await Promise.all(Array.from({ length: 10 }, () => someone()));
		for (const fan of fans) {
			const device = site.service.subscribe(point().toString('base64url'));
			expect((await subscribe(fan, device)).status).toBe(200);
		}
		const attention = async () => {
			const editor = await site.operator('editor');
			const dashboard = await editor.data(getDashboard);
			return dashboard.attention.filter(({ kind }) => kind === 'push_refused');
		};
		await remind();
		expect(await attention()).toEqual([]);
		NOON += 2 * DAY;
		await remind();
		expect(await attention()).toEqual([{ kind: 'push_refused', target: '', text: '10 devices', about: null }]);
		NOON += 3 * DAY;
		await remind();
		expect((await Promise.all(fans.map(devicesOf))).flat()).toHaveLength(10);
	});

	it.each([413, 408, 302])('for its message (%i) is kept', async (status) => {
		const { person, device } = await aFan();
		site.service.troubles.refused.set(nameOf(device), { status, reason: '' });
		for (const _ of [1, 2, 3]) {
			await remind();
			NOON += 2 * DAY;
		}
		expect(await devicesOf(person)).toHaveLength(1);
	});
});

it('names fit a message, whatever their characters take', () => {
	const name = fc.string({
		unit: fc.constantFrom('👩‍👩‍👧‍👦', '힣', 'A', '"', 'ส\u0e49', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'),
		minLength: 1,
		maxLength: 200,
	});
	const kinds = fc.constantFrom(...reminderKinds);
	fc.assert(
		fc.property(kinds, name, name, name, (kind, title, artist, rival) => {
			const facts = { title, artist, rival, rank: 2, ends_at: NOON / 1000 };
			const { text } = messageOf(
				{ kind, facts, language: 'ko', timezone: 'UTC', keepFor: 60, eventId: 1 } as Taken,
				'off',
			);
			expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_993);
			expect(JSON.parse(text)).toMatchObject({ lang: 'ko', off: 'off' });
		}),
		{ examples: [['overtaken', '👩‍👩‍👧‍👦'.repeat(59), '👩‍👩‍👧‍👦'.repeat(59), '👩‍👩‍👧‍👦'.repeat(59)]] },
	);
});

it('a reminder that cannot be written is lost alone: all others are told, and what is gone is removed', async () => {
	const fans = await someFans(30);
	// Zones that the database of yesterday's machine knew.
	for (const [index, zone] of ['Factory', 'Mars/Olympus', 'posix/Asia/Seoul', '', 'localtime'].entries()) {
		await sql`update reminder_setting set timezone = ${zone}, quiet_from = 60, quiet_until = 61
			where fan_id = ${fans[index * 5]?.person.fanId}`.run(site.owner);
	}
	const gone = fans[29] as (typeof fans)[number];
	site.service.troubles.refused.set(nameOf(gone.device), { status: 410, reason: '' });
	await aChart('closing', { opens: -24, lasts: 24.5 });
	await site.remind();
	const rest = told(fans).filter((_, index) => index % 5 !== 0 || index > 20);
	expect(rest).toEqual([...rest.slice(1).map(() => 1), 0]);
	expect(await devicesOf(gone.person)).toEqual([]);
});

describe('a device whose address changes', () => {
	const move = async (former: Pick<Device, 'endpoint' | 'auth'>, { endpoint, p256dh, auth }: Device) => {
		const body = { former_endpoint: former.endpoint, former_auth: former.auth, endpoint, p256dh, auth };
		const answer = await site.ask({ path: '/reminders/move', body });
		return answer.body.error ?? answer.body.data['moved'];
	};

	it('is reminded at the new one, without a session, by the secret of the former one only', async () => {
		const { person, device: former } = await aFan();
		const next = site.service.subscribe(openPush(site.config).push?.publicKey);
		const { endpoint, auth } = former;
		expect([
			await move({ endpoint, auth: next.auth }, next),
			await move({ endpoint: next.endpoint, auth }, next),
			await move({ endpoint, auth: `${auth}==` }, next),
			await move({ endpoint, auth }, next),
		]).toEqual([false, false, true, false]);
		expect(await devicesOf(person)).toHaveLength(1);
		await remind();
		expect(told([{ device: former }, { device: next }])).toEqual([0, 1]);
	});

	it('never takes the address of another device, nor one of no push service; it replaces its own former one if the page says so', async () => {
		const [ana, bo] = [await aFan(), await aFan()];
		expect(await move(ana.device, bo.device)).toBe(false);
		const next = site.service.subscribe();
		expect(await move(ana.device, { ...next, endpoint: 'https://evil.example/a' })).toBe('push_service_unknown');
		expect(await numbersOf(ana.person, bo.person)).toEqual([1, 1]);
		for (const { device } of [bo, ana]) await subscribe(ana.person, next, { replaces: device.endpoint });
		expect(await numbersOf(ana.person, bo.person)).toEqual([1, 1]);
	});
});

it('one account cannot write its reminders without end, and hinders no other account', async () => {
	const [ana, bo] = [await someone(), await someone()];
	const device = site.service.subscribe();
	const statuses = new Set<number>();
	for (let call = 0; call < 40; call += 1) statuses.add((await subscribe(ana, device)).status);
	expect(statuses).toEqual(new Set([200, 429]));
	expect([(await end(ana, device)).status, (await subscribe(bo, device)).status]).toEqual([429, 200]);
});
