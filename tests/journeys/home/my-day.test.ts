/** The daily loop: my artist pinned, the claim on home, the first gems, and a vote that goes on after log-in. */
import { describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { failing } from '../../../testkit/network.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { runUntil, stopClock } from '../../fixtures/browser/page-clock.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();

const content = beforeTests(() => aWholeSite(site));

const artist = (index: number) => content.monthly.artistIds[index] ?? 0;
const mine = (page: Page) => page.getByRole('region', { name: 'My artist', exact: true });
const daily = (page: Page) => page.getByRole('region', { name: 'Daily check-in' });
const heart = (page: Page, name: string) => page.getByRole('button', { name: `My artist: ${name}` });

describe('my artist', () => {
	it('is marked by a visitor, pinned on home and chart, and joins the account at log-in', async () => {
		const fan = await aPerson(site.owner, 'mira', { earned: 50 });
		const { page, open, goTo, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		await open(`/artist/${artist(7)}?from=home&isVote=0`);
		await heart(page, 'Solo 08').click();
		await page.getByText('Solo 08 is pinned on home and charts').waitFor();
		await goTo('/leader-board?main_tab=solo');
		await mine(page)
			.getByRole('link', { name: /^Solo 08/ })
			.waitFor();
		await open('/');
		await mine(page)
			.getByText(/to #7|Level with #7/)
			.waitFor();
		await expectAccessibleInBothThemes();
		await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
		await open('/my-artist');
		await page.getByText('Pinned', { exact: true }).waitFor();
		const inAccount = async () => (await site.ask({ path: '/user/me/favorites', token: fan.token })).body.data;
		await expect.poll(inAccount).toMatchObject({ favorites: [{ artist_id: artist(7) }] });
	});

	it('is no other than the account’s, which may not arrive, can be another one, lights the hall if wanted, and is not shown to the next person', async () => {
		const fan = await aPerson(site.owner, 'nora');
		const artist_ids = [artist(2), artist(3)];
		await site.ask({ path: '/user/me/favorites', token: fan.token, body: { artist_ids } });
		const { page, open, goTo, expectAccessibleInBothThemes } = await site.visitor({ as: fan });
		const hall = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--hall').toLowerCase());
		await failing(page, '/user/me/favorites');
		await open('/my-artist');
		await page.getByText('This could not be loaded.').waitFor();
		expect(await page.getByText('No artist yet').count()).toBe(0);
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('button', { name: 'Pin Solo 04' }).click();
		await page.getByRole('button', { name: 'Pin Solo 03' }).waitFor();
		const pinned = page.getByRole('region', { name: 'Solo 04', exact: true });
		await pinned.getByText(/to #3|Level with #3/).waitFor();
		await pinned.getByText('Solo 03', { exact: true }).waitFor();
		await pinned.getByRole('button', { name: 'Vote for Solo 04' }).waitFor();
		await pinned.getByRole('button', { name: 'Make a poster' }).waitFor();
		await page.getByLabel('Light the hall in my artist’s color').check();
		await expect.poll(hall).toBe('#2fd3c2');
		await goTo('/leader-board?main_tab=solo');
		const cover = page.locator('.chart-head-cover');
		await expect
			.poll(() => cover.evaluate((element) => getComputedStyle(element, '::before').backgroundColor))
			.toBe('rgb(47, 211, 194)');
		await goTo('/my-artist');
		await pinned.waitFor();
		await expectAccessibleInBothThemes();
		await page.getByRole('button', { name: 'Remove Solo 04' }).click();
		await pinned.waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'Account menu' }).click();
		await page.getByRole('button', { name: 'Log Out' }).click();
		await page.waitForURL('**/login');
		await goTo('/leader-board?main_tab=solo');
		await page.getByRole('button', { name: 'Vote for Solo 03' }).waitFor();
		expect(await mine(page).count()).toBe(0);
	});
});

it('the claim on home invites a visitor, and shows a fan without gems the way to the first vote', async () => {
	const fan = await aPerson(site.owner, 'first gems');
	const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390, at: '/' });
	await daily(page).getByRole('link', { name: 'Log in to claim' }).click();
	await page.waitForURL('**/login');
	await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
	await open('/');
	await daily(page).getByText('Claim 10 gems. They pay your first vote.').waitFor();
	await page.getByRole('link', { name: '0 gems, to the store, where today’s gems wait' }).waitFor();
	await expectAccessibleInBothThemes();
	await daily(page).getByRole('button', { name: 'Claim 10 gems' }).click();
	const note = daily(page).getByRole('status');
	await expect.poll(() => note.innerText()).toMatch(/^\+10 gems = 1 vote\.\s+Tomorrow: \+20 gems, in \d+ (?:h|min)\.$/);
	await expect.poll(() => note.evaluate((element) => element === document.activeElement)).toBe(true);
	await page.getByRole('link', { name: '10 gems, to the store', exact: true }).waitFor();
	await daily(page).getByRole('link', { name: 'Vote now' }).waitFor();
});

describe.each([false, true])('with reduced motion: %s, day seven of the bracelet', (reducedMotion) => {
	it('lights its beads, lands its gems before the balance rolls, bursts, and offers them to my artist', async () => {
		const fan = await aPerson(site.owner, `day seven ${reducedMotion}`, { earned: 40 });
		await site.owner.query({
			text: `insert into check_in (fan_id, day, sequence, gems, ledger_seq, timezone, checked_at)
				select $1, (now() at time zone 'Asia/Seoul')::date - 7 + day, day, 10, 0, 'Asia/Seoul', now() - (7 - day) * interval '1 day'
				from generate_series(1, 6) as day`,
			values: [fan.fanId],
		});
		const body = { artist_ids: [artist(4)] };
		await site.ask({ path: '/user/me/favorites', token: fan.token, body });
		const { page, open } = await site.visitor({ as: fan, width: 390, reducedMotion });
		const balance = (gems: number) => page.getByRole('link', { name: `${gems} gems, to the store`, exact: false });
		await open('/store');
		await page.getByText('Day 7 of 7').waitFor();
		await balance(40).waitFor();
		await stopClock(page);
		await page.getByRole('button', { name: /^Day 7.*Claim$/ }).click();
		// The page's clock goes far less than a flight takes.
		await runUntil(page, 1, () => page.locator('.bead-burst').isVisible());
		await expect.poll(() => page.locator('.bead-lit').count()).toBe(7);
		if (reducedMotion) expect(await page.locator('body > .gem-icon').count()).toBe(0);
		else expect(await balance(40).count()).toBe(1);
		await runUntil(page, 250, async () => (await balance(190).count()) === 1);
		const bursts = await page
			.locator('.bead-burst')
			.evaluate((bead) => getComputedStyle(bead, '::after').animationName);
		expect(bursts).toBe(reducedMotion ? 'none' : 'bead-burst');
		await page.clock.resume();
		await page.getByRole('link', { name: 'Give them to Solo 05' }).click();
		await page.getByRole('dialog', { name: 'Solo 05' }).waitFor();
		await expect.poll(() => page.getByLabel('Votes').inputValue()).toBe('15');
	});
});

it('my month on the account says what was given in it, and to whom', async () => {
	const fan = await aPerson(site.owner, 'month', { earned: 100 });
	const { page, open, expectAccessibleInBothThemes } = await site.visitor({ as: fan, width: 390 });
	const month = page.getByRole('region', { name: 'My month' });
	await open('/my-account');
	await month.getByText('0 votes', { exact: true }).waitFor();
	await month.getByRole('link', { name: 'See the chart' }).waitFor();
	for (const [index, ticket_number] of [
		[5, 2],
		[6, 3],
	] as const) {
		const body = { artist_id: artist(index), ticket_number };
		const path = `/rankings/vote/${content.monthly.key}`;
		expect((await site.ask({ path, token: fan.token, body })).status).toBe(200);
	}
	await open('/my-account');
	await month.getByText('5 votes', { exact: true }).waitFor();
	await expect
		.poll(() => month.getByRole('listitem').allInnerTexts())
		.toEqual([expect.stringMatching(/Solo 07\s+3 votes/), expect.stringMatching(/Solo 06\s+2 votes/)]);
	await expectAccessibleInBothThemes();
});

it('the hall of an artist’s page is that artist’s, by address or by a link, and the leader’s elsewhere', async () => {
	await site.owner.query({ text: `update artist set fan_color = '#4DB2FF' where artist_id = $1`, values: [artist(9)] });
	const { page, open } = await site.visitor({ width: 390 });
	const hall = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--hall').toLowerCase());
	for (const query of ['', `?voted=${content.monthly.key}`, '?from=home&isVote=0']) {
		const live = page.waitForRequest('**/rankings/live**');
		await open(`/artist/${artist(9)}${query}`);
		// The leader's color is known by then, too.
		await live;
		await page.getByRole('heading', { name: 'The race' }).waitFor();
		await expect.poll(hall).toBe('#4db2ff');
	}
	await page.getByRole('link', { name: 'Home', exact: true }).first().click();
	await page.getByText('The hall right now').waitFor();
	await expect.poll(hall).toBe('#2fd3c2');
});

it('a vote without gems goes on from the store to the claim in its dialog', async () => {
	const { page, open, expectAccessible } = await site.visitor({ as: await aPerson(site.owner, 'back again') });
	await open('/leader-board?main_tab=solo');
	await page.getByRole('button', { name: 'Vote for Solo 20' }).click();
	const dialog = page.getByRole('dialog', { name: 'Solo 20' });
	await dialog.getByText('One vote takes 10 gems.').waitFor();
	await expectAccessible();
	await dialog.getByRole('link', { name: 'Get More' }).click();
	await page.waitForURL('**/store');
	await page.getByRole('link', { name: 'Back to your vote for Solo 20' }).click();
	await dialog.getByRole('button', { name: 'Claim 10 gems' }).click();
	// As soon as the claimed gems have arrived.
	await expect
		.poll(async () => {
			await dialog.getByRole('button', { name: 'Max' }).click();
			return dialog.getByRole('button', { name: 'Vote 1' }).count();
		})
		.toBe(1);
	await dialog.getByRole('button', { name: 'Vote 1' }).click();
	await page
		.getByRole('dialog', { name: 'Vote Successful' })
		.getByText(/^Takes #\d$/)
		.waitFor();
});
