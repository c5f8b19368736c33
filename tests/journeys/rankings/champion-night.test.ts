/** The last hour of a ranking, its sealed count, the reveal of its champion, and what a fan takes home from it. */
import { expect, it } from 'vitest';
import { getChart } from '#contract/rankings.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { textsThatDoNotFit } from '../../fixtures/browser/overflow.ts';
import { runUntil, stopClock } from '../../fixtures/browser/page-clock.ts';
import { dataOf } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const LONG = 'The Extraordinarily Long Named Orchestra of Midnight Lanterns';
const ARTISTS = [LONG, 'نور الليل', 'Emo 🎤 Ji'];
const HOUR_MS = 3_600_000;

const site = ownBrowserSite();

const fan = beforeTests(() => aPerson(site.owner, 'night fan', { earned: 100_000 }));

const vote = async (key: string, artist_id: number | undefined, ticket_number: number) => {
	const body = { artist_id, ticket_number };
	expect((await site.ask({ path: `/rankings/vote/${key}`, token: fan.token, body })).status).toBe(200);
};

let nights = 0;

it.each([
	['a screen that moves', false],
	['a phone of 320 × 480 with reduced motion', true],
])(
	'on %s, the last hour is told, the count is sealed by the server alone, and the final result is revealed',
	async (_, calm) => {
		const key = `night-${(nights += 1)}`;
		const endsAt = new Date(Date.now() + HOUR_MS / 2);
		const { artistIds } = await aContest(site.owner, key, { tab: key, endsAt, artists: ARTISTS });
		await sql`update artist set fan_color = null where artist_id = ${artistIds[0]}`.run(site.owner);
		await sql`update ranking set cover_link_url = '/rank_rewards' where ranking_key = ${key}`.run(site.owner);
		await vote(key, artistIds[0], 20);
		await vote(key, artistIds[1], calm ? 20 : 7);
		// What a page gains after it was opened stands in the place of the lead.
		const counted = async () =>
			dataOf(getChart, await site.ask({ path: `/rankings/detail?ranking_key=${key}` })).total_tickets;
		await expect.poll(counted).toBe(calm ? 40 : 27);
		const visitor = await site.visitor({ as: fan, reducedMotion: calm, width: calm ? 390 : 1440 });
		const { page, open } = visitor;
		if (calm) await page.setViewportSize({ width: 320, height: 480 });
		else await stopClock(page);
		const until = (isSo: () => Promise<boolean>) =>
			calm ? expect.poll(isSo, { timeout: 10_000 }).toBe(true) : runUntil(page, 500, isSo);
		/** Not while the clock of the page stands. */
		const expectGood = async () => {
			if (!calm) return;
			await visitor.expectAccessible();
			expect(await textsThatDoNotFit(page)).toEqual([]);
		};
		await open(`/leader-board?main_tab=${key}`);
		const clock = page.locator('.night-clock');
		await until(() => clock.isVisible());
		await expect.poll(() => clock.innerText()).toMatch(/^(?:2\d|30):\d\d$/);
		const lead = page.locator('.night-votes').getByText(calm ? '#2 is level with #1' : /leads by 13$/);
		await until(() => lead.isVisible());
		await vote(key, artistIds[2], 3);
		await until(() => page.locator('.night-votes').getByText('+3', { exact: true }).isVisible());
		await expectGood();
		const sealed = page.getByText('Votes are closed. The count is sealed.');
		if (!calm) {
			// This page's clock runs ahead of the server's: at its zero it asks, and nothing is sealed. In one leap: any chart
			// that arrives on the way sets the clock right.
			const [minutes = 0, seconds = 0] = (await clock.innerText()).split(':').map(Number);
			const asked = page.waitForResponse('**/rankings/detail**');
			await page.clock.fastForward((minutes * 60 + seconds + 60) * 1_000);
			await asked;
			await until(async () => /^[23]\d:/.test((await clock.allInnerTexts()).join()));
			expect(await sealed.count()).toBe(0);
		}
		try {
			await site.clock.set(new Date(endsAt.getTime() + 60_000));
			await closeAndCertify(site.db);
			await until(() => sealed.isVisible());
			expect(await page.getByText(/^Won/).count()).toBe(0);
			await expectGood();
			await site.clock.set(new Date(endsAt.getTime() + 26 * HOUR_MS));
			await closeAndCertify(site.db);
			const won = page.getByText(calm ? 'Won on equal votes, by reaching them first' : 'Won by 13', { exact: true });
			const reveal = page.locator('.reveal-step > b');
			const steps = new Set<string>();
			await until(async () => {
				// Not waited for: it may end between two looks, and the clock stands.
				for (const text of await reveal.allInnerTexts()) steps.add(text);
				return (await won.isVisible()) && (await reveal.count()) === 0;
			});
			expect([...steps]).toEqual(calm ? [] : ['3', '2', '1']);
			await page.getByText('You gave 20', { exact: true }).waitFor();
			await expectGood();
			const tab = page.getByRole('tab', { name: 'Champion' });
			const rewards = page.locator('.champion-latest').getByRole('link', { name: 'Rank rewards' });
			await until(async () => {
				if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
				return (await rewards.isVisible()) && page.locator('.champion-latest .champion-crown').isVisible();
			});
			// Once on a device.
			expect(await reveal.count()).toBe(0);
			await expectGood();
			if (!calm) await page.clock.resume();
			await rewards.click();
			await page.waitForURL('**/rank_rewards');
		} finally {
			await site.clock.run();
		}
	},
);

it('a last hour that operators make longer is told in full on a small phone', async () => {
	const endsAt = new Date(Date.now() + HOUR_MS / 2);
	await aContest(site.owner, 'longer', { tab: 'longer', endsAt });
	const { page, open } = await site.visitor();
	await page.setViewportSize({ width: 320, height: 480 });
	let moreSeconds = 0;
	await page.route('**/rankings/live**', (route) => route.abort());
	await page.route('**/rankings/detail**', async (route) => {
		const response = await route.fetch();
		const json = await response.json();
		json.data.ranking_config.end_countdown += moreSeconds;
		await route.fulfill({ response, json });
	});
	await open('/leader-board?main_tab=longer');
	const clock = page.locator('.night-clock');
	await clock.waitFor();
	moreSeconds = 6_000;
	await expect.poll(() => clock.innerText()).toMatch(/^1[23]\d:\d\d$/);
	expect(await clock.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
	expect(await textsThatDoNotFit(page)).toEqual([]);
});

it('a poster is drawn on the device in its full size, tells what the fan gave only if they want, and is saved as a file or shared', async () => {
	const { artistIds } = await aContest(site.owner, 'poster', { tab: 'poster', artists: ARTISTS });
	await vote('poster', artistIds[0], 1_720);
	const { page, open, expectAccessible } = await site.visitor({ as: fan, width: 390 });
	await page.addInitScript(() => {
		const shared: string[] = [];
		Object.assign(navigator, {
			canShare: () => 'canShare' in document.documentElement.dataset,
			share: ({ files: [file] }: { files: File[] }) => Promise.resolve(void shared.push(file?.type ?? '')),
		});
		Object.assign(globalThis, { shared });
	});
	await open('/leader-board?main_tab=poster');
	await page
		.getByRole('button', { name: /^Vote for/ })
		.first()
		.click();
	await page.getByRole('textbox', { name: 'Votes' }).fill('1');
	await page.getByRole('dialog').getByRole('button', { name: /^Vote/ }).click();
	const dialog = page.getByRole('dialog', { name: 'Your poster' });
	const picture = dialog.getByRole('img');
	const size = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
	for (const canShare of [false, true]) {
		await page.evaluate((can) => void (can && (document.documentElement.dataset['canShare'] = '')), canShare);
		await page.getByRole('button', { name: 'Make a poster' }).click();
		await expect.poll(size).toEqual([1_080, 1_920]);
		if (canShare) {
			await dialog.getByRole('button', { name: 'Share', exact: true }).click();
			await expect.poll(() => page.evaluate('shared')).toEqual(['image/jpeg']);
		} else {
			const without = await picture.getAttribute('src');
			await dialog.getByLabel('Write “I gave 1,721” on it').check();
			await expect.poll(() => picture.getAttribute('src')).not.toBe(without);
			await expect.poll(size).toEqual([1_080, 1_920]);
			await expectAccessible();
			const saved = page.waitForEvent('download');
			await dialog.getByRole('button', { name: 'Save picture' }).click();
			expect((await saved).suggestedFilename()).toBe('poster.jpg');
		}
		// Back closes what lies on top, and no more.
		await page.evaluate(() => history.back());
		await dialog.waitFor({ state: 'hidden' });
		await page.getByRole('dialog', { name: 'Vote Successful' }).waitFor();
	}
});

it('where nothing can be drawn, the poster’s button shares the link, or says that there is no poster', async () => {
	const { artistIds } = await aContest(site.owner, 'undrawn');
	const { page, context, open } = await site.visitor();
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.route(/draw-poster/, (route) => route.abort());
	await open(`/artist/${artistIds[0]}`);
	await page.getByRole('button', { name: 'Make a poster' }).click();
	await page.getByRole('alert').getByText('The poster could not be made.').waitFor();
	await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'));
	await page.reload();
	await page.getByRole('button', { name: 'Make a poster' }).click();
	await page.getByText('Link copied').waitFor();
});
