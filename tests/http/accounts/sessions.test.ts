/** The list of a fan's sessions, ending one of them, and calls that require a recent sign-in. */
import { afterEach, describe, expect, test } from 'vitest';
import { deleteAccount, endMySession, getMySessions, type OwnSession } from '#contract/my-account.ts';
import { eraseAccounts } from '#server/accounts/accounts.ts';
import { diskStore } from '#server/media/store.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { dataOf } from '../../fixtures/site/site.ts';

const site = beforeTests(openSiteWithSignOn);
afterEach(() => site.clock.run());

const signIn = () => aBrowser(site).signIn('google', { person: 'new-fan' });
async function sessionsOf(token: string): Promise<OwnSession[]> {
	return dataOf(getMySessions, await site.ask({ path: getMySessions.path, token })).sessions;
}
const end = (token: string, sessionId: string) =>
	site.ask({ method: 'POST', path: endMySession.path.replace(':session_id', sessionId), token });
const status = async (token: string) => (await site.ask({ path: '/user/me', token })).status;

describe('a fan on two devices', () => {
	test('sees both, and knows which one is in hand', async () => {
		const before = Math.floor(Date.now() / 1000);
		const [phone, laptop] = [await signIn(), await signIn()];
		const seen = await sessionsOf(phone);
		expect(seen.map(({ current }) => current)).toEqual([false, true]);
		expect(seen[1]).toMatchObject({
			session_id: expect.stringMatching(/^[0-9a-f]{24}$/),
			provider: 'google',
			country: null,
		});
		const after = Math.ceil(Date.now() / 1000);
		for (const time of [seen[1]?.created_time, seen[1]?.used_time]) {
			expect(time).toBeGreaterThanOrEqual(before);
			expect(time).toBeLessThanOrEqual(after);
		}
		expect((await sessionsOf(laptop)).map(({ current }) => current)).toEqual([true, false]);
		expect(JSON.stringify(seen)).not.toContain(phone);
	});

	test('ends the other one, at once and only once', async () => {
		const [phone, laptop] = [await signIn(), await signIn()];
		const lost = (await sessionsOf(laptop)).find(({ current }) => current)?.session_id ?? '';
		expect((await end(phone, lost)).body.data).toEqual({ ended: true });
		expect([await status(laptop), await status(phone)]).toEqual([401, 200]);
		expect((await end(phone, lost)).body).toMatchObject({ code: 404, error: 'session_not_found' });
		expect((await sessionsOf(phone)).map(({ session_id }) => session_id)).not.toContain(lost);
	});
});

describe('nobody', () => {
	test('ends or sees a session of another fan', async () => {
		const [own, other] = [await signIn(), await aPerson(site.owner, 'other')];
		const [theirs] = await sessionsOf(other.token);
		expect((await end(own, theirs?.session_id ?? '')).body).toMatchObject({ code: 404, error: 'session_not_found' });
		expect(await status(other.token)).toBe(200);
		expect((await sessionsOf(other.token)).length).toBe(1);
	});

	test.each(['', 'x', 'g'.repeat(24), `${'a'.repeat(24)}%00`, 'a'.repeat(25)])(
		'ends a session named %j',
		async (name) => {
			expect([400, 404]).toContain((await end(await signIn(), name)).status);
		},
	);

	test('asks without a session', async () => {
		expect((await site.ask({ path: getMySessions.path })).status).toBe(401);
		expect((await end('nobody', 'a'.repeat(24))).status).toBe(401);
	});
});

describe('deleting the account', () => {
	const remove = (token: string) => site.ask({ path: deleteAccount.path, token, body: { gems_are_given_up: true } });
	const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

	test('needs a sign-in of the last ten minutes, and leaves all as it is without one', async () => {
		const token = await signIn();
		await site.clock.set(inMinutes(11));
		expect((await remove(token)).body).toEqual({
			code: 403,
			message: 'Please log in again to confirm that it is you',
			data: null,
			error: 'sign_in_not_recent',
		});
		expect(await status(token)).toBe(200);
		expect(await site.db.query({ text: 'select from deletion_request' })).toEqual([]);
		expect((await remove(await signIn())).status).toBe(200);
	});

	test('is not made possible by using an old session a lot', async () => {
		const old: Person = await aPerson(site.owner, 'busy');
		await site.clock.set(inMinutes(9));
		expect(await status(old.token)).toBe(200);
		await site.clock.set(inMinutes(120));
		expect(await status(old.token)).toBe(200);
		expect((await remove(old.token)).status).toBe(403);
	});

	test('is undone by signing in again within the week', async () => {
		const signInAs = () => aBrowser(site).signIn('google', { person: 'midnight-seat' });
		const token = await signInAs();
		expect((await remove(token)).status).toBe(200);
		expect(await status(token)).toBe(401);
		const again = await signInAs();
		await site.clock.set(inMinutes(8 * 24 * 60));
		await eraseAccounts(site.db, diskStore(site.config.dataFolder));
		expect((await site.ask({ path: '/user/me', token: again })).body.data).toMatchObject({ name: 'midnight_seat' });
	});
});
