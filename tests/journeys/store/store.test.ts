/** Gems come in: a check-in, and the whole purchase in a real browser against the pretended Stripe. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { runUntil, stopClock } from '../../fixtures/browser/page-clock.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownStoreSite } from '../../fixtures/orders/sales.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const PAID = '4242424242424242';

const site = ownStoreSite();
let fans = 0;

beforeAll(async () => {
	await someGoods(site, { gems: 100, bonus: 0, priceMinor: 99 });
	await someGoods(site);
});
afterEach(async () => {
	site.stripe.deliveries.mishaps.hold = false;
	site.stripe.troubles.failures = [];
	await site.clock.run();
	await expectBooksToBalance(site.db);
});

/** A fan without gems. Wide and narrow, dark and light take turns. */
async function aBuyer() {
	fans += 1;
	const fan = await aPerson(site.owner, `buyer ${fans}`);
	const visitor = await site.visitor({ as: fan, width: fans % 2 ? 390 : 1440, theme: fans % 3 ? 'dark' : 'light' });
	const { page, open } = visitor;
	const toCardPage = async () => {
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.waitForURL(`${site.stripe.origin}/pay/*`);
	};
	const choose = async () => {
		await open('/store');
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).click();
		await page.waitForURL('**/payment-method/*');
	};
	return {
		...visitor,
		fan,
		choose,
		toCardPage,
		async typeCard(number: string) {
			await page.getByLabel('Card number').fill(number);
			await page.getByRole('button', { name: 'Pay' }).click();
		},
		success: () => page.getByText('Your payment was successful !').waitFor(),
		waiting: () => page.getByText('Waiting for your payment').waitFor(),
		async expectBalance(gems: number) {
			const { body } = await site.ask({ path: '/user/me', token: fan.token });
			expect((body.data as { gem_balance: number }).gem_balance).toBe(gems);
		},
	};
}

it('[S1-06, S4-22, S4-23, S4-24, S6-04, S8-05] attendance is claimed for today alone, once, and tells a second device why there is nothing to claim', async () => {
	const { fan, page, open, expectBalance } = await aBuyer();
	const other = await site.visitor({ as: fan });
	const dayOne = (on: Page) => on.getByRole('button', { name: /^Day 1.*Claim$/ });
	const claimed = (on: Page) => on.getByText('Claimed', { exact: true }).waitFor();
	await step('only today can be claimed', async () => {
		await Promise.all([other.open('/store'), open('/store')]);
		await Promise.all([dayOne(page).waitFor(), dayOne(other.page).waitFor()]);
		await page.getByText('Day 7', { exact: true }).waitFor();
		// Of the thread, on a phone and on a wide screen: a row's last day has nothing to go on to.
		const ends = await page
			.locator('.attendance-days .day')
			.evaluateAll((days) => days.map((day) => Number.parseFloat(getComputedStyle(day, '::before').right) < 0));
		expect(ends).toEqual([true, true, true, page.viewportSize()?.width !== 390, true, true, false]);
		expect(await page.getByRole('button', { name: /Claim$/ }).count()).toBe(1);
	});
	await step('a claim is said, read again, and leaves nothing to claim', async () => {
		const configRead = page.waitForResponse('**/checkin/config?*');
		await dayOne(page).click();
		await configRead;
		await claimed(page);
		await expect.poll(() => page.getByRole('button', { name: /Claim$/ }).count()).toBe(0);
		await page.getByRole('status').getByText('Day 1 claimed: 10 gems').waitFor({ state: 'attached' });
		await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Claimed');
	});
	await step('the second device is told', async () => {
		await dayOne(other.page).click();
		await other.page.getByRole('dialog').getByText('You have already checked in today').waitFor();
		await other.expectAccessible();
		await other.page.getByRole('button', { name: 'OK' }).click();
		await claimed(other.page);
	});
	await step('the gems came once', () => expectBalance(10));
});

describe('a purchase', () => {
	it('[S1-07, S2-81, S2-82, S2-83, S2-84, S2-85, S2-86, S3-18, S4-25, S6-04, S9-22] goes from the store over the payment method and the card page to its success, and gives the gems', async () => {
		const { page, expectAccessible, typeCard, choose, toCardPage, success, expectBalance, open } = await aBuyer();
		let tradeNo = '';
		await step('the store offers goods below the attendance, a bonus with its badge', async () => {
			await open('/store');
			await page.getByRole('heading', { name: 'Attendance' }).waitFor();
			await page.getByRole('heading', { name: 'Purchase' }).waitFor();
			// 50 gems on top of 550 are nine percent; the goods without a bonus have no badge.
			await page.getByText('HOT Extra +9%').waitFor();
			expect(await page.getByText('HOT Extra').count()).toBe(1);
			await expectAccessible();
		});
		await step('the payment method is Credit Card and no other', async () => {
			await choose();
			await page.getByRole('radio', { name: 'Credit Card' }).waitFor();
			expect(await page.getByRole('radio').count()).toBe(1);
			await expectAccessible();
			tradeNo = new URL(page.url()).pathname.split('/').at(-1) ?? '';
		});
		await step('the card page leads back to the success with number, gems and total', async () => {
			await toCardPage();
			await typeCard(PAID);
			await page.waitForURL('**/pay-success**');
			await success();
			await page.getByText('And your item has been added to your account!').waitFor();
			const summary = page.getByRole('main');
			for (const text of [tradeNo, 'Gems', 'US$4.99']) await summary.getByText(text, { exact: true }).waitFor();
			for (const text of ['Order ID', 'Total Payment']) await summary.getByText(text).waitFor();
			await expectAccessible();
		});
		await step('the way home shows the gems in the header', async () => {
			await page.getByRole('link', { name: 'BACK TO LEADERBOARD' }).waitFor();
			await page.getByRole('link', { name: 'BACK TO HOME' }).click();
			await page.waitForURL(`${site.url}/`);
			await page.getByText('600', { exact: true }).first().waitFor();
			await expectBalance(600);
		});
	});

	it('that is stopped on the way to the card page, as a sign-in on the way out, can be begun again after a moment', async () => {
		const [buyer, stranger] = [await aBuyer(), await site.visitor()];
		await buyer.choose();
		await stranger.open('/login');
		const ways = [
			[buyer.page, 'Pay', `${site.stripe.origin}/pay/*`],
			[stranger.page, 'Continue with Google', /\/authorize\?|\/auth\?/],
		] as const;
		for (const [page, name, address] of ways) {
			const button = page.getByRole('button', { name, exact: true });
			let stopped = 0;
			// It is drawn with time, which stops below.
			await button.waitFor();
			await page.route(address, (route) => ((stopped += 1), route.abort('aborted')));
			await stopClock(page);
			await button.click();
			await expect.poll(() => stopped).toBe(1);
			await page.clock.runFor(2_900);
			expect(await button.getAttribute('aria-disabled')).toBe('true');
			await runUntil(page, 100, async () => (await button.getAttribute('aria-disabled')) === null);
			await page.unroute(address);
			await button.click();
			await page.waitForURL(({ origin }) => origin !== site.url);
		}
	});

	it('for a vote leads back to that vote, with its amount, which it pays', async () => {
		await aContest(site.owner, 'november', { tab: 'solo' });
		const { page, open, typeCard, toCardPage, success, expectBalance } = await aBuyer();
		await open('/leader-board');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		const dialog = page.getByRole('dialog', { name: 'Bex Corran' });
		await dialog.getByLabel('Votes').fill('21');
		await dialog.getByRole('link', { name: 'Get More' }).click();
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).click();
		await toCardPage();
		await typeCard(PAID);
		await success();
		await page.getByRole('link', { name: 'Back to your vote for Bex Corran' }).click();
		await expect.poll(() => dialog.getByLabel('Votes').inputValue()).toBe('21');
		expect(page.url()).not.toContain('votes=');
		await dialog.getByRole('button', { name: 'Max' }).click();
		await dialog.getByRole('button', { name: 'Vote 60' }).click();
		await page.getByRole('dialog', { name: 'Vote Successful' }).waitFor();
		await expectBalance(0);
	});

	it('is one order and one card page of double clicks and the Back button, and is paid once', async () => {
		const { fan, page, open, typeCard, toCardPage, success, expectBalance } = await aBuyer();
		const before = site.stripe.state.sessions.size;
		await open('/store');
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).dblclick();
		await page.waitForURL('**/payment-method/*');
		await page.getByRole('button', { name: 'Pay', exact: true }).dblclick();
		await page.waitForURL(`${site.stripe.origin}/pay/*`);
		const cardPage = page.url();
		await page.goBack();
		await toCardPage();
		await expect.poll(() => page.url()).toBe(cardPage);
		expect(site.stripe.state.sessions.size).toBe(before + 1);
		const orders = await site.db.query({ text: 'select from gem_order where fan_id = $1', values: [fan.fanId] });
		expect(orders).toHaveLength(1);
		await typeCard(PAID);
		await success();
		await page.goBack();
		await page.getByText('This was paid already').waitFor();
		await expectBalance(600);
	});

	it('waits for a message that is late, says so, and then shows it', async () => {
		const { deliveries } = site.stripe;
		deliveries.mishaps.hold = true;
		const { expectAccessible, typeCard, choose, toCardPage, waiting, success, expectBalance } = await aBuyer();
		await choose();
		await toCardPage();
		await typeCard(PAID);
		await waiting();
		await expectAccessible();
		await expectBalance(0);
		deliveries.release(deliveries.held.splice(0));
		await success();
		await expectBalance(600);
	});

	it('[S8-06, S8-07] says what went wrong when the order or Stripe fails, and goes on afterwards; one that is not there does not exist', async () => {
		const { page, open, choose, toCardPage } = await aBuyer();
		await open('/store');
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).waitFor();
		await page.route('**/orders/create', (route) => route.abort());
		await page.getByRole('button', { name: 'Buy 550 gems for US$4.99' }).click();
		await page.getByText('Failed to create order, please try again later.').waitFor();
		await page.unrouteAll();
		await choose();
		// The first try, and both retries.
		site.stripe.troubles.failures = Array.from({ length: 3 }, () => ({ status: 500, when: 'before' as const }));
		const pay = page.getByRole('button', { name: 'Pay', exact: true });
		await pay.waitFor();
		// It may have been paid in another tab.
		const again = page.waitForRequest('**/orders/detail/*');
		await pay.click();
		await page.getByText('Error occurred while processing payment').waitFor();
		await again;
		await toCardPage();
		await open('/payment-method/abcdefgh');
		await page.getByText('This order does not exist').waitFor();
	});
});
