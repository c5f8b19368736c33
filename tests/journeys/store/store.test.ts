/** Gems come in: a check-in, and the whole purchase in a real browser against the pretended Stripe. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openStore } from '#server/app.ts';
import { watchOrders } from '#server/orders/payments/poll.ts';
import { noMishaps } from '../../../emulators/stripe/deliveries.ts';
import { startStripeEmulator, type RunningStripe } from '../../../emulators/stripe/emulator.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';

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

beforeEach(async () => {
	// Wide and narrow, dark and light take turns.
	fans += 1;
	fan = await aPerson(site.owner, `buyer ${fans}`);
	visitor = await site.visitor({ as: fan, width: fans % 2 ? 390 : 1440, theme: fans % 3 ? 'dark' : 'light' });
	({ page } = visitor);
});
afterEach(async () => {
	Object.assign(stripe.deliveries.mishaps, noMishaps);
	stripe.troubles.failures = [];
	await site.clock.run();
	await visitor.leave();
	await expectBooksToBalance(site.db);
});

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
	it('[S1-06, S4-22, S4-23, S4-24, S6-04, S8-05] gives the gems of today once and says Claimed; a second device reads why not', async () => {
		const other = await site.visitor({ as: fan });
		await other.open('/store');
		await other.page.getByRole('button', { name: /^Day 1.*Claim$/ }).waitFor();
		await visitor.open('/store');
		await page.getByRole('button', { name: /^Day 1.*Claim$/ }).waitFor();
		await page.getByText('Day 7', { exact: true }).waitFor();
		expect(await page.getByRole('button', { name: /Claim$/ }).count()).toBe(1);
		const configRead = page.waitForResponse('**/checkin/config');
		await page.getByRole('button', { name: /^Day 1.*Claim$/ }).click();
		await configRead;
		await page.getByText('Claimed', { exact: true }).waitFor();
		expect(await page.getByRole('button', { name: /Claim$/ }).count()).toBe(0);
		await other.page.getByRole('button', { name: /^Day 1.*Claim$/ }).click();
		await other.page.getByRole('dialog').getByText('You have already checked in today').waitFor();
		await other.expectAccessible();
		await other.page.getByRole('button', { name: 'OK' }).click();
		await other.page.getByText('Claimed', { exact: true }).waitFor();
		expect(await balance()).toBe(10);
		await other.leave();
	});
});

describe('a purchase', () => {
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

	it('[S1-07, S2-83, S2-84, S2-85, S2-86, S4-25, S6-04] ends with gems in the header, every page of it accessible', async () => {
		await choose();
		await page.getByRole('radio', { name: 'Credit Card' }).waitFor();
		const tradeNo = new URL(page.url()).pathname.split('/').at(-1) ?? '';
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.waitForURL(`${stripe.origin}/pay/*`);
		await typeCard(PAID);
		await success();
		await page.getByText('And your item has been added to your account!').waitFor();
		const summary = page.getByRole('main');
		await summary.getByText('Order ID').waitFor();
		await summary.getByText(tradeNo, { exact: true }).waitFor();
		await summary.getByText('Gems', { exact: true }).waitFor();
		await summary.getByText('Total Payment').waitFor();
		await summary.getByText('US$4.99').waitFor();
		await visitor.expectAccessible();
		await page.getByRole('link', { name: 'BACK TO LEADERBOARD' }).waitFor();
		await page.getByRole('link', { name: 'BACK TO HOME' }).click();
		await page.waitForURL(`${site.url}/`);
		await page.getByText('600', { exact: true }).first().waitFor();
		expect(await balance()).toBe(600);
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
		const stranger = await site.visitor({ as: await aPerson(site.owner, `stranger ${fans}`) });
		await stranger.open(pathname);
		await stranger.page.getByText('This order does not exist').waitFor();
		await stranger.leave();
		const nobody = await site.visitor();
		await nobody.open('/store');
		await nobody.page.waitForURL('**/login');
		await nobody.leave();
	});
});
