/** The moments of a vote: the stick that is lit, the hall that changes hands, and the gems that are safe offline. */
import { getChart } from '#contract/rankings.ts';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { aContest } from '../../fixtures/voting/contests.ts';
import { dataOf } from '../../fixtures/site/site.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite, type VisitorOptions } from '../../fixtures/browser/browser.ts';
import { runUntil, stopClock, tickUntil, turn } from '../../fixtures/browser/page-clock.ts';
import { ownProcessClock } from '../../fixtures/process-clock.ts';

const site = ownBrowserSite();
const clock = ownProcessClock();

const LONG = '\u200fليلة القمر 🌙 The Extraordinarily Long Named Orchestra of Lanterns';
let months = 0;

/** A chart of its own: Ayu Bara has ten votes, Bex Corran five. `artists` replaces the names. */
async function aRace(artists = ['Ayu Bara', 'Bex Corran', 'Cleo Dastan']) {
	months += 1;
	await site.owner.query({ text: 'delete from rank_entry_config' });
	const contest = await aContest(site.owner, `month-${months}`, { tab: 'solo', startsIn: -10 + months / 100, artists });
	const crowd = await aPerson(site.owner, `crowd-${months}`, { earned: 1_000_000 });
	const vote = async (artist: number, tickets: number) =>
		expect((await site.castVote(crowd, contest, { artist, tickets })).status).toBe(200);
	await vote(0, 10);
	await vote(1, 5);
	clock.pass(1_100);
	return { contest, vote };
}

async function aFan(options: VisitorOptions = {}, earned = 10_000) {
	const as = await aPerson(site.owner, `fan-${months}-${Object.values(options).join('-')}`, { earned });
	const visitor = await site.visitor({ width: 390, ...options, as });
	const { page } = visitor;
	const sent: number[] = [];
	page.on('request', (request) => {
		if (request.url().includes('/rankings/vote/')) sent.push(request.postDataJSON().ticket_number);
	});
	const dialog = page.getByRole('dialog');
	return {
		...visitor,
		sent,
		dialog,
		submit: dialog.getByRole('button', { name: /^Vote/ }),
		success: page.getByRole('dialog', { name: 'Vote Successful' }),
		async ask(artist: string) {
			await page.getByRole('button', { name: `Vote for ${artist}` }).click();
			await page.getByRole('dialog', { name: artist }).getByLabel('Votes').waitFor();
		},
	};
}

/** Parts of the page come with time, which stands still. */
async function openLive(page: Page, open: (path: string) => Promise<unknown>): Promise<void> {
	let isFollowed = false;
	const followed = page.waitForRequest('**/rankings/live**').then(() => (isFollowed = true));
	await open('/leader-board');
	await runUntil(page, 100, async () => isFollowed);
	await followed;
}

describe.each([{ reducedMotion: false }, { reducedMotion: true }])('with reduced motion: $reducedMotion', (options) => {
	const { reducedMotion } = options;

	it('a held Vote lights the stick, sends at release, and lands in the row and in the ocean', async () => {
		const { contest } = await aRace();
		const fan = await aFan(options);
		const { page, open, sent, submit, success, ask } = fan;
		await open('/leader-board');
		await ask('Cleo Dastan');
		await page.getByRole('button', { name: '+1', exact: true }).click();
		await expect.poll(() => submit.getAttribute('data-stick')).toBe('lit');
		await submit.hover();
		await page.mouse.down();
		await expect.poll(() => submit.getAttribute('data-stick')).toBe(reducedMotion ? 'lit' : 'charging');
		expect(sent).toEqual([]);
		await page.mouse.up();
		await success.locator('.ocean-own').getByText('You').waitFor();
		if (reducedMotion) await fan.expectAccessibleInBothThemes();
		await success.getByRole('button', { name: 'CONFIRM' }).click();
		await page.locator(`.chart-list > [data-flip='${contest.artistIds[2]}'] [data-landed='+1']`).waitFor();
		expect(sent).toEqual([1]);
		await page.reload();
		await page.locator('.chart-ocean .ocean-own').getByText('You').waitFor();
		await page.evaluate(() => localStorage.removeItem('authentication_token'));
		await page.reload();
		await page.locator('.chart-ocean canvas').waitFor();
		expect(await page.locator('.ocean-own').count()).toBe(0);
	});

	it('those who watch see who rises below #1, and who takes the lead, once, and at most twice a minute', async () => {
		const { contest, vote } = await aRace();
		const { page, open, expectAccessible } = await site.visitor({ width: 390, ...options });
		const moment = page.locator('.hall-change');
		await stopClock(page);
		await openLive(page, open);
		await runUntil(page, 100, () => page.getByText('Leads by 5').isVisible());
		await vote(2, 6);
		const ribbon = page.locator(`[data-flip='${contest.artistIds[2]}'] > [data-risen='▲ #2']`);
		await runUntil(page, 10, async () => (await ribbon.count()) === 1);
		expect(await moment.count()).toBe(0);
		await page.clock.runFor(2_500);
		await expect.poll(() => ribbon.count()).toBe(0);
		await vote(1, 6);
		await runUntil(page, 10, () => moment.getByText('Bex Corran takes the lead. By 1 vote.').isVisible());
		expect(await moment.getByText('You did that.').count()).toBe(0);
		await expect.poll(() => page.locator('.hall-change-oceans').isVisible()).toBe(!reducedMotion);
		await page.clock.runFor(2_500);
		await expect.poll(() => moment.count()).toBe(reducedMotion ? 1 : 0);
		await page.clock.runFor(3_500);
		await expect.poll(() => moment.count()).toBe(0);
		if (reducedMotion) {
			await page.clock.resume();
			return expectAccessible();
		}
		// An overtake every second.
		for (let round = 1; round <= 8; round += 1) {
			await vote(round % 2 ? 0 : 1, 2);
			const name = round % 2 ? 'Ayu Bara' : 'Bex Corran';
			await runUntil(page, 100, () => page.locator('.podium-1').getByText(name, { exact: true }).isVisible());
			expect(await moment.count()).toBe(0);
		}
		await page.clock.runFor(30_000);
		await vote(0, 2);
		await runUntil(page, 10, () => moment.getByText('Ayu Bara takes the lead.').isVisible());
	});
});

it('the voter reads that it was them, after the vote is told', async () => {
	await aRace();
	const { page, open, dialog, submit, success, ask, sent } = await aFan({ reducedMotion: true });
	await open('/leader-board');
	await ask('Bex Corran');
	await dialog.getByRole('button', { name: '6 → #1' }).click();
	await dialog.getByText('Takes #1').waitFor();
	await submit.press('Enter');
	await success.getByText('Takes #1').waitFor();
	await page.locator('.podium-1').getByText('Bex Corran', { exact: true }).waitFor();
	expect(await page.locator('.hall-change').count()).toBe(0);
	await success.getByRole('button', { name: 'CONFIRM' }).click();
	await page.getByRole('status').getByText('Bex Corran takes the lead. By 1 vote. You did that.').waitFor();
	// Back through two dialogs, of which the first is gone.
	expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Vote for Bex Corran');
	await page.getByRole('banner').getByRole('link').first().click();
	await page.locator('.hall-change').waitFor({ state: 'detached' });
	expect(sent).toEqual([6]);
});

it('the moment fits every window with a long name in two directions and no portrait, and ends with Back', async () => {
	const { vote } = await aRace(['Ayu Bara', LONG]);
	await site.owner.query({ text: 'update artist set fan_color = null where en_name = $1', values: [LONG] });
	const { page, goTo } = await site.visitor({ at: '/news' });
	await stopClock(page);
	// Within the page: Back from another document would end the moment whatever the app does.
	await openLive(page, () => goTo('/leader-board'));
	await runUntil(page, 100, () => page.getByText('Leads by 5').isVisible());
	await vote(1, 6);
	const words = page.locator('.hall-change-words');
	await runUntil(page, 10, () => words.getByText('takes the lead').isVisible());
	for (const [width, height] of [
		[320, 480],
		[844, 390],
	] as const) {
		await page.setViewportSize({ width, height });
		const box = await words.evaluate(async (element) => {
			await Promise.all(element.getAnimations().map(({ finished }) => finished));
			const { left, right, top, bottom } = element.getBoundingClientRect();
			return { left, right: innerWidth - right, top, bottom: innerHeight - bottom };
		});
		for (const room of Object.values(box)) expect(room, `${width} × ${height}`).toBeGreaterThanOrEqual(0);
	}
	await expect.poll(() => words.locator('[data-letter]').getAttribute('data-letter')).toBe('ل');
	// Beside a name from right to left, a number keeps its side.
	const isKept = (names: Element[]) => names.every((name) => /isolate/.test(getComputedStyle(name).unicodeBidi));
	expect(await page.locator("[translate='no']").evaluateAll(isKept)).toBe(true);
	await page.evaluate(() => history.back());
	// Sooner than by itself.
	await tickUntil(page, async () => (await page.locator('.hall-change').count()) === 0);
});

it('what has moved while the tab slept is not played', async () => {
	const { contest, vote } = await aRace();
	const { page, open } = await site.visitor();
	const live = () => page.waitForResponse('**/rankings/live**');
	const first = live();
	await open('/leader-board');
	await first;
	await turn(page, 'hidden');
	for (let round = 0; round < 20; round += 1) await vote(round % 2 ? 0 : 1, 6);
	await vote(1, 100);
	// The stream begins with all of it.
	const path = `/rankings/detail?ranking_key=${contest.key}`;
	await expect.poll(async () => dataOf(getChart, await site.ask({ path })).total_tickets).toBe(235);
	const second = live();
	await turn(page, 'visible');
	await second;
	await page.locator('.podium-1').getByText('Bex Corran', { exact: true }).waitFor();
	expect(await page.locator('.hall-change, [data-risen]').count()).toBe(0);
});

function isInSight(element: Element): boolean {
	const { left, right, top, bottom } = element.getBoundingClientRect();
	const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	return top >= 0 && bottom <= innerHeight && shown !== null && (element.contains(shown) || shown.contains(element));
}

it('the vote’s effect, its button and what became of it are in sight in every window, and a finger that rests sends one vote at release', async () => {
	await aRace();
	const { page, open, submit, success, dialog, ask, sent } = await aFan();
	await open('/leader-board');
	await ask('Bex Corran');
	// In the place of a portrait.
	expect(await dialog.locator('[data-letter]').getAttribute('data-letter')).toBe('B');
	for (const [width, height] of [
		[320, 480],
		[844, 390],
		[640, 320],
	] as const) {
		await page.setViewportSize({ width, height });
		for (const part of [submit, dialog.getByText('Gap to #1 after this vote')]) {
			await expect.poll(() => part.evaluate(isInSight)).toBe(true);
		}
	}
	await page.setViewportSize({ width: 844, height: 390 });
	await page.getByRole('button', { name: '+1', exact: true }).click();
	await submit.click();
	for (const part of [success.getByRole('heading'), success.getByRole('button', { name: 'CONFIRM' })]) {
		await part.waitFor();
		await expect.poll(() => part.evaluate(isInSight)).toBe(true);
	}
	await success.getByRole('button', { name: 'CONFIRM' }).click();
	await page.setViewportSize({ width: 390, height: 844 });
	// A finger that rests sends one vote at release, whether the browser clicks or not, and none beside the button.
	await ask('Cleo Dastan');
	await page.getByRole('button', { name: '+10', exact: true }).click();
	await expect.poll(() => submit.getAttribute('data-stick')).toBe('lit');
	const hold = (away: number, clicks: boolean) =>
		submit.evaluate(
			(button, given) => {
				const { left, top } = button.getBoundingClientRect();
				const fire = (type: string, timeStamp: number) => {
					const event = new PointerEvent(type, {
						pointerType: 'touch',
						bubbles: true,
						clientX: left + 9,
						clientY: top + 9 + given.away,
					});
					Object.defineProperty(event, 'timeStamp', { value: timeStamp });
					button.dispatchEvent(event);
				};
				fire('pointerdown', 1_000);
				fire('pointerup', 2_000);
				if (given.clicks) (button as HTMLButtonElement).click();
			},
			{ away, clicks },
		);
	await hold(-300, false);
	await expect.poll(() => submit.getAttribute('aria-busy')).toBe(null);
	await hold(0, true);
	await success.getByText('+10', { exact: true }).waitFor();
	await success.getByRole('button', { name: 'VOTE AGAIN' }).click();
	await expect.poll(() => submit.getAttribute('data-stick')).toBe('lit');
	await hold(0, false);
	await expect.poll(() => sent).toEqual([1, 10, 10]);
});

it('a browser without haptics, canvas or storage votes and confirms all the same', async () => {
	await aRace();
	const { context, page, open, submit, success, ask, sent } = await aFan();
	await context.addInitScript(() => {
		Object.defineProperty(Navigator.prototype, 'vibrate', { value: undefined });
		HTMLCanvasElement.prototype.getContext = () => null;
		const { setItem } = Storage.prototype;
		Storage.prototype.setItem = function refuse(name, text) {
			if (name === 'own_light') throw new DOMException('Full', 'QuotaExceededError');
			setItem.call(this, name, text);
		};
	});
	await open('/leader-board');
	await ask('Cleo Dastan');
	await page.getByRole('button', { name: '+1', exact: true }).click();
	await submit.click();
	await success.locator('.ocean-own').waitFor();
	await success.getByRole('button', { name: 'CONFIRM' }).click();
	await page.locator('[data-landed]').first().waitFor();
	expect(sent).toEqual([1]);
});

it('the fifth pick takes the next rank, or tells how far the gems reach; the leader has none', async () => {
	await aRace();
	const { page, open, dialog, ask, expectAccessible } = await aFan({ width: 320 }, 30);
	await open('/leader-board');
	await ask('Bex Corran');
	await dialog.getByRole('button', { name: '3 → 3 to #1' }).click();
	await expect.poll(() => dialog.getByLabel('Votes').inputValue()).toBe('3');
	await expectAccessible();
	await page.keyboard.press('Escape');
	await ask('Ayu Bara');
	expect(await page.getByRole('dialog', { name: 'Ayu Bara' }).getByText('→').count()).toBe(0);
});

it('a vote offline is told at once and in a line that stays, and counts once when the network is back', async () => {
	await aRace();
	const { page, context, open, dialog, submit, success, ask } = await aFan();
	await open('/leader-board');
	await ask('Cleo Dastan');
	await page.getByRole('button', { name: '+10', exact: true }).click();
	await context.setOffline(true);
	// Time stands still: nothing is tried again.
	await stopClock(page);
	await submit.click();
	await page.getByText('failed to vote').waitFor();
	await expect.poll(() => submit.getAttribute('aria-busy')).toBe(null);
	await page.clock.runFor(60_000);
	await dialog.getByText('You’re offline. Your gems are safe.').waitFor();
	await page.clock.resume();
	await context.setOffline(false);
	await dialog.getByText('You’re offline. Your gems are safe.').waitFor({ state: 'hidden' });
	await submit.click();
	await success.getByText('+10', { exact: true }).waitFor();
	await page.getByRole('link', { name: '9,900 gems, to the store' }).waitFor({ state: 'attached' });
});
