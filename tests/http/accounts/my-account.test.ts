/** A fan's own: favorites, exporting personal data, and deleting an account, also while its fan signs in. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listFans, readFan, suspendFan } from '#contract/operator/accounts.ts';
import { eraseAccounts } from '#server/accounts/accounts.ts';
import { sql } from '#server/kernel/database.ts';
import { diskStore, type MediaStore } from '#server/media/store.ts';
import { cancelRequest } from '#server/accounts/sql.ts';
import { fanOf } from '#server/accounts/sign-on/sign-on.ts';
import { FAVORITES_MAX } from '#contract/values/constants.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';
import { aBrowser, type Browser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { type Answer, beforeTests, type Person } from '../../fixtures/site/site.ts';

const shop = beforeTests(openShop);
const folder = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-leaving-')));
let media: MediaStore;
beforeAll(() => void (media = diskStore(folder.path)));
afterEach(() => shop.clock.run());
afterAll(() => shop.balances());

const post = (person: Person, path: string, body?: object) =>
	shop.ask({ method: 'POST', path, token: person.token, ...(body ? { body } : {}) });
const remove = (person: Person) => post(person, '/user/me/delete', { gems_are_given_up: true });
const days = (count: number) => shop.later({ days: count });

async function traces({ fanId }: Person): Promise<Record<string, unknown>> {
	return sql`select name, email, country, language, avatar_media_id, erased_at is not null as erased,
			(select count(*) from session where session.fan_id = fan.fan_id) as sessions,
			(select count(*) from fan_identity where fan_identity.fan_id = fan.fan_id) as identities
		from fan where fan_id = ${fanId}`.one(shop.db);
}

it('a fan takes along what is kept: account, gems, votes, check-ins, orders and favorites', async () => {
	const cy = await shop.fan('cy', { earned: 100 });
	const contest = await shop.contest('november');
	await shop.castVote(cy, contest, { tickets: 2 });
	await post(cy, '/checkin', {});
	await post(cy, '/user/me/favorites', { artist_ids: contest.artistIds.slice(0, 1) });
	const { tradeNo } = await shop.fulfilledOrder(cy);
	const { body } = await shop.ask({ path: '/user/me/data', token: cy.token });
	expect(body.data).toMatchObject({
		account: { name: 'cy', email: 'cy@fans.example', gem_balance: 80 + 10 + 600 },
		sessions: [{ provider: 'google' }],
		gem_logs: [{ kind: 'bonus' }, { kind: 'purchase' }, { kind: 'check_in' }, { kind: 'vote' }, { kind: 'adjustment' }],
		votes: [{ ranking_key: 'november', artist_name: 'Ayu Bara', ticket_number: 2, gem_cost: 20 }],
		check_ins: [{ sequence: 1, gem_number: 10 }],
		orders: [{ trade_no: tradeNo, status: 'fulfilled' }],
		favorites: [{ artist_id: contest.artistIds[0] }],
		reminders: null,
		push_devices: [],
	});
});

describe('a fan who wants to be deleted', () => {
	it('has to say so, is logged out at once, and is erased a week later with the books balanced', async () => {
		const di = await shop.fan('di', { earned: 30, purchased: 70 });
		await shop.ask({ path: '/user/me/language', method: 'PUT', token: di.token, body: { language: 'ja' } });
		expect((await post(di, '/user/me/delete', {})).status).toBe(400);
		const farewell = await remove(di);
		expect(farewell.body.data).toMatchObject({ gem_balance: 100 });
		expect((await shop.ask({ path: '/user/me', token: di.token })).status).toBe(401);
		await days(6.9);
		await eraseAccounts(shop.db, media);
		expect(await traces(di)).toMatchObject({ name: 'di', erased: false });
		await days(7.1);
		await Promise.all([eraseAccounts(shop.db, media), eraseAccounts(shop.db, media)]);
		const nothing = { name: null, email: null, country: null, language: null, avatar_media_id: null };
		expect(await traces(di)).toEqual({ ...nothing, erased: true, sessions: 0, identities: 0 });
		const entries = await sql`select kind, earned, purchased from ledger_entry where fan_id = ${di.fanId}
				order by seq`.all<{ kind: string; earned: number; purchased: number }>(shop.db);
		expect(entries.at(-1)).toEqual({ kind: 'forfeit', earned: -30, purchased: -70 });
	});

	it('leaves a number at votes and payments, as the texts say, and no name, address, sign-in or secret anywhere', async () => {
		const ivo = await shop.fan('ivoquill', { earned: 90 });
		const contest = await shop.contest('told', { artists: ['Wyn', 'Ode'] });
		await sql`insert into fan_identity (provider, subject, fan_id, login_email)
				values ('google', 'subject-ivoquill', ${ivo.fanId}, 'ivoquill@mail.example')`.run(shop.owner);
		await shop.castVote(ivo, contest, { tickets: 2 });
		await post(ivo, '/checkin', {});
		await post(ivo, '/user/me/favorites', { artist_ids: contest.artistIds });
		await shop.ask({ method: 'PUT', path: '/user/me/language', token: ivo.token, body: { language: 'ja' } });
		const { tradeNo } = await shop.fulfilledOrder(ivo);
		const editor = await shop.operator('editor');
		const byId = { params: { fan_id: ivo.fanId }, body: { why: 'many accounts' } };
		await editor.data(suspendFan, byId);
		await editor.data(readFan, { params: byId.params });
		await editor.data(listFans, { query: { search: 'ivoquill' } });
		await remove(ivo);
		const tables = await sql`select relname as name, exists (select from pg_attribute
					where attrelid = pg_class.oid and attname = 'fan_id') as keeps from pg_class
				where relnamespace = 'public'::regnamespace and relkind = 'r'`.all<{ name: string; keeps: boolean }>(
			shop.owner,
		);
		const holding = async (condition: string, value: unknown) => {
			const names = tables.filter(({ keeps }) => keeps || !condition.startsWith('fan_id')).map(({ name }) => name);
			const text = names.map((name) => `select '${name}' as name from ${name} row where ${condition}`).join(' union ');
			return (await shop.owner.query<{ name: string }>({ text, values: [value] })).map(({ name }) => name).toSorted();
		};
		const named = `position($1 in lower(row::text)) > 0`;
		expect(await holding(named, 'ivoquill')).toEqual(['fan', 'fan_identity']);
		await days(8);
		await eraseAccounts(shop.db, media);
		expect(await holding(named, 'ivoquill')).toEqual([]);
		// A table that also keeps rows has to be told of in web/pages/privacy.tsx and docs/operating/vote-log.md.
		expect(await holding('fan_id = $1', ivo.fanId)).toEqual(
			'check_in deletion_request fan gem_adjustment gem_lot gem_order ledger_entry vote wallet'.split(' '),
		);
		const linked = sql`select trade_no from vote join gem_order using (fan_id) join payment using (trade_no)
			where fan_id = ${ivo.fanId}`;
		expect(await linked.value(shop.owner)).toBe(tradeNo);
	});

	it('keeps a debt on record, and loses the picture that nobody else has', async () => {
		const ed = await shop.fan('ed', { debt: 50 });
		const picture = 'e'.repeat(32);
		await media.write(picture, { width: 96, format: 'webp' }, new Uint8Array([1]));
		await sql`update fan set avatar_media_id = ${picture} where fan_id = ${ed.fanId}`.run(shop.owner);
		await remove(ed);
		await days(8);
		await eraseAccounts(shop.db, media);
		expect(await media.list(picture)).toEqual([]);
		expect(await sql`select purchased from wallet where fan_id = ${ed.fanId}`.value(shop.db)).toBe(-50);
	});

	it('is erased although the erasure of somebody before them fails, which is tried again', async () => {
		const [gil, hui] = [await shop.fan('gil'), await shop.fan('hui')];
		const picture = 'f'.repeat(32);
		await sql`update fan set avatar_media_id = ${picture} where fan_id = ${gil.fanId}`.run(shop.owner);
		for (const fan of [gil, hui]) await remove(fan);
		await days(8);
		const broken: MediaStore = { ...media, remove: () => Promise.reject(new Error('The disk is broken')) };
		await expect(eraseAccounts(shop.db, broken)).rejects.toThrow('The disk is broken');
		expect([(await traces(gil))['erased'], (await traces(hui))['erased']]).toEqual([false, true]);
		await eraseAccounts(shop.db, media);
		expect(await traces(gil)).toMatchObject({ erased: true, avatar_media_id: null });
	});
});

describe('a sign-in and an erasure at the same time', () => {
	const person = { person: 'midnight-seat' };
	const noMedia = { remove: async () => undefined } as unknown as MediaStore;
	const erased = sql`select from fan where erased_at is not null`;
	let browser: Browser;
	const site = beforeTests.each(openSiteWithSignOn);
	beforeEach(async () => {
		browser = aBrowser(site);
		const token = await browser.signIn('google', person);
		await sql`update fan set avatar_media_id = ${'e'.repeat(32)}`.run(site.owner);
		const body = { gems_are_given_up: true };
		expect((await site.ask({ path: '/user/me/delete', token, body })).status).toBe(200);
		await site.later({ days: 8 });
	});
	afterEach(() => site.balances());

	async function welcomed(callback: URL): Promise<unknown> {
		const token = (await browser.comeBack(callback)).searchParams.get('token') ?? '';
		return (await browser.ask({ path: '/user/me', token })).body;
	}

	it('a fan who signs in while their account is being erased comes in as somebody new, and again the next time', async () => {
		const callback = await browser.visitProvider('google', person);
		const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		// The erasure stops halfway, when it removes the picture.
		const paused = {
			async remove() {
				reached.resolve();
				await letGo.promise;
			},
		} as unknown as MediaStore;
		const erasing = eraseAccounts(site.db, paused);
		await reached.promise;
		const arriving = welcomed(callback);
		await expect.poll(() => waitingForLocks(site.owner)).toHaveLength(1);
		letGo.resolve();
		await erasing;
		expect(await arriving).toMatchObject({ code: 200, data: { is_new_user: true, gem_balance: 0 } });
		expect(await welcomed(await browser.visitProvider('google', person))).toMatchObject({ code: 200 });
		expect(await erased.all(site.db)).toHaveLength(1);
	});

	it('a fan whose sign-in was first keeps the account', async () => {
		let erasing: Promise<void> = Promise.resolve();
		await site.db.transaction(async (tx) => {
			const identity = { subject: 'midnight-seat', name: null, email: null, emailVerified: false, pictureUrl: null };
			const fan = await fanOf(tx, 'google', identity);
			erasing = eraseAccounts(site.db, noMedia);
			await expect.poll(() => waitingForLocks(site.owner)).toHaveLength(1);
			await cancelRequest(tx, fan);
		});
		await erasing;
		expect(await erased.all(site.db)).toEqual([]);
	});

	it('a fan whom an earlier release locked out of an erased account comes in again', async () => {
		await eraseAccounts(site.db, noMedia);
		await sql`insert into fan_identity (provider, subject, fan_id, login_email)
			select 'google', 'midnight-seat', fan_id, 'seat.b12@mail.example' from fan`.run(site.owner);
		const answer = await welcomed(await browser.visitProvider('google', person));
		expect(answer).toMatchObject({ code: 200, data: { is_new_user: true } });
	});

	it('nothing personal is written to an account that has been erased', async () => {
		const callback = await browser.visitProvider('google', { person: 'no-gems' });
		const token = (await browser.comeBack(callback)).searchParams.get('token') ?? '';
		await browser.ask({ path: '/user/me', token });
		const body = { email: 'back@mail.example', name: 'back', country: 'KR' };
		let answering = Promise.resolve({ status: 0 });
		await site.owner.transaction(async (tx) => {
			await sql`update fan set erased_at = lightstick_now() where fan_id = (select max(fan_id) from fan)`.run(tx);
			answering = site.ask({ path: '/user/complete-registration', token, body });
			await expect.poll(() => waitingForLocks(site.owner)).toHaveLength(1);
		});
		expect(await answering).toMatchObject({ status: 401 });
		expect(await sql`select from fan where name = 'back' or email = ${body.email}`.all(site.db)).toEqual([]);
	});
});

const artists = Array.from({ length: FAVORITES_MAX + 5 }, (_, index) => `Artist ${index}`);
const marked = beforeTests(() => shop.contest('marked', { artists }));

const mark = ({ token }: Person, artist_ids: number[], first?: boolean) =>
	shop.ask({ path: '/user/me/favorites', token, body: { artist_ids, ...(first === undefined ? {} : { first }) } });
const unmark = ({ token }: Person, artistId: number) =>
	shop.ask({ method: 'DELETE', path: `/user/me/favorites/${artistId}`, token });
const idsIn = ({ body }: Answer) =>
	(body.data as { favorites: { artist_id: number }[] }).favorites.map(({ artist_id }) => artist_id);
const favoritesOf = async ({ token }: Person) => idsIn(await shop.ask({ path: '/user/me/favorites', token }));

describe('favorites of a fan', () => {
	it('marks artists in an order, puts one first, and takes a mark off; all of it twice without a change', async () => {
		const ana = await shop.fan('ana');
		const [one, two, three] = marked.artistIds as [number, number, number];
		for (const _ of [1, 2]) expect(idsIn(await mark(ana, [one, two]))).toEqual([one, two]);
		for (const _ of [1, 2]) expect(idsIn(await mark(ana, [three, two], true))).toEqual([three, two, one]);
		for (const _ of [1, 2]) expect(idsIn(await unmark(ana, two))).toEqual([three, one]);
		expect(await favoritesOf(ana)).toEqual([three, one]);
	});

	it('keeps what the device had marked, up to the limit and without artists that are gone', async () => {
		const bo = await shop.fan('bo');
		expect(idsIn(await mark(bo, [999_999, ...marked.artistIds.slice(0, 3)]))).toEqual(marked.artistIds.slice(0, 3));
		await Promise.all([mark(bo, marked.artistIds.slice(0, 18)), mark(bo, marked.artistIds.slice(5, 25))]);
		expect(await favoritesOf(bo)).toHaveLength(FAVORITES_MAX);
		expect((await mark(bo, marked.artistIds)).status).toBe(400);
	});

	it('sees no others’ favorites', async () => {
		const [cy, di] = [await shop.fan('cy'), await shop.fan('di')];
		const [one] = marked.artistIds as [number];
		await mark(cy, [one]);
		expect(await favoritesOf(di)).toEqual([]);
		expect(idsIn(await unmark(di, one))).toEqual([]);
		expect(await favoritesOf(cy)).toEqual([one]);
	});
});
