/** Gems come in: a check-in, and the whole purchase in a real browser against the pretended Stripe. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openStore } from '#server/providers.ts';
import { watchOrders } from '#server/orders/payments/poll.ts';
import { noMishaps } from '../../../emulators/stripe/deliveries.ts';
import { startStripeEmulator, type RunningStripe } from '../../../emulators/stripe/emulator.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const KEYS = { secretKey: 'emulator-journey-key', webhookSecret: 'emulator-journey-secret' };
const PAID = '4242424242424242';

let site: BrowserSite;
let stripe: RunningStripe;
let fan: Person;
let visitor: Visitor;
let page: Page;
let fans = 0;

beforeAll(async () => {
	stripe = await startStripeEmulator({
		port: 0,
		webhookUrl: () => `${site.url}/api/v1/payments/stripe/webhook`,
		...KEYS,
	});
	site = await openBrowserSite({
		STRIPE_SECRET_KEY: KEYS.secretKey,
		STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
		STRIPE_API_BASE: stripe.origin,
		MONEY_PER_MINUTE: '1000',
	});
	await someGoods(site, { gems: 100, bonus: 0, priceMinor: 99 });
	await someGoods(site);
});
afterAll(async () => {
	await site.close();
	await stripe.close();
});

async function arrive(): Promise<void> {
	// Wide and narrow, dark and light take turns.
	fans += 1;
	fan = await aPerson(site.owner, `buyer ${fans}`);
	visitor = await site.visitor({ as: fan, width: fans % 2 ? 390 : 1440, theme: fans % 3 ? 'dark' : 'light' });
	({ page } = visitor);
}

async function leave(): Promise<void> {
	Object.assign(stripe.deliveries.mishaps, noMishaps);
	stripe.troubles.failures = [];
	await site.clock.run();
	await expectBooksToBalance(site.db);
}

const balance = async () => {
	const { body } = await site.ask({ path: '/user/me', token: fan.token });
	return (body.data as { gem_balance: number }).gem_balance;
};
const success = () => page.getByText('Your payment was successful !').waitFor();
const waiting = () => page.getByText('Waiting for your payment').waitFor();

async function choose(): Promise<void> {
	await visitor.open('/store');
	await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).click();
	await page.waitForURL('**/payment-method/*');
}

async function toCardPage(): Promise<void> {
	await choose();
	await page.getByRole('button', { name: 'Pay', exact: true }).click();
	await page.waitForURL(`${stripe.origin}/pay/*`);
}

async function typeCard(number: string, on = page): Promise<void> {
	await on.getByLabel('Card number').fill(number);
	await on.getByRole('button', { name: 'Pay' }).click();
}

describe('attendance', () => {
	let other: Visitor;
	beforeAll(async () => {
		await arrive();
		other = await site.visitor({ as: fan });
		await Promise.all([other.open('/store'), visitor.open('/store')]);
	});
	afterAll(async () => {});

	const dayOne = (on = page) => on.getByRole('button', { name: /^Day 1.*Claim$/ });
	const claimed = (on = page) => on.getByText('Claimed', { exact: true }).waitFor();

	it('[S4-22] can be claimed for today and for no other day', async () => {
		await Promise.all([dayOne().waitFor(), dayOne(other.page).waitFor()]);
		await page.getByText('Day 7', { exact: true }).waitFor();
		expect(await page.getByRole('button', { name: /Claim$/ }).count()).toBe(1);
	});

	it('[S4-24] is read again after a claim', async () => {
		const configRead = page.waitForResponse('**/checkin/config');
		await dayOne().click();
		await configRead;
	});

	it('[S4-23] says Claimed, and the days to come cannot be claimed', async () => {
		await claimed();
		expect(await page.getByRole('button', { name: /Claim$/ }).count()).toBe(0);
		await page.getByRole('status').getByText('Day 1 claimed: 10 gems').waitFor({ state: 'attached' });
		const focused = () => page.evaluate(() => document.activeElement?.textContent);
		await expect.poll(focused).toContain('Claimed');
	});

	it('[S8-05] tells a second device why there is nothing to claim', async () => {
		await dayOne(other.page).click();
		await other.page.getByRole('dialog').getByText('You have already checked in today').waitFor();
		await other.expectAccessible();
		await other.page.getByRole('button', { name: 'OK' }).click();
		await claimed(other.page);
	});

	it('[S1-06, S6-04] gives the gems of today, once', async () => {
		expect(await balance()).toBe(10);
	});
});

describe('a paid order', () => {
	let tradeNo: string;
	beforeAll(arrive);
	afterAll(leave);

	it('[S4-25] goes from the store over the payment method and the card page to /pay-success', async () => {
		await choose();
		await page.getByRole('radio', { name: 'Credit Card' }).waitFor();
		tradeNo = new URL(page.url()).pathname.split('/').at(-1) ?? '';
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.waitForURL(`${stripe.origin}/pay/*`);
		await typeCard(PAID);
		await page.waitForURL('**/pay-success**');
	});

	it('[S2-83] was successful', success);

	it('[S2-84] has added its item to the account', async () => {
		await page.getByText('And your item has been added to your account!').waitFor();
	});

	it('[S2-85] shows its number, gems and total', async () => {
		const summary = page.getByRole('main');
		for (const text of [tradeNo, 'Gems', 'US$4.99']) await summary.getByText(text, { exact: true }).waitFor();
		for (const text of ['Order ID', 'Total Payment']) await summary.getByText(text).waitFor();
		await visitor.expectAccessible();
	});

	it('[S2-86] leads back to the leaderboard and to the home page', async () => {
		await page.getByRole('link', { name: 'BACK TO LEADERBOARD' }).waitFor();
		await page.getByRole('link', { name: 'BACK TO HOME' }).click();
		await page.waitForURL(`${site.url}/`);
	});

	it('[S1-07, S6-04] gives the gems, which the header shows', async () => {
		await page.getByText('600', { exact: true }).first().waitFor();
		expect(await balance()).toBe(600);
	});
});

describe('a purchase', () => {
	beforeEach(arrive);
	afterEach(leave);

	it('[S2-81, S3-18] begins in the store, below the attendance, where a bonus has its badge', async () => {
		await visitor.open('/store');
		await page.getByRole('heading', { name: 'Attendance' }).waitFor();
		await page.getByRole('heading', { name: 'Purchase' }).waitFor();
		// 50 gems on top of 550 are nine percent; the goods without a bonus have no badge.
		await page.getByText('HOT Extra +9%').waitFor();
		expect(await page.getByText('HOT Extra').count()).toBe(1);
		await visitor.expectAccessible();
	});

	it('[S2-82, S9-22] offers Credit Card and no other method', async () => {
		await choose();
		await page.getByRole('radio', { name: 'Credit Card' }).waitFor();
		expect(await page.getByRole('radio').count()).toBe(1);
		await visitor.expectAccessible();
	});

	it('for a vote leads back to that vote, which it pays', async () => {
		await aContest(site.owner, 'november', { tab: 'solo' });
		await visitor.open('/leader-board');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		const dialog = page.getByRole('dialog', { name: 'Bex Corran' });
		await dialog.getByRole('link', { name: 'Get More' }).click();
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).click();
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.waitForURL(`${stripe.origin}/pay/*`);
		await typeCard(PAID);
		await success();
		await page.getByRole('link', { name: 'Back to your vote for Bex Corran' }).click();
		await dialog.getByRole('button', { name: 'Max' }).click();
		await dialog.getByRole('button', { name: 'Vote 60' }).click();
		await page.getByRole('dialog', { name: 'Vote Successful' }).waitFor();
		expect(await balance()).toBe(0);
	});

	it('goes on after a declined card, and through 3-D Secure failed and passed', async () => {
		await toCardPage();
		await typeCard('4000000000000002');
		await page.getByText('Your card was declined.').waitFor();
		await typeCard('4000000000009995');
		await page.getByText('insufficient funds', { exact: false }).first().waitFor();
		await typeCard('4000002760003184');
		await page.getByRole('button', { name: 'Fail authentication' }).click();
		await page.getByText('We are unable to authenticate').waitFor();
		expect(await balance()).toBe(0);
		await typeCard('4000002760003184');
		await page.getByRole('button', { name: 'Complete authentication' }).click();
		await success();
		expect(await balance()).toBe(600);
	});

	it('survives the Back button, and meets the same card page again', async () => {
		await toCardPage();
		const cardPage = page.url();
		await page.goBack();
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.waitForURL(`${stripe.origin}/pay/*`);
		expect(page.url()).toBe(cardPage);
		await typeCard(PAID);
		await success();
		await page.goBack();
		await page.getByText('This was paid already').waitFor();
		expect(await balance()).toBe(600);
	});

	it('is one order and one card page of a double click', async () => {
		const before = stripe.state.sessions.size;
		await visitor.open('/store');
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).dblclick();
		await page.waitForURL('**/payment-method/*');
		await page.getByRole('button', { name: 'Pay', exact: true }).dblclick();
		await page.waitForURL(`${stripe.origin}/pay/*`);
		expect(stripe.state.sessions.size).toBe(before + 1);
		const [row] = await site.db.query<{ orders: number }>({
			text: 'select count(*) as orders from gem_order where fan_id = $1',
			values: [fan.fanId],
		});
		expect(row?.orders).toBe(1);
	});

	it('in two tabs is paid once: the second tab is told', async () => {
		await toCardPage();
		const second = await visitor.context.newPage();
		await second.goto(page.url());
		await typeCard(PAID);
		await success();
		await typeCard(PAID, second);
		await second.getByText('This was paid already').waitFor();
		expect(await balance()).toBe(600);
	});

	it('waits for a message that is late, says so, and then shows it', async () => {
		stripe.deliveries.mishaps.hold = true;
		await toCardPage();
		await typeCard(PAID);
		await waiting();
		await visitor.expectAccessible();
		expect(await balance()).toBe(0);
		stripe.deliveries.release(stripe.deliveries.held.splice(0));
		await success();
		expect(await balance()).toBe(600);
	});

	it('whose message is lost is found by the job', async () => {
		stripe.deliveries.mishaps.lose = 1;
		await toCardPage();
		await typeCard(PAID);
		await waiting();
		await site.clock.set(new Date(Date.now() + 120_000));
		await watchOrders(openStore({ config: site.config, db: site.db }, site.app.log));
		await success();
		expect(await balance()).toBe(600);
	});

	it('[S8-07] says what went wrong when Stripe is down, and goes on afterwards', async () => {
		await choose();
		stripe.troubles.failures = Array.from({ length: 3 }, () => ({ status: 500, when: 'before' as const }));
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.getByText('Error occurred while processing payment').waitFor();
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.waitForURL(`${stripe.origin}/pay/*`);
	});

	it('[S8-06] that cannot be ordered says so', async () => {
		await visitor.open('/store');
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).waitFor();
		await page.route('**/orders/create', (route) => route.abort());
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).click();
		await page.getByText('Failed to create order, please try again later.').waitFor();
	});

	it('of somebody else does not exist, and nobody buys without logging in', async () => {
		await choose();
		const { pathname } = new URL(page.url());
		const { page, open } = await site.visitor({ as: await aPerson(site.owner, `stranger ${fans}`) });
		await open(pathname);
		await page.getByText('This order does not exist').waitFor();
		const { page, open } = await site.visitor();
		await open('/store');
		await page.waitForURL('**/login');
	});
});
