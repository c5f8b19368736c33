/** Situations that the demo content does not have: a paid order, a request of a second operator. */
import { type Page } from '@playwright/test';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listApprovals } from '#contract/operator/approvals.ts';
import { signIn } from './people.ts';

/** A fan of the demo content buys a pack with the emulated card. Returns the order's id. */
export async function someoneBuys(operator: Page, url: string): Promise<string> {
	const browser = operator.context().browser();
	if (!browser) throw new Error('The browser is gone');
	const token = await signIn(browser, url, 'midnight-seat');
	const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
	try {
		await context.addInitScript((value) => localStorage.setItem('authentication_token', value), token);
		const page = await context.newPage();
		await page.goto('/store');
		await page.getByRole('button', { name: /^Buy/ }).nth(1).click();
		await page.waitForURL('**/payment-method/*');
		const tradeNo = page.url().split('/').at(-1) ?? '';
		await page.getByRole('button', { name: 'Pay', exact: true }).click();
		await page.waitForURL((address) => address.origin !== new URL(url).origin);
		await page.getByLabel('Card number').fill('4242 4242 4242 4242');
		await page.getByRole('button', { name: 'Pay' }).click();
		await page.waitForURL('**/pay-success**');
		await page.getByText(/gems/i).first().waitFor();
		return tradeNo;
	} finally {
		await context.close();
	}
}

const HOUR_S = 3_600;

/** Another operator asks for an adjustment above the bound. */
export function somethingWaits(approvals: ReplyOf<typeof listApprovals>): void {
	const now = Math.floor(Date.now() / 1_000);
	approvals.list.unshift({
		approval_id: '00000000-0000-4000-8000-000000000000',
		kind: 'gem_adjustment',
		payload: { fan_id: 1, earned: 12_000, purchased: 0 },
		payload_hash: '0'.repeat(64),
		why: 'Lost in the outage of Friday',
		asked_by: { operator_id: 0, email: 'ines@team.example' },
		asked_time: now - HOUR_S,
		expires_time: now + 23 * HOUR_S,
		status: 'waiting',
		decided_by: null,
		decided_time: null,
		decided_why: null,
	});
}
