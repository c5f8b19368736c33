/**
 * A venue behind one address: its 2,000 visitors open the site within a minute, and 500 fans vote. A tenth of them comes, and the
 * limit that counts their address is cut down with them; all others are the defaults.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { openSite, type Site } from '../../fixtures/site/site.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

const PART = 0.1;
const VISITORS = 2_000 * PART;
const VOTERS = 500 * PART;
const AT_ONCE = 20;
const VENUE = '203.0.113.7';

beforeAll(() => buildWhenStale());
const database = beforeTests(copyDatabase);
const readsPerMinute = readConfig({}).limits.readsPerMinute * PART;
const site = beforeTests(() => openSite({ database, constants: { limits: { readsPerMinute } } }));
const content = beforeTests(() => aWholeSite(site));

/** Every file of the build, as a first visit and the pages after it ask for them. */
const filesOfBuild = (): string[] =>
	[
		...readFileSync(join(import.meta.dirname, '../../../dist/web/index.html'), 'utf8').matchAll(
			/(?:src|href)="(\/[^"]+\.[a-z0-9]+)"/g,
		),
	].map(([, path = '']) => path);

const get = (of: Site, url: string, headers: Record<string, string> = {}, remoteAddress = VENUE) =>
	of.app.inject({ url, remoteAddress, headers });

const LANGUAGES = ['ko', 'ja', 'en', 'th'];
const PAGES = ['/', '/leader-board', '/news', '/store', '/leader-board?main_tab=solo'];

/** Calls that a first screen makes for a visitor. */
const READS = [
	'/configurations/site',
	'/configurations/banners',
	'/rankings/detail?ranking_key=november',
	'/rankings/movement?ranking_key=november',
	'/news/latest-list?page=1&limit=10',
	'/news/video-list?page=1&limit=10',
	'/rankings/ended-rankings-profile?page=1&limit=100',
	'/news/categories',
	'/login/network',
	'/orders/goods',
];

async function inParts<Item>(
	items: readonly Item[],
	work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const workers = Array.from({ length: AT_ONCE }, async () => {
		for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index);
	});
	await Promise.all(workers);
}

it(`serves ${VISITORS} visitors and ${VOTERS} voters of one address`, async () => {
	const refused: string[] = [];
	const note = (path: string, { statusCode, headers }: { statusCode: number; headers: object }) => {
		if (![200, 304].includes(statusCode)) refused.push(`${statusCode} ${path} ${JSON.stringify(headers).slice(0, 80)}`);
	};
	const files = [...filesOfBuild(), '/robots.txt', '/favicon.svg', '/service-worker.js', '/site.webmanifest'];
	const visitors = Array.from({ length: VISITORS }, (_, index) => index);
	await inParts(visitors, async (index) => {
		const language = { 'accept-language': LANGUAGES[index % LANGUAGES.length] ?? '' };
		const page = PAGES[index % PAGES.length] ?? '/';
		note(page, await get(site, page, { ...language, accept: 'text/html' }));
		for (const path of READS) note(path, await get(site, `/api/v1${path}`));
		// Not all files of each visitor: they are some seventy, and take the test's time alone.
		for (let file = 0; file < 6; file += 1) {
			const path = files[(index * 6 + file) % files.length] ?? '';
			note(path, await get(site, path));
		}
	});
	const fans: Person[] = [];
	await inParts(Array.from({ length: VOTERS }), async (_, index) => {
		fans.push(await aPerson(database.owner, `fan ${index}`, { earned: 100 }));
	});
	await inParts(fans, async ({ token }) => {
		const headers = { authorization: `Bearer ${token}` };
		for (const path of ['/user/me', '/checkin/config', '/user/me/favorites']) {
			note(path, await get(site, `/api/v1${path}`, headers));
		}
		const vote = await site.app.inject({
			method: 'POST',
			url: '/api/v1/rankings/vote/november',
			remoteAddress: VENUE,
			headers: { ...headers, 'idempotency-key': aKey() },
			payload: { artist_id: content.monthly.artistIds[0], ticket_number: 1 },
		});
		note('a vote', vote);
	});
	expect(refused).toEqual([]);
});

describe('an address that asks for what nobody else asks for', () => {
	it('is refused at its limit, and its files, kept answers and votes still come', async () => {
		const strict = await openSite({ database, env: { READS_PER_MINUTE: '30' } });
		const statuses = new Set<number>();
		for (let page = 1; page <= 60; page += 1)
			statuses.add((await get(strict, `/api/v1/news/list?page=${page}&search_keyword=x${page}`)).statusCode);
		expect(statuses).toEqual(new Set([200, 429]));
		const [file = ''] = filesOfBuild();
		expect((await get(strict, file)).statusCode).toBe(200);
		expect((await get(strict, '/api/v1/news/list?page=1&search_keyword=x1', {}, '198.51.100.1')).statusCode).toBe(200);
		await strict.close();
	});

	it.each(['en', 'ko', 'ja', 'th', 'es', 'vi', 'pt', 'id', 'zh-CN', 'zh-TW'])(
		'gets a page in %s that says when again, never JSON',
		async (language) => {
			const strict = await openSite({ database, env: { READS_PER_MINUTE: '1' } });
			const navigate = { 'accept-language': language, accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
			const addresses = ['/', '/leader-board?main_tab=solo', '/no-such-page', '/console', '/status'];
			await get(strict, '/artist/1');
			for (const path of addresses) {
				const { statusCode, headers, body } = await get(strict, path, navigate);
				if (statusCode !== 429) continue;
				expect([headers['content-type'], Number(headers['retry-after']) > 0]).toEqual([
					'text/html; charset=utf-8',
					true,
				]);
				expect(body).toContain(`<html lang="${language}">`);
				expect(body).toContain(`http-equiv="refresh" content="${String(headers['retry-after'])}"`);
				if (language !== 'en') expect(body).not.toContain('Please wait a moment');
			}
			expect((await get(strict, '/artist/2', navigate)).statusCode).toBe(429);
			// A call is answered in the envelope, whoever makes it.
			const call = await get(strict, '/api/v1/news/detail/1', { accept: 'text/html' });
			expect([call.statusCode, call.json<{ error: string }>().error]).toEqual([429, 'too_many_requests']);
			await strict.close();
		},
	);
});
