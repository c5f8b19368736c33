/** A fan's sessions: the token of the address bar, how long they last, their list, and calls that require a recent sign-in. */
import { afterEach, describe, expect, test } from 'vitest';
import { deleteAccount, endMySession, getMySessions, type OwnSession } from '#contract/my-account.ts';
import { eraseAccounts } from '#server/accounts/accounts.ts';
import { diskStore } from '#server/media/store.ts';
import { sql, type Sql } from '#server/kernel/database.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { ownProcessClock } from '../../fixtures/process-clock.ts';
import { beforeTests, dataOf, type Person } from '../../fixtures/site/site.ts';

const site = beforeTests(openSiteWithSignOn);
afterEach(() => site.clock.run());
/** What a process remembers of a session. */
const clock = ownProcessClock();

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const signInRequired = { code: 401, message: 'Please log in', data: null, error: 'sign_in_required' };

const signIn = () => aBrowser(site).signIn('google', { person: 'new-fan' });
async function sessionsOf(token: string): Promise<OwnSession[]> {
	return dataOf(getMySessions, await site.ask({ path: getMySessions.path, token })).sessions;
}
const end = (token: string, sessionId: string) =>
	site.ask({ method: 'POST', path: endMySession.path.replace(':session_id', sessionId), token });
const status = async (token: string) => (await site.ask({ path: '/user/me', token })).status;

test('a fan on two devices sees both, and knows which one is in hand', async () => {
	const before = Math.floor(Date.now() / 1000) - 1;
	const [phone, laptop] = [await signIn(), await signIn()];
	const seen = await sessionsOf(phone);
	expect(seen.map(({ current }) => current)).toEqual([false, true]);
	const session_id: unknown = expect.stringMatching(/^[0-9a-f]{24}$/);
	expect(seen[1]).toMatchObject({ session_id, provider: 'google', country: null });
	const after = Math.ceil(Date.now() / 1000) + 1;
	const times = [before, seen[1]?.created_time, seen[1]?.used_time, after];
	expect(times).toEqual(times.toSorted((one, other) => Number(one) - Number(other)));
	expect((await sessionsOf(laptop)).map(({ current }) => current)).toEqual([true, false]);
	expect(JSON.stringify(seen)).not.toContain(phone);
});

test('a fan on two devices ends the other one, at once and only once; nobody ends or sees one of another fan', async () => {
	const [phone, laptop] = [await signIn(), await signIn()];
	const lost = (await sessionsOf(laptop)).find(({ current }) => current)?.session_id ?? '';
	const other = await site.fan('other');
	expect((await end(other.token, lost)).body).toMatchObject({ code: 404, error: 'session_not_found' });
	expect(await sessionsOf(other.token)).toHaveLength(1);
	expect((await end(phone, lost)).body.data).toEqual({ ended: true });
	expect([await status(laptop), await status(phone)]).toEqual([401, 200]);
	expect((await end(phone, lost)).body).toMatchObject({ code: 404, error: 'session_not_found' });
	expect((await sessionsOf(phone)).map(({ session_id }) => session_id)).not.toContain(lost);
});

describe('deleting the account', () => {
	const remove = (token: string) => site.ask({ path: deleteAccount.path, token, body: { gems_are_given_up: true } });
	const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

	test('needs a sign-in of the last ten minutes, and leaves all as it is without one', async () => {
		const token = await signIn();
		await site.clock.set(inMinutes(11));
		const message = 'Please log in again to confirm that it is you';
		expect((await remove(token)).body).toEqual({ code: 403, message, data: null, error: 'sign_in_not_recent' });
		expect(await status(token)).toBe(200);
		expect(await site.db.query({ text: 'select from deletion_request' })).toEqual([]);
		expect((await remove(await signIn())).status).toBe(200);
	});

	test('is not made possible by using an old session a lot', async () => {
		const old: Person = await site.fan('busy');
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

describe('the token in the address bar', () => {
	test('is nobody until then', async () => {
		const browser = aBrowser(site);
		const token = await browser.signOn('google', { person: 'new-fan' });
		const body = { email: 'a@mail.example', name: 'A', country: 'KR' };
		for (const path of ['/user/complete-registration', '/user/me/update']) {
			expect((await browser.ask({ path, token, body })).body).toEqual(signInRequired);
		}
		const { body: loggedOut } = await browser.ask({ path: '/user/logout', method: 'POST', token });
		expect(loggedOut.data).toEqual({ logged_out: false });
		expect((await browser.arrive(token)).status).toBe(200);
	});

	test('is worth nothing after a minute', async () => {
		const browser = aBrowser(site);
		const token = await browser.signOn('google', { person: 'new-fan' });
		await site.clock.set(new Date(Date.now() + 61 * SECOND_MS));
		expect((await browser.ask({ path: '/user/me', token })).body).toEqual(signInRequired);
		await site.clock.run();
		expect((await browser.ask({ path: '/user/me', token })).status).toBe(200);
	});

	test('may be taken up by two calls of one page at once', async () => {
		const browser = aBrowser(site);
		const token = await browser.signOn('google', { person: 'new-fan' });
		const answers = await Promise.all([1, 2, 3].map(() => browser.ask({ path: '/user/me', token })));
		expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
	});

	test('is one, whether its browser comes back twice at once or twice in turn, until somebody logs out', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		const tokenOf = async (page: Promise<URL>) => (await page).searchParams.get('token');
		const tokens = await Promise.all([1, 2, 3].map(() => tokenOf(browser.comeBack(callback))));
		const token = await tokenOf(browser.comeBack(callback));
		expect(tokens).toEqual([token, token, token]);
		for (const answers of [[1, 2], [3]].map((calls) => calls.map(() => browser.arrive(token ?? ''))))
			expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual(answers.map(() => 200));
		await browser.ask({ path: '/user/logout', method: 'POST', token: token ?? '' });
		expect((await browser.comeBack(callback)).searchParams.get('error')).toBe('sign_in_expired');
	});

	test('is none where the process that began it has died: nobody waits for it', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		await sql`update sign_in_attempt set taken_at = lightstick_now() - interval '31 s'`.run(site.owner);
		expect((await browser.comeBack(callback)).searchParams.get('error')).toBe('sign_in_expired');
	});
});

describe('an arrival', () => {
	/** Where a page may be opened with a token: what came before, and who the browser is. */
	const states = ['fresh', 'active', 'logged out', 'nobody’s'] as const;
	const browsers = ['which began it', 'with another sign-in', 'without cookies'] as const;
	const arrivals = states.flatMap((state) => browsers.map((browser) => [state, browser] as const));

	test.each(arrivals)('with a token that is %s, in the browser %s', async (state, where) => {
		const [owner, other] = [aBrowser(site), aBrowser(site)];
		const present = await other.signIn('google', { person: 'somebody-else' });
		const token = state === 'nobody’s' ? 'x'.repeat(43) : await owner.signOn('google', { person: 'new-fan' });
		if (state === 'active' || state === 'logged out') await owner.arrive(token);
		if (state === 'logged out') await owner.ask({ path: '/user/logout', method: 'POST', token });
		const all = { 'which began it': owner, 'with another sign-in': other, 'without cookies': aBrowser(site) };
		const answer = await all[where].arrive(token);
		const isGood = ['fresh', 'active'].includes(state) && where === 'which began it';
		expect(isGood ? answer.status : answer.body).toEqual(isGood ? 200 : signInRequired);
		// The other fan's own session stays as it was.
		expect((await other.ask({ path: '/user/me', token: present })).status).toBe(200);
	});

	test('names the account alike at every sign-in, and each account otherwise', async () => {
		const nameOf = async (person: string) => {
			const browser = aBrowser(site);
			const answer = await browser.arrive(await browser.signOn('google', { person }));
			return (answer.body.data as { fan: string }).fan;
		};
		const [first, again, other] = [await nameOf('no-gems'), await nameOf('no-gems'), await nameOf('few-gems')];
		expect([again === first, other === first]).toEqual([true, false]);
	});
});

describe('a session', () => {
	test.each([
		['lasts 30 days from its last use', 29 * DAY_MS, 200],
		['is over after 30 days without use', 30 * DAY_MS + SECOND_MS, 401],
	] as const)('%s', async (_, passed, answer) => {
		const token = await takenUpUnseen();
		await site.clock.set(new Date(Date.now() + passed));
		expect(await status(token)).toBe(answer);
		if (answer === 200) expect(await expiryOf(token)).toBe(Math.floor(inDays(59).getTime() / DAY_MS));
	});

	test('is over after 180 days, however often it was used', async () => {
		/** The process remembers a session for a second of its own clock; its use is seen after that. */
		const later = async (day: Date) => {
			await site.clock.set(day);
			clock.pass(SECOND_MS);
		};
		const token = await takenUpUnseen();
		for (const day of [25, 50, 75, 100, 125, 150, 175, 179]) {
			await later(inDays(day));
			expect(await lastUse(token)).toBe(Math.floor(inDays(day).getTime() / DAY_MS));
			expect(await expiryOf(token)).toBe(Math.floor(inDays(Math.min(day + 30, 180)).getTime() / DAY_MS));
		}
		await later(new Date(inDays(180).getTime() + SECOND_MS));
		expect(await status(token)).toBe(401);
	});

	test('is extended at most once an hour', async () => {
		const token = await takenUpUnseen();
		const exactExpiry = () => sessionFact<string>(token, sql`expires_at::text`);
		const before = await exactExpiry();
		await site.clock.set(new Date(Date.now() + 59 * 60 * SECOND_MS));
		expect(await status(token)).toBe(200);
		expect(await exactExpiry()).toBe(before);
	});

	test('of a dead or broken token is no session: public calls answer, calls of a fan do not', async () => {
		for (const token of ['dead', 'x'.repeat(43), 'with spaces', 'é']) {
			expect((await site.ask({ path: '/user/me', token })).body).toEqual(signInRequired);
			expect((await site.ask({ path: '/rankings/list', token })).status).toBe(200);
		}
		for (const scheme of ['bearer ', '']) {
			const headers = { authorization: scheme + (await site.fan('any scheme')).token };
			expect((await site.ask({ path: '/user/me', headers })).status).toBe(200);
		}
		const basic = { path: '/user/me', headers: { authorization: 'Basic Zm9vOmJhcg==' } };
		expect((await site.ask(basic)).status).toBe(401);
	});
});

/** A session that this process has not looked up yet, so that what it answers is what the database says. */
async function takenUpUnseen(): Promise<string> {
	const browser = aBrowser(site);
	const token = await browser.signOn('google', { person: 'new-fan' });
	await sql`update session set activated_at = lightstick_now(), expires_at = lightstick_now() + interval '30 days'
			where activated_at is null and token_hash = sha256(convert_to(${token}, 'utf8'))`.run(site.owner);
	return token;
}

/** The day of the last use, after a call with it. */
async function lastUse(token: string): Promise<number> {
	await status(token);
	return sessionFact<number>(token, sql`floor(extract(epoch from used_at) / 86400)::integer`);
}

const expiryOf = (token: string) =>
	sessionFact<number>(token, sql`floor(extract(epoch from expires_at) / 86400)::integer`);

const sessionFact = <Fact>(token: string, fact: Sql) =>
	sql`select ${fact} from session where token_hash = sha256(convert_to(${token}, 'utf8'))`.value<Fact>(site.owner);

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
