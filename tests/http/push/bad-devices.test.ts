/** Devices that no message can reach, and messages that cannot be written: each costs itself, and nobody else waits. */
import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { reminderKinds } from '#contract/push.ts';
import { messageOf } from '#server/push/remind.ts';
import type { Taken } from '#server/push/sql.ts';
import { openPush } from '#server/providers.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aColleague, dataAs } from '../../fixtures/operators/operators.ts';
import { openPushSite } from '../../fixtures/push/push-site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import type { Device } from '../../../emulators/push/emulator.ts';

const DAY = 24 * 3_600_000;
let now = Date.parse('2026-11-03T03:00:00Z');

const site = beforeTests(openPushSite);
beforeEach(async () => {
	site.service.troubles.refused.clear();
	await site.owner.query({ text: 'truncate push_event, push_rank, push_subscription, reminder_setting cascade' });
	await site.clock.set(new Date((now += 20 * DAY)));
});

let count = 0;
async function aFan(): Promise<Person> {
	const person = await aPerson(site.owner, `fan ${(count += 1)}`);
	await site.choose(person, { claim_ready: false });
	return person;
}

/** Something opens, and all who asked for it are told. */
async function remind(): Promise<void> {
	await site.clock.set(new Date(now));
	await aContest(site.owner, `chart${(count += 1)}`, { startsAt: new Date(now), endsAt: new Date(now + DAY) });
	await site.remind();
}

const subscribe = (
	{ token }: Person,
	{ endpoint, p256dh, auth }: Pick<Device, 'endpoint' | 'p256dh' | 'auth'>,
	more: object = {},
) => site.ask({ path: '/user/me/push-subscriptions', token, body: { endpoint, p256dh, auth, ...more } });

const devicesOf = async ({ token }: Person): Promise<unknown[]> =>
	(await site.ask({ path: '/user/me/reminders', token })).body.data['devices'];
const numbersOf = async (...people: Person[]) =>
	(await Promise.all(people.map(devicesOf))).map((devices) => devices.length);
/** Each of so many fans with a device. */
async function withDevices(number: number) {
	const fans = await Promise.all(Array.from({ length: number }, aFan));
	return { fans, devices: await Promise.all(fans.map((fan) => site.subscribe(fan))) };
}

const told = (devices: readonly Device[]) => devices.map((device) => site.noticesOf(device).length);
const nameOf = ({ endpoint }: Device) => endpoint.split('/').at(-1) ?? '';

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

describe('keys that nothing can be encrypted for', () => {
	it('are refused when a device subscribes, in words for its fan', async () => {
		const fan = await aPerson(site.owner, 'odd keys');
		const { endpoint, auth } = site.service.subscribe();
		await fc.assert(
			fc.asyncProperty(noPoint, async (key) => {
				const other = await aPerson(site.owner, `odd ${(count += 1)}`);
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

	it('that are stored all the same end their own device, and delay nobody of the same service', async () => {
		const odd = await aFan();
		for (const key of fc.sample(noPoint, 20)) {
			const { endpoint, auth } = site.service.subscribe();
			await sql`insert into push_subscription (fan_id, endpoint, p256dh, auth)
				values (${odd.fanId}, ${endpoint}, ${key.toString('base64url')}, ${auth})`.run(site.owner);
		}
		const { devices } = await withDevices(60);
		await remind();
		expect(told(devices)).toEqual(devices.map(() => 1));
		expect(await devicesOf(odd)).toEqual([]);
	});
});

describe('a device that its service refuses', () => {
	it.each([400, 401, 402, 403, 405, 418])(
		'with %i for days is forgotten if its service takes others, and one that is taken meanwhile is not',
		async (status) => {
			const { fans, devices } = await withDevices(3);
			const [ana, bo] = fans as [Person, Person];
			const [refused, mended] = devices as [Device, Device];
			const refusal = { status, reason: 'Refused' };
			site.service.troubles.refused = new Map([refused, mended].map((device) => [nameOf(device), refusal]));
			await remind();
			now += 2 * DAY;
			site.service.troubles.refused.delete(nameOf(mended));
			await remind();
			expect(await numbersOf(ana, bo)).toEqual([1, 1]);
			site.service.troubles.refused.set(nameOf(mended), refusal);
			now += 2 * DAY;
			await remind();
			expect(await numbersOf(ana, bo)).toEqual([0, 1]);
		},
	);

	it('because the site has another key now is kept while its service takes no message, and operators are told', async () => {
		const fans = await Promise.all(Array.from({ length: 10 }, aFan));
		for (const fan of fans) {
			const device = site.service.subscribe(point().toString('base64url'));
			expect((await subscribe(fan, device)).status).toBe(200);
		}
		const attention = async () => {
			const editor = await aColleague(site.owner, 'editor');
			const dashboard = await dataAs(site, editor, getDashboard, {});
			return dashboard.attention.filter(({ kind }) => kind === 'push_refused');
		};
		await remind();
		expect(await attention()).toEqual([]);
		now += 2 * DAY;
		await remind();
		expect(await attention()).toEqual([{ kind: 'push_refused', target: '', text: '10 devices', about: null }]);
		now += 3 * DAY;
		await remind();
		expect((await Promise.all(fans.map(devicesOf))).flat()).toHaveLength(10);
	});

	it.each([413, 408, 302])('for its message (%i) is kept', async (status) => {
		const ana = await aFan();
		const device = await site.subscribe(ana);
		site.service.troubles.refused.set(nameOf(device), { status, reason: '' });
		for (const _ of [1, 2, 3]) {
			await remind();
			now += 2 * DAY;
		}
		expect(await devicesOf(ana)).toHaveLength(1);
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
			const facts = { title, artist, rival, rank: 2, ends_at: now / 1000 };
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
	const { fans, devices } = await withDevices(30);
	// Zones that the database of yesterday's machine knew.
	for (const [index, zone] of ['Factory', 'Mars/Olympus', 'posix/Asia/Seoul', '', 'localtime'].entries()) {
		await sql`update reminder_setting set timezone = ${zone}, quiet_from = 60, quiet_until = 61
			where fan_id = ${fans[index * 5]?.fanId}`.run(site.owner);
	}
	site.service.troubles.refused.set(nameOf(devices[29] as Device), { status: 410, reason: '' });
	await aContest(site.owner, 'closing', { startsAt: new Date(now - DAY), endsAt: new Date(now + 1_800_000) });
	await site.remind();
	const rest = told(devices).filter((_, index) => index % 5 !== 0 || index > 20);
	expect(rest).toEqual([...rest.slice(1).map(() => 1), 0]);
	expect(await devicesOf(fans[29] as Person)).toEqual([]);
});

describe('a device whose address changes', () => {
	const move = async (former: Pick<Device, 'endpoint' | 'auth'>, { endpoint, p256dh, auth }: Device) => {
		const body = { former_endpoint: former.endpoint, former_auth: former.auth, endpoint, p256dh, auth };
		const answer = await site.ask({ path: '/reminders/move', body });
		return answer.body.error ?? answer.body.data['moved'];
	};

	it('is reminded at the new one, without a session, by the secret of the former one only', async () => {
		const ana = await aFan();
		const former = await site.subscribe(ana);
		const next = site.service.subscribe(openPush(site.config).push?.publicKey);
		const { endpoint, auth } = former;
		expect([
			await move({ endpoint, auth: next.auth }, next),
			await move({ endpoint: next.endpoint, auth }, next),
			await move({ endpoint, auth: `${auth}==` }, next),
			await move({ endpoint, auth }, next),
		]).toEqual([false, false, true, false]);
		expect(await devicesOf(ana)).toHaveLength(1);
		await remind();
		expect(told([former, next])).toEqual([0, 1]);
	});

	it('never takes the address of another device, nor one of no push service', async () => {
		const [ana, bo] = [await aFan(), await aFan()];
		const [one, other] = [await site.subscribe(ana), await site.subscribe(bo)];
		expect(await move(one, other)).toBe(false);
		const evil = { ...site.service.subscribe(), endpoint: 'https://evil.example/a' };
		expect(await move(one, evil)).toBe('push_service_unknown');
		expect(await numbersOf(ana, bo)).toEqual([1, 1]);
	});

	it('replaces its own former one when the page says so', async () => {
		const [ana, bo] = [await aFan(), await aFan()];
		const [former, others] = [await site.subscribe(ana), await site.subscribe(bo)];
		const next = site.service.subscribe();
		for (const replaces of [others.endpoint, former.endpoint]) await subscribe(ana, next, { replaces });
		expect(await numbersOf(ana, bo)).toEqual([1, 1]);
	});
});

it('one account cannot write its reminders without end, and hinders no other account', async () => {
	const [ana, bo] = [await aFan(), await aFan()];
	const device = site.service.subscribe();
	const statuses = new Set<number>();
	for (let call = 0; call < 40; call += 1) statuses.add((await subscribe(ana, device)).status);
	expect(statuses).toEqual(new Set([200, 429]));
	const end = { path: '/user/me/push-subscriptions/end', token: ana.token, body: { endpoint: device.endpoint } };
	expect([(await site.ask(end)).status, (await subscribe(bo, device)).status]).toEqual([429, 200]);
});
