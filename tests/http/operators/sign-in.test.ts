/** Access to the console: sign-ins that succeed and those that are refused. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import * as team from '#contract/operator/operators/operators.ts';
import { beginPasskey } from '#contract/operator/operators/passkeys.ts';
import { getOperator, signOut } from '#contract/operator/operators/session.ts';
import { askAs, dataAs, outcomeAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { makeFirstPasskey } from '../../fixtures/operators/passkey.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aBrowser, HOME, openSiteWithSignOn, pathOf, type SignInForm } from '../../fixtures/accounts/sign-in.ts';
import { visitSignIn } from '../../../testkit/visit-sign-in.ts';
import { dataOf } from '../../fixtures/site/site.ts';

const OWNER = { person: 'owner' };
const LIGHTSTICK_OWNER_EMAIL = 'Owner@Lightstick.example';

const site = beforeTests(() => openSiteWithSignOn({ env: { LIGHTSTICK_OWNER_EMAIL } }));
afterEach(() => site.clock.run());

/** The whole way through the provider: where it ends, and the cookie that it left. */
async function arrive(form: SignInForm, { returnTo = '/console/rankings', host = 'localhost:3000' } = {}) {
	const begun = await site.ask({ path: `/console/login?return_to=${encodeURIComponent(returnTo)}`, headers: { host } });
	const attempt = cookieIn(begun.headers['set-cookie']);
	const callback = await visitSignIn((begun.body.data as { login_url: string }).login_url, form);
	const back = await site.ask({ path: pathOf(callback), headers: { cookie: attempt, host } });
	const kept = [back.headers['set-cookie'] ?? []].flat() as string[];
	const setCookie = kept.find((line) => line.startsWith('lightstick-console=')) ?? '';
	return { page: new URL(String(back.headers['location']), HOME), cookie: cookieIn(setCookie), setCookie };
}

const cookieIn = (header: unknown) => ([header ?? ''].flat() as string[])[0]?.split(';')[0] ?? '';
const newPerson = (email: string, subject: string, extra = {}) => ({ name: 'A Person', email, subject, ...extra });

async function ownerOf(): Promise<Colleague> {
	const { cookie } = await arrive(OWNER);
	const { operator } = dataOf(getOperator, await askAs(site, { cookie }, getOperator, {}));
	const owner = { operatorId: operator.operator_id, email: operator.email, role: operator.role, cookie };
	await site.owner.query({ text: 'delete from operator_passkey' });
	await makeFirstPasskey(site, owner);
	return owner;
}

describe('the first owner', () => {
	// First: afterwards there is one.
	it('is nobody whose address the provider does not vouch for', async () => {
		const { page } = await arrive(newPerson('owner@lightstick.example', 'unsure', { unverified: 'yes' }));
		expect(page.search).toBe('?error=not_an_operator');
	});

	it('is whoever proves the configured address at the provider, and comes back to the page they wanted', async () => {
		const { page, cookie, setCookie } = await arrive(OWNER);
		expect(page.href).toBe(`${HOME}/console/rankings`);
		expect(setCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
		const me = dataOf(getOperator, await askAs(site, { cookie }, getOperator, {}));
		expect(me.operator).toMatchObject({ email: 'owner@lightstick.example', role: 'owner' });
		expect(me.site.timezone).toBe('Asia/Seoul');
	});

	it('is one person: the configuration’s invitation is void afterwards', async () => {
		await arrive(OWNER);
		const second = await arrive(newPerson('owner@lightstick.example', 'another-subject'));
		expect(second.page.search).toBe('?error=not_an_operator');
		expect(second.cookie).toBe('');
		// Nor is it made by LINE: there is no such way in.
		expect((await site.ask({ path: '/console/login/callback/line?state=x' })).status).toBe(404);
	});

	it('can be the same person again from the other name of this machine', async () => {
		await arrive(OWNER, { host: '127.0.0.1:3000' });
		expect((await arrive(OWNER)).page.search).toBe('');
	});
});

describe('a fan', () => {
	it('who types the owner’s address stays a fan, and their token opens nothing here', async () => {
		const token = await aBrowser(site).signIn('google', { person: 'somebody-else' });
		const body = { name: 'Owner', email: 'owner@lightstick.example', country: 'KR' };
		await site.ask({ path: '/user/complete-registration', token, body });
		expect((await site.ask({ path: '/console/me', token })).body.error).toBe('sign_in_required');
		expect((await arrive({ person: 'somebody-else' })).page.search).toBe('?error=not_an_operator');
	});

	it('who is the owner has two sessions that know nothing of each other', async () => {
		const token = await aBrowser(site).signIn('google', OWNER);
		expect((await site.ask({ path: '/console/me', token })).status).toBe(401);
		const { cookie } = await arrive(OWNER);
		expect((await site.ask({ path: '/user/me', headers: { cookie } })).status).toBe(401);
	});
});

describe('a sign-in', () => {
	it('works once, and only in the browser where it began; a cancelled one ends at the console with a word about it', async () => {
		expect((await arrive({ cancel: 'yes' })).page.href).toBe(`${HOME}/console?error=sign_in_failed`);
		const begun = await site.ask({ path: '/console/login', headers: { host: 'localhost:3000' } });
		const callback = await visitSignIn((begun.body.data as { login_url: string }).login_url, OWNER);
		const visit = (cookie: string) => site.ask({ path: pathOf(callback), headers: cookie ? { cookie } : {} });
		expect((await visit('')).headers['location']).toBe('/console?error=sign_in_expired');
		expect((await visit(cookieIn(begun.headers['set-cookie']))).headers['location']).toBe('/console');
		const again = await visit(cookieIn(begun.headers['set-cookie']));
		expect(again.headers['location']).toBe('/console?error=sign_in_expired');
	});

	it('leads back to the screen with its filters', async () => {
		const search = new URLSearchParams({ q: '김 "민지" +82*(x)/ئ', sort: 'name', from: '2026-01-01T10:00' });
		for (const screen of ['/console/rankings/weekly-2026', `/console/fans?${search}`]) {
			const { page } = await arrive(OWNER, { returnTo: screen });
			expect(page.pathname + page.search).toBe(screen);
		}
	});

	it('leads back to a page of the console and nowhere else', async () => {
		const elsewhere = `https://evil.example //evil.example /console/../x /console/./x /console//evil.example
			/console@evil.example /consolex /console\\x /`.split(/\s+/);
		for (const returnTo of [...elsewhere, '/console/x\r\nset-cookie: a']) {
			const answer = await site.ask({ path: `/console/login?return_to=${encodeURIComponent(returnTo)}` });
			expect([returnTo, answer.status]).toEqual([returnTo, 400]);
		}
	});
});

describe('a first passkey', () => {
	/** Signs in from start to end after the browser's user has changed the provider's URL. */
	async function arriveBy(query: string, change: (address: URL) => void, at = site) {
		const begun = await at.ask({ path: `/console/login${query}`, headers: { host: 'localhost:3000' } });
		const address = new URL((begun.body.data as { login_url: string }).login_url);
		const asked = address.searchParams.get('max_age');
		change(address);
		const callback = await visitSignIn(address.href, OWNER);
		const back = await at.ask({ path: pathOf(callback), headers: { cookie: cookieIn(begun.headers['set-cookie']) } });
		const set = [back.headers['set-cookie'] ?? []].flat() as string[];
		return { asked, set, cookie: set.find((line) => line.startsWith('lightstick-console='))?.split(';')[0] ?? '' };
	}
	const mayMakeOne = (cookie: string, at = site) => outcomeAs(at, { cookie }, beginPasskey, {});

	it('is made right after the provider has asked the person, which it is told to', async () => {
		const anew = await arriveBy('?anew=1', () => undefined);
		expect([anew.asked, await mayMakeOne(anew.cookie)]).toEqual(['60', 200]);
		const usual = await arriveBy('', () => undefined);
		expect([usual.asked, await mayMakeOne(usual.cookie)]).toEqual([String(7 * 86_400), 200]);
		// And no cookie of the sign-in is left behind.
		expect(usual.set.filter((line) => line.startsWith('console_sign_in_'))).toEqual([
			expect.stringMatching(/^console_sign_in_[\w-]{12}=; Max-Age=0; Path=\/; /),
		]);
	});

	it('is not made where the browser has kept the provider from being told', async () => {
		const { cookie } = await arriveBy('?anew=1', (address) => address.searchParams.delete('max_age'));
		expect(await mayMakeOne(cookie)).toBe('sign_in_again');
	});

	it('is made with a provider that never says when it asked, if the configuration says so', async () => {
		const silent = await openSiteWithSignOn({ env: { LIGHTSTICK_OWNER_EMAIL, OPERATOR_AUTH_TIME: 'optional' } });
		onTestFinished(() => silent.close());
		const { cookie } = await arriveBy('', (address) => address.searchParams.delete('max_age'), silent);
		expect(await mayMakeOne(cookie, silent)).toBe(200);
	});
});

it('a session ends after half an hour without a request, and at once by signing out', async () => {
	const { cookie } = await arrive(OWNER);
	const entry = (of = cookie) => outcomeAs(site, { cookie: of }, getOperator, {});
	for (const [minutes, outcome] of [
		[29, 200],
		[58, 200],
		[89, 'sign_in_required'],
	] as const) {
		await site.clock.set(new Date(Date.now() + minutes * 60_000));
		expect(await entry()).toBe(outcome);
	}
	await site.clock.run();
	const fresh = await arrive(OWNER);
	expect(await outcomeAs(site, fresh, signOut, {})).toBe(200);
	expect(await entry(fresh.cookie)).toBe('sign_in_required');
});

describe('an owner', () => {
	it('invites a colleague, who joins once with the address proved and nothing else', async () => {
		const owner = await ownerOf();
		const body = { email: 'Mina@team.example', role: 'editor', why: 'joins the content team' } as const;
		await dataAs(site, owner, team.inviteOperator, { body });
		expect(await outcomeAs(site, owner, team.inviteOperator, { body })).toBe('already_invited');
		expect((await arrive(newPerson('mina@team.example', 'fake', { unverified: 'yes' }))).cookie).toBe('');
		const mina = await arrive(newPerson('mina@team.example', 'mina'));
		expect((await askAs(site, mina, getOperator, {})).body.data).toMatchObject({ operator: { role: 'editor' } });
		expect((await arrive(newPerson('mina@team.example', 'mina-the-second'))).cookie).toBe('');
		const { invitations } = await dataAs(site, owner, team.getOperators, {});
		const ofMina = invitations.filter(({ email }) => email.toLowerCase() === 'mina@team.example');
		expect(ofMina.map(({ status }) => status)).toEqual(['claimed']);
	});

	it('takes an invitation back, and nobody joins by it; one that is a week old is void', async () => {
		const owner = await ownerOf();
		const invite = (email: string) =>
			dataAs(site, owner, team.inviteOperator, { body: { email, role: 'viewer', why: 'a look' } });
		const { invitation } = await invite('one@team.example');
		await dataAs(site, owner, team.withdrawInvitation, { params: { invitation_id: invitation?.invitation_id ?? 0 } });
		expect((await arrive(newPerson('one@team.example', 'one'))).cookie).toBe('');
		await invite('two@team.example');
		await site.clock.set(new Date(Date.now() + 7 * 86_400_000 + 1000));
		expect((await arrive(newPerson('two@team.example', 'two'))).page.search).toBe('?error=not_an_operator');
	});

	it('changes a role or removes somebody, whose sessions end; never their own, never over another’s change', async () => {
		const owner = await ownerOf();
		await dataAs(site, owner, team.inviteOperator, { body: { email: 'kit@team.example', role: 'viewer', why: 'new' } });
		const kit = await arrive(newPerson('kit@team.example', 'kit'));
		const { operators } = await dataAs(site, owner, team.getOperators, {});
		const operatorId = operators.at(-1)?.operator_id ?? 0;
		const change = (version: number, removed: boolean, id = operatorId) =>
			askAs(site, owner, team.changeOperator, {
				params: { operator_id: id },
				body: { version, role: 'finance', removed, why: 'moves to finance' },
			});
		expect((await change(1, false)).body.data).toMatchObject({ operator: { role: 'finance', version: 2 } });
		expect((await askAs(site, kit, getOperator, {})).status).toBe(401);
		expect((await change(1, true)).body.error).toBe('stale_edit');
		expect((await change(2, true)).status).toBe(200);
		expect((await arrive(newPerson('kit@team.example', 'kit'))).page.search).toBe('?error=not_an_operator');
		expect((await change(1, false, owner.operatorId)).body.error).toBe('own_role');
	});
});
