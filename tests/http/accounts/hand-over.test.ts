import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownProcessClock } from '../../fixtures/process-clock.ts';
import { aBrowser, openSiteWithSignOn, type Browser } from '../../fixtures/accounts/sign-in.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

const signInRequired = { code: 401, message: 'Please log in', data: null, error: 'sign_in_required' };

const site = beforeTests(openSiteWithSignOn);
const clock = ownProcessClock();
afterEach(() => site.clock.run());

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
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	});

	test('is not made a second time out of the same return', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		expect((await browser.comeBack(callback)).searchParams.has('token')).toBe(true);
		const again = await browser.comeBack(callback);
		expect(again.searchParams.has('token')).toBe(false);
		expect(again.searchParams.get('error')).toBe('sign_in_expired');
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
		const browser = { 'which began it': owner, 'with another sign-in': other, 'without cookies': aBrowser(site) }[
			where
		];
		const answer = await browser.arrive(token);
		const isGood = state === 'fresh' && where === 'which began it';
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
	test('ends with log-out, for every call and at once', async () => {
		const { browser, token } = await signedIn();
		const { body } = await browser.ask({ path: '/user/logout', method: 'POST', token });
		expect(body.data).toEqual({ logged_out: true });
		expect((await browser.ask({ path: '/user/me', token })).body).toEqual(signInRequired);
		const again = await browser.ask({ path: '/user/logout', method: 'POST', token });
		expect(again.body).toEqual({ code: 200, message: 'ok', data: { logged_out: false } });
	});

	test('lasts 30 days from its last use', async () => {
		const token = await takenUpUnseen();
		await site.clock.set(inDays(29));
		expect((await site.ask({ path: '/user/me', token })).status).toBe(200);
		expect(await expiryOf(token)).toBe(Math.floor(inDays(59).getTime() / DAY_MS));
	});

	test('is over after 30 days without use', async () => {
		const token = await takenUpUnseen();
		await site.clock.set(new Date(inDays(30).getTime() + SECOND_MS));
		expect((await site.ask({ path: '/user/me', token })).body).toEqual(signInRequired);
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
		expect((await site.ask({ path: '/user/me', token })).status).toBe(401);
	});

	test('is extended at most once an hour', async () => {
		const token = await takenUpUnseen();
		const before = await exactExpiryOf(token);
		await site.clock.set(new Date(Date.now() + 59 * 60 * SECOND_MS));
		expect((await site.ask({ path: '/user/me', token })).status).toBe(200);
		expect(await exactExpiryOf(token)).toBe(before);
	});

	test('of a dead or broken token is no session: public calls answer, calls of a fan do not', async () => {
		for (const token of ['dead', 'x'.repeat(43), 'with spaces', 'é']) {
			expect((await site.ask({ path: '/user/me', token })).body).toEqual(signInRequired);
			expect((await site.ask({ path: '/rankings/list', token })).status).toBe(200);
		}
		const { status } = await site.ask({ path: '/user/me', headers: { authorization: 'Basic Zm9vOmJhcg==' } });
		expect(status).toBe(401);
	});
});

async function signedIn(): Promise<{ browser: Browser; token: string }> {
	const browser = aBrowser(site);
	return { browser, token: await browser.signIn('google', { person: 'new-fan' }) };
}

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
	await site.ask({ path: '/user/me', token });
	const [session] =
		await sql`select used_at as "usedAt" from session where token_hash = sha256(convert_to(${token}, 'utf8'))`.all<{
			usedAt: Date | null;
		}>(site.owner);
	return Math.floor(Number(session?.usedAt) / DAY_MS);
}

async function expiryOf(token: string): Promise<number> {
	return Math.floor(new Date(await exactExpiryOf(token)).getTime() / DAY_MS);
}

async function exactExpiryOf(token: string): Promise<string> {
	const [session] = await sql`select to_json(expires_at) #>> '{}' as expiry from session
			where token_hash = sha256(convert_to(${token}, 'utf8'))`.all<{ expiry: string }>(site.owner);
	return session?.expiry ?? 'none';
}

function inDays(days: number): Date {
	return new Date(Date.now() + days * DAY_MS);
}
