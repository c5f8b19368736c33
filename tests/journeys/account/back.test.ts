/**
 * Back closes a sheet, or leaves the page. It may show a screen as it was left: whatever that says of money, counts and the
 * session is then read again.
 */
import type { Locator, Page } from '@playwright/test';
import { TOKEN_STORAGE_NAME } from '#contract/values/constants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { anOperator } from '../../fixtures/browser/console.ts';
import { step } from '../../fixtures/browser/step.ts';
import { holdBack } from '../../../testkit/network.ts';
import { ownStoreSite } from '../../fixtures/orders/sales.ts';
import { someGoods, tradeNoOf } from '../../fixtures/orders/shop.ts';
import { anEndedContest } from '../../fixtures/site/whole-site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownStoreSite();
let goods: number;
let bex: number | undefined;

beforeAll(async () => {
	({
		artistIds: [, bex],
	} = await aContest(site.owner, 'november', { tab: 'solo' }));
	goods = await someGoods(site);
	await anEndedContest(site);
});

/** Browsers under test keep no page for Back: the event tells a page that it was kept. All reads of a page hear it in one place. */
const showAgain = (page: Page) =>
	page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

/** As another document leaves it: a page that is kept for Back hears of nothing. */
async function signedInAs(page: Page, token: string | null): Promise<void> {
	await page.evaluate(
		([name, value]) => {
			if (value) localStorage.setItem(name as string, value);
			else localStorage.removeItem(name as string);
		},
		[TOKEN_STORAGE_NAME, token],
	);
}

it('the account after a purchase, an order after its payment, and the head after another sign-in or a log-out', async () => {
	const fan = await aPerson(site.owner, 'returning', { earned: 1_000 });
	const sister = await aPerson(site.owner, 'sister', { earned: 4_321 });
	const { page, context, goTo } = await site.visitor({ as: fan, at: '/my-account' });
	const reads = async (shown: string, left: string, meanwhile: () => Promise<unknown>) => {
		await page.getByText(left).first().waitFor();
		const now = page.getByText(shown, { exact: true });
		expect(await now.count()).toBe(0);
		await meanwhile();
		await showAgain(page);
		await now.first().waitFor();
	};
	await reads('1,600', '1,000', () => site.buy(fan, goods));
	const made = await site.ask({ path: '/orders/create', token: fan.token, body: { goods_id: goods } });
	await goTo(`/payment-method/${tradeNoOf(made)}`);
	await reads('This order has been paid.', 'Pay', async () => {
		const other = await context.newPage();
		await other.goto(page.url());
		await other.getByRole('button', { name: 'Pay', exact: true }).click();
		await other.getByLabel('Card number').fill('4242424242424242');
		await other.getByRole('button', { name: 'Pay' }).click();
		await other.getByText('Your payment was successful !').waitFor();
	});
	await goTo('/news');
	await reads('4,321', '2,200', () => signedInAs(page, sister.token));
	await reads('Log in', '4,321', () => signedInAs(page, null));
});

it('a screen of the console, after its session has ended', async () => {
	const { page, context, open } = await anOperator(site, 'editor');
	await open('/console/news');
	await page.getByRole('heading', { name: 'News' }).waitFor();
	await context.clearCookies();
	await showAgain(page);
	await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

describe('Back with a sheet open', () => {
	const entries = (page: Page) => page.evaluate(() => window.history.length);
	const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
	const gone = (sheet: Locator) => sheet.waitFor({ state: 'hidden' });
	const sheets = (page: Page) => page.evaluate(() => (window.history.state as { sheets?: number } | null)?.sheets);
	const atNews = (page: Page) => page.getByRole('heading', { name: 'News', level: 1 }).waitFor();

	it('closes one sheet after another, leads on after a reload, and from Get More to the dialog with its amount', async () => {
		const fan = await aPerson(site.owner, 'sheets', { earned: 1_000 });
		const { page } = await site.visitor({ as: fan, width: 390, at: '/news' });
		const menu = page.getByRole('dialog', { name: 'Menu' });
		const sheet = page.getByRole('dialog', { name: 'Bex Corran' });
		const chart = page.getByRole('button', { name: 'Vote for Bex Corran' });
		const opened = async (button: string, dialog: Locator) => {
			await page.getByRole('button', { name: button }).click();
			await dialog.waitFor();
			await expect.poll(() => sheets(page)).toBe(1);
		};
		// To the chart from the news.
		await page.getByRole('contentinfo').waitFor();
		await page.getByRole('button', { name: 'Open menu' }).click();
		await menu.getByRole('link', { name: 'LeaderBoard' }).click();
		await chart.waitFor();
		await gone(menu);
		const before = await entries(page);
		await step('the drawer, and its language menu before it', async () => {
			await opened('Open menu', menu);
			await menu.getByRole('button', { name: /^Language/ }).click();
			const languages = page.getByRole('list', { name: 'Language' });
			await languages.waitFor();
			await page.goBack();
			await gone(languages);
			await expect.poll(() => menu.isVisible()).toBe(true);
			await page.goBack();
			await gone(menu);
			await expect.poll(() => path(page)).toBe('/leader-board');
		});
		await step('one that was closed by its button, or has become another, leaves no entry', async () => {
			await opened('Open menu', menu);
			await menu.getByRole('button', { name: 'Close' }).click();
			await gone(menu);
			await opened('Vote for Bex Corran', sheet);
			await sheet.getByLabel('Votes').fill('5');
			await sheet.getByRole('button', { name: 'Vote 5' }).click();
			const success = page.getByRole('dialog', { name: 'Vote Successful' });
			await success.waitFor();
			await expect.poll(() => entries(page)).toBe(before + 1);
			await page.goBack();
			await gone(success);
			await page.goForward();
			await expect.poll(() => path(page)).toBe('/leader-board');
			await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
		});
		await step('after a reload, and from Get More', async () => {
			await opened('Vote for Bex Corran', sheet);
			await page.reload();
			await chart.waitFor();
			await expect.poll(() => sheets(page)).toBeUndefined();
			await opened('Vote for Bex Corran', sheet);
			await sheet.getByLabel('Votes').fill('7');
			await sheet.getByRole('link', { name: 'Get More' }).click();
			await page.getByRole('heading', { name: 'Store' }).waitFor();
			await page.goBack();
			await expect.poll(() => sheet.getByLabel('Votes').inputValue()).toBe('7');
			await page.goBack();
			await gone(sheet);
		});
		// The page that the drawer led from.
		await page.goBack();
		await atNews(page);
		await page.goForward();
		await chart.waitFor();
	});

	it('closes one that is opened before all pictures of the page are there', async () => {
		const { page, goTo } = await site.visitor({ width: 390 });
		const arrive = await holdBack(page, '**/slow.png', (route) => route.abort());
		await page.addInitScript(
			() => void Object.assign(globalThis, { slow: Object.assign(new Image(), { src: '/slow.png' }) }),
		);
		await page.goto(`${site.url}/leader-board`, { waitUntil: 'commit' });
		await page.locator('#app[data-ready]').waitFor({ state: 'attached' });
		await goTo('/news');
		await page.getByRole('button', { name: 'Open menu' }).click();
		await expect.poll(() => sheets(page)).toBe(1);
		expect(await page.evaluate(() => document.readyState)).toBe('interactive');
		await page.evaluate(() => history.back());
		await gone(page.getByRole('dialog', { name: 'Menu' }));
		expect(path(page)).toBe('/news');
		arrive();
	});

	it('calls off what is asked for, a menu, a vote or a poster, before it is there', async () => {
		const fan = await aPerson(site.owner, 'impatient', { earned: 1_000 });
		const { page, open, goTo } = await site.visitor({ as: fan, width: 390 });
		const devtools = await page.context().newCDPSession(page);
		for (const [at, button, dialog] of [
			['/leader-board', 'Open menu', 'Menu'],
			['/leader-board', 'Vote for Bex Corran', 'Bex Corran'],
			[`/artist/${bex}`, 'Vote', 'Bex Corran'],
			[`/artist/${bex}`, 'Make a poster', 'Your poster'],
		] as const) {
			await step(`${at}: ${button}`, async () => {
				await open('/news');
				await goTo(at);
				const opener = page.getByRole('button', { name: button, exact: true }).first();
				await opener.waitFor();
				await page.waitForLoadState('networkidle');
				const arrive = await holdBack(page, '**/assets/*');
				await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
				await opener.click();
				await page.goBack();
				arrive();
				await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
				await expect.poll(() => sheets(page)).toBeUndefined();
				expect(path(page)).toBe(at);
				const sheet = page.getByRole('dialog', { name: dialog });
				await gone(sheet);
				// Asked for once more, it comes.
				await opener.click();
				await sheet.waitFor();
				await page.goBack();
				await gone(sheet);
				await page.goBack();
				await atNews(page);
				await page.unrouteAll();
			});
		}
	});

	it('in the middle of a moment sends nothing that was not pressed, and what was sent counts', async () => {
		const fan = await aPerson(site.owner, 'moments', { earned: 1_000 });
		const { page, goTo } = await site.visitor({ as: fan, width: 390, at: '/news' });
		const stick = page.locator('[data-stick]');
		const openVote = async (artist: string) => {
			await page.getByRole('button', { name: `Vote for ${artist}` }).click();
			await page.getByRole('button', { name: '+1', exact: true }).click();
			await page.locator('[data-stick=lit]').waitFor();
		};
		/** A moment on a sheet ends with it, and the page stays. */
		const backDuring = async (moment: string, ended = 'dialog[open]', at = '/leader-board') => {
			await page.locator(moment).first().waitFor({ state: 'attached' });
			await page.goBack();
			await expect.poll(() => page.locator(ended).count()).toBe(0);
			expect(path(page)).toBe(at);
		};
		const expectGems = async (gem_balance: number) =>
			expect((await site.ask({ path: '/user/me', token: fan.token })).body.data).toMatchObject({ gem_balance });
		await page.getByRole('contentinfo').waitFor();
		await goTo('/leader-board');
		await step('a stick that is charged', async () => {
			await openVote('Bex Corran');
			await stick.hover();
			await page.mouse.down();
			await backDuring('[data-stick=charging]');
			await page.mouse.up();
			await expectGems(1_000);
		});
		await step('a pick of the next rank', async () => {
			await openVote('Cleo Dastan');
			await page.getByRole('dialog').getByRole('button', { name: /→/ }).click();
			await backDuring('.vote-effect');
			await expectGems(1_000);
		});
		await step('a light that flies lands in the row', async () => {
			await openVote('Bex Corran');
			await stick.press('Enter');
			await backDuring('.ocean-own[data-arrives=true]');
			await page.locator(`[data-flip='${bex}'] [data-landed='+1']`).waitFor();
			await expectGems(990);
		});
		await page.goBack();
		await atNews(page);
		await step('a reveal plays when the fan comes again', async () => {
			await goTo('/leader-board?sub_tab=champion');
			await page.locator('.reveal-step').waitFor();
			await backDuring('.reveal', '.reveal', '/news');
			await page.goForward();
			await page.locator('.reveal-step').waitFor();
			await page.goBack();
			await atNews(page);
		});
		await step('gems that fly are in the balance', async () => {
			await goTo('/store');
			await page.getByRole('button', { name: /Claim$/ }).click();
			await backDuring('body > .gem-icon', 'body > .gem-icon', '/news');
			await page.getByRole('link', { name: '1,000 gems, to the store' }).waitFor({ state: 'attached' });
			await atNews(page);
		});
	});
});
