/**
 * Ten thousand fans behind one address, a carrier's or a stadium's, in the minute before the cut-off. A part of them comes: each
 * opens pages, signs in, looks at the chart and votes. The limits that count the address are cut down with the crowd, all others
 * are the defaults; and what is counted for the address at all is compared with them.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ARRIVAL_HEADER } from '#contract/accounts.ts';
import { readConfig } from '#server/config/config.ts';
import { sql } from '#server/kernel/database.ts';
import { aBrowser, HOME, openSiteWithSignOn, pathOf } from '../../fixtures/accounts/sign-in.ts';
import { adjustBy } from '../../fixtures/accounts/gems.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';
import { aKey, type Answer, type Ask, beforeTests, openSite } from '../../fixtures/site/site.ts';

const CROWD = 10_000;
const FANS = 20;
const AT_ONCE = 10;
const { limits: defaults } = readConfig({ PUBLIC_URL: HOME });
/** A press and a return each, twice. */
const signInsPerMinute = (defaults.signInsPerMinute * FANS) / CROWD;
/** A flood takes as long as this is high. */
const readsPerMinute = defaults.readsPerMinute / 10;
const constants = { limits: { signInsPerMinute, readsPerMinute } };

const site = beforeTests(() => openSiteWithSignOn({ pages: true, env: { TRUST_PROXY: 'loopback' }, constants }));
const content = beforeTests(() => aWholeSite(site));

/** Requests by the limit that they counted for. */
let counted: Map<string, string[]>;
let refused: string[];
beforeEach(() => {
	counted = new Map();
	refused = [];
});

function note(path: string, { status, headers }: Pick<Answer, 'status' | 'headers'>): void {
	if (![200, 302, 303].includes(status)) refused.push(`${status} ${path}`);
	const limit = headers['x-ratelimit-limit'] as string | number | undefined;
	if (limit !== undefined) counted.set(String(limit), [...(counted.get(String(limit)) ?? []), path]);
}

async function open(address: string, url: string): Promise<void> {
	const headers = { 'x-forwarded-for': address, accept: 'text/html', 'accept-language': 'ko' };
	const { statusCode: status, headers: answered } = await site.app.inject({ url, headers });
	note(url.split('?')[0] ?? '', { status, headers: answered });
}

/** All that a fan does who has decided to vote. */
async function comes(address: string, name: string): Promise<void> {
	const ask = async ({ headers, ...request }: Ask) => {
		const answer = await site.ask({ ...request, headers: { ...headers, 'x-forwarded-for': address } });
		note(request.path.split('?')[0] ?? '', answer);
		return answer;
	};
	const browser = aBrowser({ ...site, ask });
	// Each came by a link of their own.
	await open(address, `/login?from=%2F&fbclid=${name}`);
	const callback = await browser.visitProvider('google', { name, email: `${name}@fans.example` });
	const back = await browser.ask({ path: pathOf(callback), headers: { accept: 'text/html' } });
	const page = new URL(String(back.headers['location']), HOME);
	await open(address, page.pathname + page.search);
	const token = page.searchParams.get('token') ?? '';
	await browser.ask({ path: '/user/me', token, headers: { [ARRIVAL_HEADER]: '1' } });
	const body = { email: `${name}@fans.example`, name, country: 'KR' };
	await ask({ path: '/user/complete-registration', token, body });
	const [fan] = await sql`select fan_id as "fanId" from fan where name = ${name}`.all<{ fanId: number }>(site.owner);
	if (!fan) return void refused.push(`no account for ${name}`);
	await site.owner.transaction((tx) => adjustBy(tx, fan, { earned: 10, purchased: 0 }, 'opening gems'));
	await ask({ path: `/rankings/detail?ranking_key=${content.monthly.key}` });
	const vote = await ask({
		path: `/rankings/vote/${content.monthly.key}`,
		token,
		body: { artist_id: content.monthly.artistIds[0], ticket_number: 1 },
		headers: { 'idempotency-key': aKey() },
	});
	const { chart_version: version } = vote.body.data as { chart_version: string };
	await ask({ path: `/rankings/detail?ranking_key=${content.monthly.key}&after=${version}` });
	await ask({ path: '/user/me', token });
}

/** Files, and pages that lie ready. */
async function filesOfBuild(): Promise<string[]> {
	const dist = join(import.meta.dirname, '../../../dist');
	const assets = async (folder: string, at: string) =>
		(await readdir(join(dist, folder))).filter((name) => !/\.(?:br|gz)$/.test(name)).map((name) => `${at}/${name}`);
	const listed = [...(await assets('web/assets', '/assets')), ...(await assets('console/assets', '/console/assets'))];
	expect(listed.length).toBeGreaterThan(50);
	const pages = '/status /console /console/rankings /audit-log.mjs /service-worker.js /favicon.svg';
	return [...listed, ...pages.split(' ')];
}

/** Asks for what nobody else asks for, until it is refused. */
async function flood(address: string): Promise<void> {
	let last = 200;
	for (let call = 0; call < 2 * readsPerMinute && last !== 429; call += 1) {
		const headers = { 'x-forwarded-for': address };
		last = (await site.app.inject({ url: `/api/v1/nothing/${call}`, headers })).statusCode;
	}
	expect(last).toBe(429);
}

describe.each([
	['of IPv4', () => '203.0.113.7'],
	['of IPv6, a /64 in which each has their own', (fan: number) => `2001:db8:0:7::${(fan + 1).toString(16)}`],
])('behind one address %s', (kind, addressOf) => {
	it(`all of ${CROWD} sign in, see the chart and vote`, { timeout: 300_000 }, async () => {
		// Until it is known for a crowd, each page counts.
		const pages = () => counted.get(String(readsPerMinute))?.length ?? 0;
		for (let visitor = 0; visitor === pages(); visitor += 1) await open(addressOf(visitor), '/?seen=');
		expect(pages()).toBeLessThan(readsPerMinute / 2);
		// The first one anywhere has to be built.
		await site.ask({ path: `/rankings/detail?ranking_key=${content.monthly.key}` });
		counted.clear();
		let next = 0;
		const worker = async () => {
			for (let fan = next++; fan < FANS; fan = next++) await comes(addressOf(fan), `${kind.slice(3, 7)}-${fan}`);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
		expect(refused).toEqual([]);
		// Nothing that they need counts for the address but the sign-in.
		const ofFan = String(readsPerMinute / 10);
		expect([...counted.keys()].toSorted()).toEqual([String(signInsPerMinute), ofFan].toSorted());
		const signIns = counted.get(String(signInsPerMinute)) ?? [];
		for (const path of new Set(signIns)) {
			expect(signIns.filter((each) => each === path).length, path).toBeLessThanOrEqual(signInsPerMinute / 2);
		}
	});

	it('a fan signs in, sees the chart and votes while somebody floods it', { timeout: 300_000 }, async () => {
		await flood(addressOf(1_000));
		await comes(addressOf(1_001), `late-${kind.slice(3, 7)}`);
		expect(refused).toEqual([]);
		for (const file of await filesOfBuild()) await open(addressOf(1_002), file);
		expect(refused).toEqual([]);
		// And others never notice.
		const elsewhere = await site.app.inject({ url: '/api/v1/nothing', headers: { 'x-forwarded-for': '198.51.100.1' } });
		expect(elsewhere.statusCode).toBe(404);
	});
});

/** Calls that a first screen makes for a visitor. */
const READS = `/configurations/site /configurations/banners /rankings/movement?ranking_key=november
	/news/latest-list?page=1&limit=10 /news/video-list?page=1&limit=10
	/rankings/ended-rankings-profile?page=1&limit=100 /news/categories /login/network /orders/goods`.split(/\s+/);

it('2,000 visitors of one address see the first screen within a minute: a fiftieth of them, at a fiftieth of the limit', async () => {
	const limits = { readsPerMinute: defaults.readsPerMinute / 50 };
	const venue = await openSite({ database: site, constants: { limits } });
	onTestFinished(() => venue.close());
	for (let visitor = 0; visitor < 40; visitor += 1) {
		for (const path of READS) expect([path, (await venue.ask({ path })).status]).toEqual([path, 200]);
	}
});

const strict = beforeTests(() => openSite({ database: site, env: { READS_PER_MINUTE: '1' } }));
const languages = ['en', 'ko', 'ja', 'th', 'es', 'vi', 'pt', 'id', 'zh-CN', 'zh-TW'];

it.each(languages)(
	'an address above its limit gets a page in %s that says when again, never JSON; calls and files are refused in the envelope, and counted',
	async (language) => {
		const household = `2001:db8:${languages.indexOf(language)}::`;
		let member = 0;
		// It has as many IPv6 addresses as it likes, and one limit.
		const get = (url: string, headers: Record<string, string> = {}) =>
			strict.app.inject({ url, headers, remoteAddress: household + (member += 1) });
		const asked = { 'accept-language': language, accept: 'text/html,*/*;q=0.8' };
		expect((await get('/nowhere', asked)).statusCode).toBe(404);
		const { statusCode, headers, body } = await get('/no-such-page', asked);
		expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
		expect(body).toContain(`<html lang="${language}">`);
		expect(body).toContain(`http-equiv="refresh" content="${String(headers['retry-after'])}"`);
		if (language !== 'en') expect(body).not.toContain('Please wait a moment');
		for (const url of ['/api/v1/news/detail/1', '/nothing.js']) {
			const other = await get(url);
			expect([other.statusCode, other.json<{ error: string }>().error]).toEqual([429, 'too_many_requests']);
		}
		expect(strict.app.securityEvents.counts().rate_limited).toBeGreaterThan(2 * languages.indexOf(language));
	},
);
