/**
 * Back closes a sheet, or leaves the page. It may show a screen as it was left: whatever that says of money, counts and the
 * session is then read again.
 */
import type { Locator, Page } from '@playwright/test';
import { TOKEN_STORAGE_NAME } from '#contract/values/constants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { anOperator } from '../../fixtures/browser/console.ts';
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

interface Screen {
	path: string | ((fan: Person) => Promise<string>);
	/** Stands there first. */
	left: string;
	meanwhile: (fan: Person, page: Page) => Promise<unknown>;
	shown: string;
}

const SCREENS: Record<string, Screen> = {
	'the account, after a purchase': {
		path: '/my-account',
		left: '1,000',
		meanwhile: (fan) => site.buy(fan, goods),
		shown: '1,600',
	},
	'an order, after it was paid': {
		path: async ({ token }) => {
			const made = await site.ask({ path: '/orders/create', token, body: { goods_id: goods } });
			return `/payment-method/${tradeNoOf(made)}`;
		},
		left: 'Pay',
		meanwhile: async (_fan, page) => {
			const other = await page.context().newPage();
			await other.goto(page.url());
			await other.getByRole('button', { name: 'Pay', exact: true }).click();
			await other.getByLabel('Card number').fill('4242424242424242');
			await other.getByRole('button', { name: 'Pay' }).click();
			await other.getByText('Your payment was successful !').waitFor();
		},
		shown: 'This order has been paid.',
	},
	'the head of a page, after another fan has signed in': {
		path: '/news',
		left: '1,000',
		meanwhile: async (_fan, page) => {
			const sister = await aPerson(site.owner, `sister ${Math.random()}`, { earned: 4_321 });
			await signedInAs(page, sister.token);
		},
		shown: '4,321',
	},
	'the head of a page, after a log-out': {
		path: '/news',
		left: '1,000',
		meanwhile: (_fan, page) => signedInAs(page, null),
		shown: 'Log in',
	},
};

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

it.each(Object.keys(SCREENS))('%s', async (name) => {
	const { path, left, meanwhile, shown } = SCREENS[name] as Screen;
	const fan = await aPerson(site.owner, name.slice(0, 30), { earned: 1_000 });
	const { page } = await site.visitor({ as: fan, at: typeof path === 'string' ? path : await path(fan) });
	await page.getByText(left).first().waitFor();
	const now = page.getByText(shown, { exact: true });
	expect(await now.count()).toBe(0);
	await meanwhile(fan, page);
	await showAgain(page);
	await now.first().waitFor();
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
	/** A fan who came to the chart from the news. */
	async function onTheChart(name: string) {
		const fan = await aPerson(site.owner, name, { earned: 1_000 });
		const { page } = await site.visitor({ as: fan, width: 390, at: '/news' });
		await page.getByRole('contentinfo').waitFor();
		await page.getByRole('button', { name: 'Open menu' }).click();
		const menu = page.getByRole('dialog', { name: 'Menu' });
		await menu.getByRole('link', { name: 'LeaderBoard' }).click();
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).waitFor();
		await gone(menu);
		const opened = async (button: string, dialog: string) => {
			await page.getByRole('button', { name: button }).click();
			const sheet = page.getByRole('dialog', { name: dialog });
			await sheet.waitFor();
			await expect.poll(() => page.evaluate(() => (window.history.state as { sheets?: number }).sheets)).toBe(1);
			return sheet;
		};
		return {
			page,
			opened,
			menu: () => opened('Open menu', 'Menu'),
			vote: () => opened('Vote for Bex Corran', 'Bex Corran'),
		};
	}

	it('closes the drawer, and its language menu before it', async () => {
		const { page, menu } = await onTheChart('drawer');
		const drawer = await menu();
		await drawer.getByRole('button', { name: /^Language/ }).click();
		const languages = page.getByRole('list', { name: 'Language' });
		await languages.waitFor();
		await page.goBack();
		await gone(languages);
		await expect.poll(() => drawer.isVisible()).toBe(true);
		await page.goBack();
		await gone(drawer);
		await expect.poll(() => path(page)).toBe('/leader-board');
		// The page that the drawer led from.
		await page.goBack();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
		await page.goForward();
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).waitFor();
	});

	it('closes one sheet after another, and one that was closed by its button leaves no entry', async () => {
		const { page, menu, vote } = await onTheChart('one by one');
		const before = await entries(page);
		const drawer = await menu();
		await drawer.getByRole('button', { name: 'Close' }).click();
		await gone(drawer);
		const sheet = await vote();
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
		await page.goBack();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
	});

	it('leads on after a reload, and from Get More to the dialog with its amount', async () => {
		const { page, vote } = await onTheChart('reload');
		await vote();
		await page.reload();
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).waitFor();
		await expect.poll(() => page.evaluate(() => (window.history.state as { sheets?: number }).sheets)).toBeUndefined();
		const sheet = await vote();
		await sheet.getByLabel('Votes').fill('7');
		await sheet.getByRole('link', { name: 'Get More' }).click();
		await page.getByRole('heading', { name: 'Store' }).waitFor();
		await page.goBack();
		await expect.poll(() => sheet.getByLabel('Votes').inputValue()).toBe('7');
		await page.goBack();
		await gone(sheet);
		await page.goBack();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
	});

	it('closes one that is opened before all pictures of the page are there', async () => {
		const { page, goTo } = await site.visitor({ width: 390 });
		const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
		await page.route('**/slow.png', (route) => arrival.then(() => route.abort()));
		await page.addInitScript(
			() => void Object.assign(globalThis, { slow: Object.assign(new Image(), { src: '/slow.png' }) }),
		);
		await page.goto(`${site.url}/leader-board`, { waitUntil: 'commit' });
		await page.locator('#app[data-ready]').waitFor({ state: 'attached' });
		await goTo('/news');
		await page.getByRole('button', { name: 'Open menu' }).click();
		await expect
			.poll(() => page.evaluate(() => [document.readyState, history.state?.sheets]))
			.toEqual(['interactive', 1]);
		await page.evaluate(() => history.back());
		await gone(page.getByRole('dialog', { name: 'Menu' }));
		expect(path(page)).toBe('/news');
		arrive();
	});

	const COMING: [path: string, button: string, dialog: string][] = [
		['/leader-board', 'Open menu', 'Menu'],
		['/leader-board', 'Vote for Bex Corran', 'Bex Corran'],
		['artist', 'Vote', 'Bex Corran'],
		['artist', 'Make a poster', 'Your poster'],
	];

	it.each(COMING)('on %s calls off what “%s” has asked for before it is there', async (at, button, dialog) => {
		const fan = await aPerson(site.owner, `${at} ${button}`, { earned: 1_000 });
		const { page, goTo } = await site.visitor({ as: fan, width: 390, at: '/news' });
		const wanted = at === 'artist' ? `/artist/${bex}` : at;
		await goTo(wanted);
		const opener = page.getByRole('button', { name: button, exact: true }).first();
		await opener.waitFor();
		await page.waitForLoadState('networkidle');
		const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
		await page.route('**/assets/*', async (route) => {
			await arrival;
			await route.continue();
		});
		const devtools = await page.context().newCDPSession(page);
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
		await opener.click();
		await page.goBack();
		arrive();
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		await expect.poll(() => page.evaluate(() => history.state?.sheets)).toBeUndefined();
		expect(path(page)).toBe(wanted);
		const sheet = page.getByRole('dialog', { name: dialog });
		await gone(sheet);
		// Asked for once more, it comes.
		await opener.click();
		await sheet.waitFor();
		await page.goBack();
		await gone(sheet);
		await page.goBack();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
	});

	interface Moment {
		path: string;
		begin: (page: Page) => Promise<unknown>;
		/** What stands only as long as it lasts. */
		shown: string;
		/** True: it plays on a sheet, which Back closes first. */
		onSheet?: boolean;
		left: (page: Page, fan: Person) => Promise<unknown>;
	}

	const openVote = async (page: Page, artist = 'Bex Corran') => {
		await page.getByRole('button', { name: `Vote for ${artist}` }).click();
		await page.getByRole('button', { name: '+1', exact: true }).click();
		await page.locator('[data-stick=lit]').waitFor();
	};
	const expectGems = async ({ token }: Person, gem_balance: number) =>
		expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({ gem_balance });
	const MOMENTS: Record<string, Moment> = {
		'a stick that is charged sends nothing': {
			path: '/leader-board',
			async begin(page) {
				await openVote(page);
				await page.locator('[data-stick]').hover();
				await page.mouse.down();
			},
			shown: '[data-stick=charging]',
			onSheet: true,
			left: (page, fan) => page.mouse.up().then(() => expectGems(fan, 1_000)),
		},
		'a light that flies is counted, and lands in the row': {
			path: '/leader-board',
			begin: (page) => openVote(page).then(() => page.locator('[data-stick]').press('Enter')),
			shown: '.ocean-own[data-arrives=true]',
			onSheet: true,
			async left(page, fan) {
				await page.locator(`[data-flip='${bex}'] [data-landed='+1']`).waitFor();
				await expectGems(fan, 990);
			},
		},
		'a pick of the next rank sends nothing': {
			path: '/leader-board',
			async begin(page) {
				await openVote(page, 'Cleo Dastan');
				await page.getByRole('dialog').getByRole('button', { name: /→/ }).click();
			},
			shown: '.vote-effect',
			onSheet: true,
			left: (_page, fan) => expectGems(fan, 1_000),
		},
		'a reveal ends, and plays when the fan comes again': {
			path: '/leader-board?sub_tab=champion',
			begin: (page) => page.locator('.reveal-step').waitFor(),
			shown: '.reveal',
			async left(page) {
				await page.goForward();
				await page.locator('.reveal-step').waitFor();
				await page.goBack();
			},
		},
		'gems that fly are in the balance': {
			path: '/store',
			begin: (page) => page.getByRole('button', { name: /Claim$/ }).click(),
			shown: 'body > .gem-icon',
			left: (page) => page.getByRole('link', { name: '1,010 gems, to the store' }).waitFor({ state: 'attached' }),
		},
	};

	it.each(Object.keys(MOMENTS))('in the middle of a moment: %s', async (name) => {
		const { path: at, begin, shown, onSheet, left } = MOMENTS[name] as Moment;
		const fan = await aPerson(site.owner, name.slice(0, 30), { earned: 1_000 });
		const { page, open, goTo } = await site.visitor({ as: fan, width: 390 });
		await open('/news');
		await page.getByRole('contentinfo').waitFor();
		await goTo(at);
		await begin(page);
		await page.locator(shown).first().waitFor({ state: 'attached' });
		await page.goBack();
		await expect.poll(() => page.locator(onSheet ? 'dialog[open]' : shown).count()).toBe(0);
		await left(page, fan);
		if (onSheet) {
			expect(path(page)).toBe(at);
			await page.goBack();
		}
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
	});
});
