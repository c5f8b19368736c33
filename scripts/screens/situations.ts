/** Situations that the demo content does not have: a paid order, a request of a second operator. */
import type { Page } from '@playwright/test';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listApprovals } from '#contract/operator/approvals.ts';
import type { Concentration, ConcentrationRow, listTopFans } from '#contract/operator/voting/concentration.ts';
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

/** One network votes for one artist. The trial site counts sources of votes for half an hour before it could show any. */
export function oneNetworkVotes(seen: Concentration): void {
	const [leader, artist] = seen.artists;
	const tickets = seen.cast_tickets;
	const row = (value: string, part: number, more: Partial<ConcentrationRow> = {}): ConcentrationRow => {
		const votes = Math.round(41_200 * part);
		return { value, votes, tickets: Math.round(tickets * part), unusual: null, accounts: null, case_ids: [], ...more };
	};
	const unusual = 'One network gave 13 % of all votes';
	const hourOf = (ago: number) => new Date(Date.now() - ago * HOUR_S * 1_000).toISOString().slice(0, 13);
	Object.assign(seen, {
		counted_through_time: Math.floor(Date.now() / 1_000) - 60,
		votes: 41_200,
		tickets,
		age: [row('older', 0.61), row('month', 0.18), row('week', 0.07), row('day', 0.14)],
		country: [row('KR', 0.44), row('JP', 0.21), row('BR', 0.17), row('ID', 0.11), row('US', 0.07)],
		network: [row('fa'.repeat(32), 0.13, { accounts: 24, unusual }), row('3c'.repeat(32), 0.01, { accounts: 3 })],
		hour: Array.from({ length: 48 }, (_, hour) => row(hourOf(47 - hour), hour === 39 ? 0.14 : 0.01 + (hour % 9) / 900)),
	});
	if (leader && artist) Object.assign(artist, { tickets: artist.cast_tickets, unusual: 1 });
}

/** Accounts of that network give the same artist the same number of votes. */
export function accountsVoteAlike({ list }: ReplyOf<typeof listTopFans>): void {
	const now = Math.floor(Date.now() / 1_000);
	const fans = ['lane_7', 'lane_8', 'lane_9', 'midnight_seat', 'row_one'];
	list.splice(
		0,
		list.length,
		...fans.map((name, index) => ({
			fan_id: 900 + index,
			name,
			artist_id: 2,
			en_name: 'Jiwoon Pyo',
			artist_tickets: index < 3 ? 54_000 : 12_400 - index,
			artist_tickets_all: 1_241_608,
			votes: index < 3 ? 54 : 31,
			tickets: index < 3 ? 54_000 : 13_000 - index,
			missed: 0,
			earned: 0,
			purchased: index < 3 ? 540_000 : 130_000,
			first_time: now - 9 * HOUR_S,
			last_time: now - 8 * HOUR_S,
			joined_time: now - (index < 3 ? 10 : 900) * HOUR_S,
			network: (index < 3 ? 'fa' : `0${index}`).repeat(32),
			network_accounts: index < 3 ? 24 : 1,
			unusual: index < 3 ? 'Signed up an hour before the first vote' : null,
			case_ids: [],
		})),
	);
}
