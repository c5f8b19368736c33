/** Access to the console: sign-ins that succeed and those that are refused, and a console on a separate origin. */
import { afterEach, describe, expect, it, onTestFinished, beforeAll } from 'vitest';
import { asOperator } from '../../fixtures/operators/operators.ts';
import { makeFirstPasskey } from '../../fixtures/operators/passkey.ts';
import { aBrowser, HOME, openSiteWithSignOn, pathOf, type SignInForm } from '../../fixtures/accounts/sign-in.ts';
import { visitSignIn } from '../../../testkit/visit-sign-in.ts';
import { beforeTests, dataOf, openSite, type Operator } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

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

/** Whoever has the cookie, in the console. */
const consoleOf = (cookie: string, at = site) => asOperator(at, { operatorId: 0, email: '', role: 'viewer', cookie });

const cookieIn = (header: unknown) => ([header ?? ''].flat() as string[])[0]?.split(';')[0] ?? '';
const newPerson = (email: string, subject: string, extra = {}) => ({ name: 'A Person', email, subject, ...extra });

async function ownerOf(): Promise<Operator> {
	const { cookie } = await arrive(OWNER);
	const { operator } = await consoleOf(cookie).data(calls.getOperator);
	const { operator_id: operatorId, email, role } = operator;
	const owner = asOperator(site, { operatorId, email, role, cookie });
	await site.owner.query({ text: 'delete from operator_passkey' });
	await makeFirstPasskey(owner);
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
		const me = await consoleOf(cookie).data(calls.getOperator);
		expect(me.operator).toMatchObject({ email: 'owner@lightstick.example', role: 'owner' });
		expect(me.site.timezone).toBe('Asia/Seoul');
	});

	it('is one person, who may come back by the other name of this machine: the invitation is void afterwards', async () => {
		for (const host of ['127.0.0.1:3000', 'localhost:3000']) {
			expect((await arrive(OWNER, { host })).page.search).toBe('');
		}
		const second = await arrive(newPerson('owner@lightstick.example', 'another-subject'));
		expect([second.page.search, second.cookie]).toEqual(['?error=not_an_operator', '']);
		// Nor is it made by LINE: there is no such way in.
		expect((await site.ask({ path: '/console/login/callback/line?state=x' })).status).toBe(404);
	});
});

it('a fan who types the owner’s address stays a fan', async () => {
	const token = await aBrowser(site).signIn('google', { person: 'somebody-else' });
	const body = { name: 'Owner', email: 'owner@lightstick.example', country: 'KR' };
	await site.ask({ path: '/user/complete-registration', token, body });
	expect((await arrive({ person: 'somebody-else' })).page.search).toBe('?error=not_an_operator');
});

it('a fan who is the owner has two sessions that know nothing of each other', async () => {
	const token = await aBrowser(site).signIn('google', OWNER);
	expect((await site.ask({ path: '/console/me', token })).status).toBe(401);
	const { cookie } = await arrive(OWNER);
	expect((await site.ask({ path: '/user/me', headers: { cookie } })).status).toBe(401);
});

it('a sign-in works twice at once and in turn, and only in the browser where it began; a cancelled one ends at the console with a word about it', async () => {
	expect((await arrive({ cancel: 'yes' })).page.href).toBe(`${HOME}/console?error=sign_in_failed`);
	const begun = await site.ask({ path: '/console/login', headers: { host: 'localhost:3000' } });
	const callback = await visitSignIn((begun.body.data as { login_url: string }).login_url, OWNER);
	const own = { cookie: cookieIn(begun.headers['set-cookie']) };
	const visit = (headers: Record<string, string>) => site.ask({ path: pathOf(callback), headers });
	expect((await visit({})).headers['location']).toBe('/console?error=sign_in_expired');
	const answers = [...(await Promise.all([visit(own), visit(own)])), await visit(own)];
	const [cookie] = answers.map(({ headers }) => cookieIn(headers['set-cookie']));
	for (const { headers } of answers)
		expect([headers['location'], cookieIn(headers['set-cookie'])]).toEqual(['/console', cookie]);
});

it('a sign-in leads back to a page of the console with its filters, and nowhere else', async () => {
	const search = new URLSearchParams({ q: '김 "민지" +82*(x)/ئ', sort: 'name', from: '2026-01-01T10:00' });
	for (const screen of ['/console/rankings/weekly-2026', `/console/fans?${search}`]) {
		const { page } = await arrive(OWNER, { returnTo: screen });
		expect(page.pathname + page.search).toBe(screen);
	}
	const elsewhere = `https://evil.example //evil.example /console/../x /console/./x /console//evil.example
		/console@evil.example /consolex /console\\x /`.split(/\s+/);
	for (const returnTo of [...elsewhere, '/console/x\r\nset-cookie: a']) {
		const answer = await site.ask({ path: `/console/login?return_to=${encodeURIComponent(returnTo)}` });
		expect([returnTo, answer.status]).toEqual([returnTo, 400]);
	}
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
		return { asked, cookie: set.find((line) => line.startsWith('lightstick-console='))?.split(';')[0] ?? '' };
	}
	const mayMakeOne = (cookie: string, at = site) => consoleOf(cookie, at).outcome(calls.beginPasskey);

	it('is made right after the provider has asked the person, which it is told to', async () => {
		const anew = await arriveBy('?anew=1', () => undefined);
		expect([anew.asked, await mayMakeOne(anew.cookie)]).toEqual(['60', 200]);
		const usual = await arriveBy('', () => undefined);
		expect([usual.asked, await mayMakeOne(usual.cookie)]).toEqual([String(7 * 86_400), 200]);
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

describe('an owner', () => {
	it('invites a colleague, who joins once with the address proved and nothing else', async () => {
		const owner = await ownerOf();
		const body = { email: 'Mina@team.example', role: 'editor', why: 'joins the content team' } as const;
		await owner.data(calls.inviteOperator, { body });
		expect(await owner.outcome(calls.inviteOperator, { body })).toBe('already_invited');
		expect((await arrive(newPerson('mina@team.example', 'fake', { unverified: 'yes' }))).cookie).toBe('');
		const mina = await arrive(newPerson('mina@team.example', 'mina'));
		expect((await consoleOf(mina.cookie).ask(calls.getOperator)).body.data).toMatchObject({
			operator: { role: 'editor' },
		});
		expect((await arrive(newPerson('mina@team.example', 'mina-the-second'))).cookie).toBe('');
		const { invitations } = await owner.data(calls.getOperators);
		const ofMina = invitations.filter(({ email }) => email.toLowerCase() === 'mina@team.example');
		expect(ofMina.map(({ status }) => status)).toEqual(['claimed']);
	});

	it('takes an invitation back, and nobody joins by it; one that is a week old is void', async () => {
		const owner = await ownerOf();
		const invite = (email: string) =>
			owner.data(calls.inviteOperator, { body: { email, role: 'viewer', why: 'a look' } });
		const { invitation } = await invite('one@team.example');
		await owner.data(calls.withdrawInvitation, { params: { invitation_id: invitation?.invitation_id ?? 0 } });
		expect((await arrive(newPerson('one@team.example', 'one'))).cookie).toBe('');
		await invite('two@team.example');
		await site.clock.set(new Date(Date.now() + 7 * 86_400_000 + 1000));
		expect((await arrive(newPerson('two@team.example', 'two'))).page.search).toBe('?error=not_an_operator');
	});

	it('changes a role or removes somebody, whose sessions end; never their own, never over another’s change', async () => {
		const owner = await ownerOf();
		await owner.data(calls.inviteOperator, { body: { email: 'kit@team.example', role: 'viewer', why: 'new' } });
		const kit = await arrive(newPerson('kit@team.example', 'kit'));
		const { operators } = await owner.data(calls.getOperators);
		const operatorId = operators.at(-1)?.operator_id ?? 0;
		const change = (version: number, removed: boolean, id = operatorId) =>
			owner.ask(calls.changeOperator, {
				params: { operator_id: id },
				body: { version, role: 'finance', removed, why: 'moves to finance' },
			});
		expect((await change(1, false)).body.data).toMatchObject({ operator: { role: 'finance', version: 2 } });
		expect((await consoleOf(kit.cookie).ask(calls.getOperator)).status).toBe(401);
		expect([(await change(1, true)).body.error, (await change(2, true)).status]).toEqual(['stale_edit', 200]);
		expect((await arrive(newPerson('kit@team.example', 'kit'))).page.search).toBe('?error=not_an_operator');
		expect((await change(1, false, owner.operatorId)).body.error).toBe('own_role');
	});
});

describe('a console on an origin of its own', () => {
	const FANS = 'localhost:3000';
	const CONSOLE = 'console.localhost:3000';

	const env = { PUBLIC_URL: `http://${FANS}`, CONSOLE_URL: `http://${CONSOLE}`, TRUST_PROXY: '127.0.0.1' };
	const split = beforeTests(() => openSite({ pages: true, env }));
	beforeAll(() => split.contest('november'));
	const owner = beforeTests(() => split.operator('owner'));

	const get = (host: string, url: string, headers: Record<string, string> = {}) =>
		split.app.inject({ url, headers: { host, ...headers } });

	describe('the fans’ origin', () => {
		it('answers its own pages, and has none of the console', async () => {
			for (const url of ['/', '/leader-board', '/robots.txt', '/healthz', '/api/v1/configurations/site']) {
				expect([url, (await get(FANS, url)).statusCode]).toEqual([url, 200]);
			}
			for (const page of ['', '/', '/rankings', '/favicon.svg', '/theme.js']) {
				const { statusCode, body } = await get(FANS, `/console${page}`);
				expect([page, statusCode, body.includes('/console/assets/')]).toEqual([page, 404, false]);
			}
			expect((await get(FANS, '/%63onsole')).statusCode).toBe(404);
		});

		it('is framed by the console alone, which frames nothing else', async () => {
			const policyOf = async (host: string, url: string) =>
				String((await get(host, url)).headers['content-security-policy']);
			expect(await policyOf(FANS, '/')).toMatch(new RegExp(`frame-ancestors http://${CONSOLE}(;|$)`));
			const own = await policyOf(CONSOLE, '/console');
			expect(own).toContain("frame-ancestors 'none'");
			expect(own).toContain(`frame-src 'self' http://${FANS};`);
		});

		it('knows no call of the console, for an operator with a session neither', async () => {
			const answer = await owner.ask(calls.getOperator, {}, { host: FANS });
			expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
			const begun = await split.ask({ path: '/console/login', headers: { host: FANS } });
			expect([begun.status, begun.headers['set-cookie']]).toEqual([404, undefined]);
		});

		it('is every host name that is not the console’s', async () => {
			for (const host of ['elsewhere.example', 'console.localhost.example', '']) {
				expect((await get(host, '/console')).statusCode).toBe(404);
			}
		});
	});

	describe('the console’s origin', () => {
		it('answers the console, and has no page of fans', async () => {
			for (const url of ['/console', '/console/rankings', '/console/favicon.svg', '/healthz']) {
				expect([url, (await get(CONSOLE, url)).statusCode]).toEqual([url, 200]);
			}
			const json = { 'content-type': 'application/json; charset=utf-8' };
			for (const page of 'leader-board login nowhere sitemap.xml favicon.svg api/v1/configurations/site'.split(' ')) {
				const answer = await get(CONSOLE, `/${page}`);
				expect(answer).toMatchObject({ statusCode: 404, headers: json });
				expect(answer.json()).toMatchObject({ error: 'not_found' });
			}
		});

		it('leads from its root to the console, and tells search engines to stay away', async () => {
			const root = await get(CONSOLE, '/');
			expect([root.statusCode, root.headers['location']]).toEqual([303, '/console']);
			expect((await get(CONSOLE, '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
		});

		it('takes an operator’s session, and makes passkeys for its own name', async () => {
			const answer = await owner.ask(calls.getOperator, {}, { host: CONSOLE });
			// Links to pages of fans lead there.
			expect([answer.status, dataOf(calls.getOperator, answer).site.origin]).toEqual([200, `http://${FANS}`]);
			const begun = await owner.ask(calls.beginPasskey, {}, { host: CONSOLE });
			expect(dataOf(calls.beginPasskey, begun).options).toMatchObject({ rp: { id: 'console.localhost' } });
		});

		it('is known behind a trusted proxy by the host that it forwards', async () => {
			const forwarded = { 'x-forwarded-host': CONSOLE };
			expect((await get('upstream:3000', '/console', forwarded)).statusCode).toBe(200);
			expect((await get('upstream:3000', '/leader-board', forwarded)).statusCode).toBe(404);
		});
	});

	it('signing in at the console’s origin comes back there, and keeps what binds it to the browser there', async () => {
		const apart = await openSiteWithSignOn({ env: { CONSOLE_URL: `http://${CONSOLE}` } });
		const begun = await apart.ask({ path: '/console/login', headers: { host: CONSOLE } });
		await apart.close();
		const address = new URL((begun.body.data as { login_url: string }).login_url);
		expect(address.searchParams.get('redirect_uri')).toBe(`http://${CONSOLE}/api/v1/console/login/callback/google`);
		expect(String(begun.headers['set-cookie'])).not.toContain('Domain=');
	});

	it('a site whose console has no origin of its own answers both, under any host name', async () => {
		const plain = await openSite({ database: split });
		for (const url of ['/console', '/leader-board']) {
			expect((await plain.app.inject({ url, headers: { host: 'any.example' } })).statusCode).toBe(200);
		}
		await plain.close();
	});
});
