/** My artist: marks of favorites, kept in the fan's order. */
import { describe, expect, it } from 'vitest';
import { FAVORITES_MAX } from '#contract/values/constants.ts';
import { eraseAccounts } from '#server/accounts/accounts.ts';
import { diskStore } from '#server/media/store.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openSite, type Answer } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = beforeTests(openSite);
const artists = Array.from({ length: FAVORITES_MAX + 5 }, (_, index) => `Artist ${index}`);
const contest = beforeTests(() => aContest(site.owner, 'november', { artists }));

const mark = ({ token }: Person, artist_ids: number[], first?: boolean) =>
	site.ask({ path: '/user/me/favorites', token, body: { artist_ids, ...(first === undefined ? {} : { first }) } });
const unmark = ({ token }: Person, artistId: number) =>
	site.ask({ method: 'DELETE', path: `/user/me/favorites/${artistId}`, token });
const idsIn = ({ body }: Answer) =>
	(body.data as { favorites: { artist_id: number }[] }).favorites.map(({ artist_id }) => artist_id);
const read = async ({ token }: Person) => idsIn(await site.ask({ path: '/user/me/favorites', token }));

describe('a fan', () => {
	it('marks artists in an order, puts one first, and takes a mark off; all of it twice without a change', async () => {
		const ana = await aPerson(site.owner, 'ana');
		const [one, two, three] = contest.artistIds as [number, number, number];
		for (const _ of [1, 2]) expect(idsIn(await mark(ana, [one, two]))).toEqual([one, two]);
		for (const _ of [1, 2]) expect(idsIn(await mark(ana, [three, two], true))).toEqual([three, two, one]);
		for (const _ of [1, 2]) expect(idsIn(await unmark(ana, two))).toEqual([three, one]);
		expect(await read(ana)).toEqual([three, one]);
	});

	it('keeps what the device had marked, up to the limit and without artists that are gone', async () => {
		const bo = await aPerson(site.owner, 'bo');
		expect(idsIn(await mark(bo, [999_999, ...contest.artistIds.slice(0, 3)]))).toEqual(contest.artistIds.slice(0, 3));
		await Promise.all([mark(bo, contest.artistIds.slice(0, 18)), mark(bo, contest.artistIds.slice(5, 25))]);
		expect(await read(bo)).toHaveLength(FAVORITES_MAX);
		expect((await mark(bo, contest.artistIds)).status).toBe(400);
	});

	it('sees no others’ favorites, and none without signing in', async () => {
		const [cy, di] = [await aPerson(site.owner, 'cy'), await aPerson(site.owner, 'di')];
		const [one] = contest.artistIds as [number];
		await mark(cy, [one]);
		expect(await read(di)).toEqual([]);
		expect(idsIn(await unmark(di, one))).toEqual([]);
		expect(await read(cy)).toEqual([one]);
		expect((await site.ask({ path: '/user/me/favorites' })).status).toBe(401);
	});

	it('finds them in the own data, and leaves none behind', async () => {
		const ed = await aPerson(site.owner, 'ed');
		const [one] = contest.artistIds as [number];
		await mark(ed, [one]);
		const data = await site.ask({ path: '/user/me/data', token: ed.token });
		expect(data.body.data).toMatchObject({ favorites: [{ artist_id: one }], reminders: null, push_devices: [] });
		await site.ask({ path: '/user/me/delete', token: ed.token, body: { gems_are_given_up: true } });
		await site.clock.set(new Date(Date.now() + 8 * 86_400_000));
		await eraseAccounts(site.db, diskStore('.cache/test-data'));
		const left = await site.db.query({ text: 'select from favorite where fan_id = $1', values: [ed.fanId] });
		expect(left).toEqual([]);
		await site.clock.run();
	});
});
