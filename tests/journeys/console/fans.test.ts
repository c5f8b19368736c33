/** "Where are my gems?", answered start to end; adjusting gems, closing and deleting accounts. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { anOperator, atWork, factOf, giveReason, PHONE, sectionsOf } from '../../fixtures/browser/console.ts';
import { holdBack } from '../../../testkit/network.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { tabTo } from '../../fixtures/browser/keyboard.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { ownStoreSite } from '../../fixtures/orders/sales.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';

const site = ownStoreSite({ ADJUSTMENT_BOUND: '1000' });
let fan: Person;
let tradeNo: string;
/** Whose order stays as it was bought. */
let buyer: Person;

beforeAll(async () => {
	const goods = await someGoods(site);
	buyer = await aPerson(site.owner, 'Only Buyer');
	await site.buy(buyer, goods);
	await someNews(site.owner, ['Read by all']);
	fan = await aPerson(site.owner, 'Mara Quill', { earned: 20 });
	({ tradeNo } = await site.buy(fan, goods));
	await site.castVote(fan, await aContest(site.owner, 'november', { tab: 'solo' }), { tickets: 12 });
});
afterEach(() => expectBooksToBalance(site.db));

it('"where are my gems?" is answered in four steps, and leads without a mouse over the order to a refund of what is unspent', async () => {
	const { page, goTo, find, press, steps, expectAccessible } = await atWork(site, 'finance');
	await step('the search finds the fan by how the address begins, with the whole ledger', async () => {
		await goTo('/console');
		await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
		await find('mara quill@f', /Mara Quill/);
		await page.getByRole('heading', { name: 'Mara Quill' }).waitFor();
		expect(steps()).toBeLessThanOrEqual(4);
		// 20 earned and 600 bought, less 12 votes for 10 gems each.
		await expect.poll(() => factOf(page, 'Gems').innerText()).toContain('500');
		const ledger = page.getByRole('table', { name: 'Ledger' });
		await ledger.getByRole('row', { name: /Vote Ayu Bara · The november ranking .*−20 .*−100 500/ }).waitFor();
		await ledger.getByRole('row', { name: /Bought .* 0 \+550/ }).waitFor();
	});
	await step('tabs show orders, votes and sessions', async () => {
		await tabTo(page, page.getByRole('tab', { name: 'Ledger' }));
		for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
		await page.getByRole('row', { name: /Ayu Bara november 12 20 \+ 100/ }).waitFor();
		await page.getByRole('tab', { name: 'Sessions' }).click();
		await page.getByRole('row', { name: /google .* Open/ }).waitFor();
		await page.getByRole('tab', { name: 'Orders' }).click();
		await page.getByRole('row', { name: /Fulfilled 600 \$4\.99/ }).waitFor();
		await page.getByRole('tab', { name: 'Ledger' }).click();
	});
	await step('the ledger leads to the order, with what Stripe said of it', async () => {
		await press(page.getByRole('link', { name: 'Bought' }));
		await page.getByRole('heading', { name: 'Order', level: 1 }).waitFor();
		await expect.poll(() => factOf(page, 'Order ID').innerText()).toContain(tradeNo);
		await expect.poll(() => factOf(page, 'Unspent gems').innerText()).toContain('450 + 50');
		await page.getByRole('row', { name: /checkout\.session\.completed/ }).waitFor();
	});
	await step('what is unspent is refunded: said before, done after, and seen in the ledger', async () => {
		const refund = page.getByRole('button', { name: 'Refund' });
		await press(refund);
		await page.getByRole('dialog').waitFor();
		await page.keyboard.press('Escape');
		await expect.poll(() => refund.evaluate((button) => button === document.activeElement)).toBe(true);
		await press(refund);
		const dialog = page.getByRole('dialog', { name: 'Refund this order' });
		// 450 of 550 gems for 4.99, rounded down.
		await dialog.getByText('500 gems are taken back').waitFor();
		await dialog.getByLabel('What').selectOption('whole');
		await dialog.getByText('100 of these were spent').waitFor();
		await dialog.getByText('Only an owner can request it').waitFor();
		await expectAccessible();
		await dialog.getByLabel('What').selectOption('unspent');
		await dialog.getByRole('button', { name: 'Refund $4.08' }).click();
		await dialog.getByText('Please give a reason').waitFor();
		await tabTo(page, dialog.getByLabel('Reason'));
		await page.keyboard.type('Bought by mistake');
		await press(dialog.getByRole('button', { name: 'Refund $4.08' }));
		await page.getByText('Refunded', { exact: true }).first().waitFor();
		await page.getByRole('row', { name: /Unspent part Bought by mistake .*Done .*\$4\.08/ }).waitFor();
		await page.getByRole('row', { name: /Refund .*−500/ }).waitFor();
		expect(await site.statusOf(fan, tradeNo)).toBe('refunded');
		await page.getByRole('link', { name: 'Audit trail of this order' }).click();
		await page.getByRole('row', { name: /refunded order .*Bought by mistake/ }).waitFor();
	});
});

it('an adjustment above the bound waits for another operator, who sees exactly what it is; the first may withdraw it', async () => {
	const poor = await aPerson(site.owner, 'Lost Gems');
	const { page, open, goTo, expectAccessible } = await anOperator(site, 'finance');
	await step('it waits for approval', async () => {
		await open(`/console/fans/${poor.fanId}`);
		await page.getByRole('button', { name: 'Adjust gems' }).click();
		await page.getByLabel('Earned gems').fill('5000');
		await page.getByLabel('Bought gems').fill('-x');
		await page.getByText('Enter a whole number').waitFor();
		await page.getByLabel('Bought gems').fill('');
		await page.getByText('New balance: 5,000 earned, 0 bought.').waitFor();
		await giveReason(page, 'Lost in the outage', 'Adjust');
		await page.getByText('Waiting for another operator’s approval.').waitFor();
		await expectAccessible();
		await page.getByRole('link', { name: 'See the request' }).click();
		const own = page.getByRole('article', { name: `Give 5,000 gems to fan ${poor.fanId}` });
		await own.getByText('You made this request').waitFor();
		expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
		await goTo(`/console/fans/${poor.fanId}`);
		await page.getByText('A change waits for another operator').waitFor();
		const badge = await anOperator(site, 'finance');
		await badge.open('/console');
		await badge.page.getByRole('link', { name: 'Approvals (1 waiting for you)' }).waitFor();
	});
	await step('a second operator reads and approves it', async () => {
		const second = await anOperator(site, 'finance', { width: 390, theme: 'light' });
		await second.open('/console/approvals');
		const waiting = second.page.getByRole('article', { name: `Give 5,000 gems to fan ${poor.fanId}` });
		await waiting.getByText('Lost in the outage').waitFor();
		await waiting.getByText('+5,000').waitFor();
		await waiting.locator('del', { hasText: /^0$/ }).waitFor();
		await waiting.getByText('Full request').click();
		await waiting.getByText('"earned": 5000').waitFor();
		await second.expectAccessible();
		await waiting.getByRole('button', { name: 'Approve' }).click();
		await giveReason(second.page, 'Seen in the logs', 'Approve');
		await waiting.getByText('Approved', { exact: true }).waitFor();
		await waiting.getByText(/Decided by .*: “?Seen in the logs/).waitFor();
		await open(`/console/fans/${poor.fanId}`);
		await page.getByRole('row', { name: /Adjustment Lost in the outage .*\+5,000/ }).waitFor();
	});
	await step('another one is withdrawn, after one that takes too much was refused', async () => {
		await page.getByRole('button', { name: 'Adjust gems' }).click();
		await page.getByLabel('Bought gems').fill('-7');
		await giveReason(page, 'A slip', 'Adjust');
		await page.getByRole('dialog').getByText('The fan does not have that many gems to take').waitFor();
		await page.getByLabel('Bought gems').fill('2000');
		await giveReason(page, 'A slip', 'Adjust');
		await page.getByRole('link', { name: 'See the request' }).click();
		const own = page.getByRole('article').filter({ hasText: 'A slip' });
		await own.getByRole('button', { name: 'Withdraw request' }).click();
		await giveReason(page, 'Was a slip', 'Withdraw');
		await own.getByText('Rejected', { exact: true }).waitFor();
	});
});

it('an account is suspended, logged out and restored, each with a reason', async () => {
	const { page, open } = await anOperator(site, 'editor');
	const cheater = await aPerson(site.owner, 'Cheater', { earned: 5 });
	await open(`/console/fans/${cheater.fanId}`);
	await page.getByRole('button', { name: 'Suspend' }).click();
	await giveReason(page, 'A hundred accounts on one network', 'Suspend');
	await page.locator('.fan-tags').getByText('Suspended').waitFor();
	await page.getByRole('button', { name: 'End all sessions' }).click();
	await giveReason(page, 'Until it is clear', 'End them');
	await expect.poll(() => factOf(page, 'Open sessions').innerText()).toContain('0');
	expect((await site.ask({ path: '/user/me', token: cheater.token })).status).toBe(401);
	await page.getByRole('button', { name: 'End suspension' }).click();
	await giveReason(page, 'A school, it turned out', 'End suspension');
	await page.locator('.fan-tags').getByText('Active').waitFor();
});

it.each([
	['viewer', []],
	['editor', ['Suspend', 'End all sessions']],
	['finance', ['Adjust gems']],
	['owner', ['Adjust gems', 'Suspend', 'End all sessions', 'Data of the fan', 'Delete on request']],
] as const)(
	'an operator with the role %s is offered what the role may do, and reads the rest',
	async (role, offered) => {
		const operator = await anOperator(site, role);
		const { page } = operator;
		await operator.open(`/console/fans/${buyer.fanId}`);
		const sections = await sectionsOf(operator);
		expect(sections).toEqual(expect.arrayContaining(['Fans', 'Orders', 'Approvals']));
		expect(sections.includes('Operators')).toBe(role === 'owner');
		await page.getByRole('table', { name: 'Ledger' }).getByRole('link', { name: 'Bought' }).waitFor();
		await expect.poll(() => page.locator('.steps').getByRole('button').allInnerTexts()).toEqual(offered);
		await page.getByRole('table', { name: 'Ledger' }).getByRole('link', { name: 'Bought' }).click();
		await page.getByRole('row', { name: /Paid for the order/ }).waitFor();
		const money = role === 'finance' || role === 'owner' ? ['Refund', 'Check with Stripe'] : [];
		const makes = role === 'editor' || role === 'owner';
		await expect.poll(() => page.locator('.steps').getByRole('button').allInnerTexts()).toEqual(money);
		await operator.goTo('/console/news');
		await page.getByText('Read by all').waitFor();
		await expect.poll(async () => (await page.getByRole('link', { name: 'New article' }).count()) > 0).toBe(makes);
		await operator.goTo('/console/rankings/november');
		await page.getByRole('link', { name: 'CSV' }).waitFor();
		await expect.poll(() => page.getByLabel('Title').isEnabled()).toBe(makes);
		await expect.poll(async () => (await page.getByRole('link', { name: 'New ranking' }).count()) > 0).toBe(makes);
		await expect.poll(async () => (await page.getByRole('button', { name: 'Save changes' }).count()) > 0).toBe(makes);
	},
);

it('the search keeps what is typed before its script has arrived, and leaves keys to an input method that composes, also as Safari tells of them', async () => {
	const { page, open } = await anOperator(site, 'finance');
	const field = page.locator('dialog.palette [role=combobox]');
	const found = page.getByRole('option', { name: /Mara Quill/, selected: true });
	const arrived = await holdBack(page, /\/palette-[^/]+\.js$/);
	await open('/console');
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
	const here = page.url();
	await page.getByRole('link', { name: 'Fans', exact: true }).first().focus();
	await page.keyboard.press('Control+k');
	await page.keyboard.type('marb');
	await page.keyboard.press('Backspace');
	await page.keyboard.press('Enter');
	await expect.poll(() => page.url()).toBe(here);
	expect(await page.locator('dialog.palette').count()).toBe(0);
	arrived();
	await found.waitFor();
	await expect.poll(() => field.inputValue()).toBe('mar');
	const active = await field.getAttribute('aria-activedescendant');
	for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
		for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) {
			await field.evaluate(
				(input, init) =>
					input.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
				{ key, ...how },
			);
		}
	}
	expect([page.url(), await field.getAttribute('aria-activedescendant')]).toEqual([here, active]);
	await page.keyboard.press('Escape');
	await field.waitFor({ state: 'detached' });
	await page.keyboard.press('Control+k');
	await expect.poll(() => field.inputValue()).toBe('');
	await field.fill('mar');
	await found.waitFor();
	await field.press('Enter');
	await page.waitForURL('**/console/fans/*');
});

it('on a phone, a fan gets an answer and in 4 steps a payment back', async () => {
	const { tradeNo: latest } = await site.buy(fan, await someGoods(site));
	const { page, open, link, button, fill, confirm, steps, complaints } = await atWork(site, 'owner', PHONE);
	await open('/console');
	await page.getByRole('button', { name: 'Search' }).click();
	await page.getByRole('combobox', { name: /^Search rankings/ }).fill('mara');
	await page.getByRole('option', { name: /Mara Quill/ }).click();
	await page.getByRole('row', { name: /Vote Ayu Bara/ }).waitFor();
	await link('Bought');
	await button('Refund');
	await fill('Reason', 'Bought twice', page.getByRole('dialog'));
	await confirm('Refund $4.99');
	await page.getByText('Refunded', { exact: true }).first().waitFor();
	expect(steps()).toBe(4);
	expect(await site.statusOf(fan, latest)).toBe('refunded');
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	expect(complaints).toEqual([]);
});
