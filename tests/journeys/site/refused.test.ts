/** Whoever meets a limit is told so in their language and when again, and can go on then: no dead button, and no JSON for a page. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '@playwright/test';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectAccessible, ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

const RULES =
	'color-contrast document-title html-has-lang html-lang-valid landmark-one-main link-name meta-viewport'.split(' ');
const AGAIN = /Too many requests\. Please wait a moment · Try again in \d+ seconds?\./;

/** What fails between the press and the site, or at it. The reads beside the call fail in the same way. */
const FAULTS: Record<string, (route: Route) => Promise<void>> = {
	'a limit': (route) => refuse(route, 429, 'too_many_requests', { 'retry-after': '17' }),
	'a busy site': (route) => refuse(route, 503, 'busy', { 'retry-after': '17' }),
	'a fault of ours': (route) => refuse(route, 500, 'internal'),
	'a proxy’s own limit': (route) => route.fulfill({ status: 429, contentType: 'text/html', body: '<h1>Slow down' }),
	'a firewall’s page': (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked' }),
	'a public Wi-Fi': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome' }),
	'no network': (route) => route.abort('internetdisconnected'),
};
const refuse = (route: Route, status: number, error: string, headers = {}) =>
	route.fulfill({ status, headers, json: { code: status, message: 'In English', data: null, error } });

const PRESSES: [path: string, button: RegExp][] = [
	['/', /^10젬 받/],
	['/store', /받기$/],
	['/store', /4\.99/],
	['/artist', /^내 최애/],
];

describe('a fan', () => {
	// Each limit is met by what comes once.
	const site = ownBrowserSite(
		{ VOTE_REQUESTS_PER_SECOND: '1', MONEY_PER_MINUTE: '1' },
		{ limits: { signInsPerMinute: 1 }, voting: { requestsBurst: 1 } },
	);
	let contest: Contest;
	let goods: number;
	beforeAll(async () => {
		contest = await aContest(site.owner, 'november', { tab: 'solo' });
		goods = await someGoods(site);
	});
	// None of their presses arrives.
	const presses = beforeTests(async () =>
		site.visitor({ as: await aPerson(site.owner, 'presses', { earned: 100 }), complains: true }),
	);

	it('who signs in is told at the button, which can be pressed again, or on the way back', async () => {
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		const sso = `/login/sso?sso_type=google&callback_url=${site.url}/login-callback`;
		expect((await site.ask({ path: sso })).status).toBe(200);
		await open('/login');
		const press = page.getByRole('button', { name: 'Continue with Google' });
		await press.click();
		await page.getByText(AGAIN).waitFor();
		await expect.poll(() => press.isEnabled()).toBe(true);
		await expectAccessibleInBothThemes();
		await open('/login-callback?error=too_many_requests&retry_after=12');
		await page.getByText('Try again in 12 seconds.').waitFor();
	});

	it('who votes keeps the dialog and the amount, and votes a moment later', async () => {
		const fan = await aPerson(site.owner, 'quick', { earned: 1_000 });
		const { page } = await site.visitor({ width: 390, as: fan, at: '/leader-board' });
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		const dialog = page.getByRole('dialog', { name: 'Bex Corran' });
		await dialog.getByLabel('Votes').fill('3');
		// Their other device is quicker.
		while ((await site.castVote(fan, contest)).status === 200);
		await dialog.getByRole('button', { name: /^Vote/ }).click();
		await page.getByRole('alert').getByText(AGAIN).waitFor();
		await expect.poll(() => dialog.getByLabel('Votes').inputValue()).toBe('3');
		await expect
			.poll(async () => {
				if (await page.getByRole('dialog', { name: 'Vote Successful' }).isVisible()) return true;
				await dialog
					.getByRole('button', { name: /^Vote/ })
					.click({ timeout: 1_000 })
					.catch(() => undefined);
				return false;
			})
			.toBe(true);
	});

	it('who buys is told under the words of the store', async () => {
		const fan = await aPerson(site.owner, 'buyer');
		const body = { goods_id: goods };
		expect((await site.ask({ path: '/orders/create', token: fan.token, body })).status).toBe(200);
		const { page } = await site.visitor({ width: 390, as: fan, at: '/store' });
		const buy = page.getByRole('button', { name: /4\.99/ });
		await buy.click();
		await page.getByRole('alert').getByText('Failed to create order, please try again later.').waitFor();
		await page.getByRole('alert').getByText(AGAIN).waitFor();
		await expect.poll(() => buy.isEnabled()).toBe(true);
		await expectAccessible(page);
	});

	it.each(Object.keys(FAULTS))('whose press meets %s is told in their language, and can repeat it', async (fault) => {
		const { page, context, open } = presses;
		await context.addCookies([{ name: 'language', value: 'ko', url: site.url }]);
		const turn = Object.keys(FAULTS).indexOf(fault) % 2;
		for (const [path, name] of PRESSES.filter((_, index) => index % 2 === turn)) {
			await open(path === '/artist' ? `/artist/${contest.artistIds[0]}` : path);
			const button = page.getByRole('button', { name }).first();
			await button.waitFor();
			await using _ = await page.route('**/api/v1/**', FAULTS[fault] ?? (() => undefined));
			await context.setOffline(fault === 'no network');
			await button.click();
			const told = page.locator('[role=alert]:visible, output:visible, dialog[open]').filter({ hasText: /\S/ });
			const words = async () => (await told.allInnerTexts()).join();
			const expected = fault === 'a limit' ? /초 후에 다시 시도해 주세요/ : /[가-힣]/;
			await expect.poll(words, { message: `${path} ${name}` }).toMatch(expected);
			await expect.poll(words).not.toMatch(/English|server|request|undefined|NaN/);
			await expect.poll(() => button.isEnabled(), { message: `${path} ${name}` }).toBe(true);
			await context.setOffline(false);
		}
	});
});

describe('a visitor whose address is above its limit', () => {
	const site = ownBrowserSite({ READS_PER_MINUTE: '30' });

	it('gets a page that says when it opens', async () => {
		const { page } = await site.visitor({ width: 390 });
		const reads = await Promise.all(Array.from({ length: 31 }, () => fetch(`${site.url}/api/v1/nothing`)));
		expect(reads.map(({ status }) => status)).toContain(429);
		const answer = await page.goto('/artist/1');
		expect([answer?.status(), answer?.headers()['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
		await page.getByRole('heading', { name: 'Too many requests' }).waitFor();
		// All but one: axe knows no page that reloads and is right to. It holds nothing that a reload takes away.
		await expectAccessible(page, { runOnly: { type: 'rule', values: RULES } });
	});
});
