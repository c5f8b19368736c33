/** The console on a separate origin: each origin serves its own paths and none of the other. */
import { beforeAll, describe, expect, it } from 'vitest';
import { beginPasskey } from '#contract/operator/operators/passkeys.ts';
import { getOperator } from '#contract/operator/operators/session.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aColleague, askAs } from '../../fixtures/operators/operators.ts';
import { openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';

const FANS = 'localhost:3000';
const CONSOLE = 'console.localhost:3000';

beforeAll(() => buildWhenStale());
const site = beforeTests(() =>
	openSite({
		env: { PUBLIC_URL: `http://${FANS}`, CONSOLE_URL: `http://${CONSOLE}`, TRUST_PROXY: '127.0.0.1' },
	}),
);
beforeAll(() => aContest(site.owner, 'november'));
const owner = beforeTests(() => aColleague(site.owner, 'owner'));

const get = (host: string, url: string, headers: Record<string, string> = {}) =>
	site.app.inject({ url, headers: { host, ...headers } });

describe('the fans’ origin', () => {
	it.each(['/', '/leader-board', '/robots.txt', '/healthz', '/api/v1/configurations/site'])(
		'answers %s',
		async (url) => {
			expect((await get(FANS, url)).statusCode).toBe(200);
		},
	);

	const paths = '/console /console/ /console/rankings /%63onsole /console/favicon.svg /console/theme.js'.split(' ');
	it.each(paths)('has no page at %s', async (url) => {
		const { statusCode, body } = await get(FANS, url);
		expect(statusCode).toBe(404);
		expect(body).not.toContain('/console/assets/');
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
		const answer = await askAs(site, owner, getOperator, {}, { host: FANS });
		expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
		const begun = await site.ask({ path: '/console/login', headers: { host: FANS } });
		expect([begun.status, begun.headers['set-cookie']]).toEqual([404, undefined]);
	});

	it('is every host name that is not the console’s', async () => {
		for (const host of ['elsewhere.example', 'console.localhost.example', '']) {
			expect((await get(host, '/console')).statusCode).toBe(404);
		}
	});
});

describe('the console’s origin', () => {
	it.each(['/console', '/console/rankings', '/console/favicon.svg', '/healthz'])('answers %s', async (url) => {
		expect((await get(CONSOLE, url)).statusCode).toBe(200);
	});

	const paths = '/leader-board /login /nowhere /sitemap.xml /favicon.svg /api/v1/configurations/site'.split(' ');
	it.each(paths)('has nothing at %s', async (url) => {
		const { statusCode, headers, body } = await get(CONSOLE, url);
		expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
		expect(body).toContain('"error":"not_found"');
	});

	it('leads from its root to the console, and tells search engines to stay away', async () => {
		const root = await get(CONSOLE, '/');
		expect([root.statusCode, root.headers['location']]).toEqual([303, '/console']);
		expect((await get(CONSOLE, '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
	});

	it('takes an operator’s session, and makes passkeys for its own name', async () => {
		const answer = await askAs(site, owner, getOperator, {}, { host: CONSOLE });
		// Links to pages of fans lead there.
		expect([answer.status, dataOf(getOperator, answer).site.origin]).toEqual([200, `http://${FANS}`]);
		const begun = await askAs(site, owner, beginPasskey, {}, { host: CONSOLE });
		expect(dataOf(beginPasskey, begun).options).toMatchObject({ rp: { id: 'console.localhost' } });
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
	const plain = await openSite({ database: site });
	for (const url of ['/console', '/leader-board']) {
		expect((await plain.app.inject({ url, headers: { host: 'any.example' } })).statusCode).toBe(200);
	}
	await plain.close();
});
