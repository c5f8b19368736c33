/** The charts, the vote and the artists' pages, word by word. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { callsOf, failing } from '../../../testkit/network.ts';
import { openWithoutTime, runUntil, stopClock, tickUntil } from '../../fixtures/browser/page-clock.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aPerson, type PersonTraits } from '../../fixtures/accounts/people.ts';
import { ARTISTS, aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();

const content = beforeTests(() => aWholeSite(site));

const desk = beforeTests(() => site.visitor());

const SOLO = '/leader-board?main_tab=solo';
const voteButtons = (page: Page) => page.getByRole('button', { name: /^Vote for/ });
const voteFor = (page: Page, name: string) => page.getByRole('button', { name: `Vote for ${name}` });
const submit = (dialog: Locator) => dialog.getByRole('button', { name: /^Vote/ });

/** A chart on a tab of its own, until the end of the test. */
async function aTab(tab: string, traits: Parameters<typeof aContest>[2]): Promise<void> {
	await aContest(site.owner, tab, { tab, ...traits });
	onTestFinished(async () => {
		await site.owner.query({ text: 'delete from rank_entry_config where main_tab = $1', values: [tab] });
	});
}

describe('the chart screen', () => {
	it('[S2-40, S2-42, S4-18] titles its tabs and charts Solo, Birthday and Music, and leads from songs to no artist', async () => {
		const { page, open } = desk;
		await open('/leader-board');
		const tabs = page.getByRole('tablist', { name: 'Charts' }).getByRole('tab');
		await tabs.first().waitFor();
		expect(await tabs.allInnerTexts()).toEqual(['Solo', 'Birthday', 'Music']);
		for (const title of ['Solo', 'Birthday', 'Music']) {
			await tabs.filter({ hasText: title }).click();
			await page.getByRole('heading', { name: `${title} Chart` }).waitFor();
		}
		await expect.poll(() => new URL(page.url()).searchParams.get('main_tab')).toBe('music');
		await page.reload();
		await page.getByRole('heading', { name: 'Music Chart' }).waitFor();
		await page.getByText('Low Tide').first().waitFor();
		await page.getByText('The Singers').first().waitFor();
		expect(await page.locator('a[href*="/artist/"]').count()).toBe(0);
	});

	it('names two charts of one type by their cards, so that fans can tell them apart', async () => {
		await aTab('more-songs', { type: 'theme', artists: ['First Snow'] });
		const { page, open } = desk;
		const tabs = async () => {
			await open('/leader-board');
			await page.getByRole('tab').first().waitFor();
			return page.getByRole('tab').allInnerTexts();
		};
		await expect.poll(tabs).toEqual(expect.arrayContaining(['Solo', 'Vote for songs', 'Vote for more-songs']));
	});

	it('[S2-41, S2-43, S2-50, S2-51, S9-21] shows its cover, its period in the zone, the top three in metal, and a way up', async () => {
		const { page, open } = desk;
		await open(SOLO);
		const cover = page.getByRole('link', { name: 'November' });
		await expect.poll(() => cover.getAttribute('href')).toBe('/rank_rewards');
		await page.getByText(/^\d{4}\.\d\d\.\d\d \d\d:\d\d ~ \d{4}\.\d\d\.\d\d \d\d:\d\d KST$/).waitFor();
		await page.getByText('Rank 3').waitFor({ state: 'attached' });
		const metals = await page
			.locator('.podium-card')
			.evaluateAll((cards) => cards.map((card) => getComputedStyle(card).getPropertyValue('--medal')));
		expect(new Set(metals).size).toBe(3);
		expect(metals.every((metal) => metal !== '')).toBe(true);
		await page.getByText('Solo 24', { exact: true }).waitFor();
		await page.evaluate(() => scrollTo(0, innerHeight + 40));
		await page.getByRole('button', { name: 'Scroll to top' }).click();
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	});

	it('[S2-44] counts days, hours, minutes and seconds down, live', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await openWithoutTime(visitor, SOLO, 'Solo Chart');
		const cells = page.locator('.countdown-cell');
		const units = (await cells.allInnerTexts()).map((text) => text.replace(/\d+\s*/, '').toLowerCase());
		expect(units).toEqual(['days', 'hours', 'minutes', 'seconds']);
		const seconds = () => cells.last().locator('b').innerText();
		const before = await seconds();
		// The cells came with the page. Its script may start only now, and its clock goes only when it is told to.
		await runUntil(page, 1_000, async () => (await seconds()) !== before);
	});

	it("[S1-10, S2-45, S2-46, S4-17] is in Break Stage without a Vote button before the votes and after them, when it reads '0s'", async () => {
		await aTab('over', { type: 'birthday', startsIn: -9, endsIn: -1 });
		const { page, open } = desk;
		await open('/leader-board?main_tab=over');
		await page.getByText('0s', { exact: true }).waitFor();
		await page.getByRole('tab', { name: 'Break Stage' }).waitFor();
		await page
			.getByText(/^The over ranking closed on .+ KST\. The count is sealed\. The votes are being reviewed/)
			.waitFor();
		await page.getByText(/:\d\d your time$/).waitFor();
		await open('/leader-board?main_tab=birthday');
		await page.getByRole('tab', { name: 'Break Stage' }).waitFor();
		await page.getByText('Ayu Bara').first().waitFor();
		expect(await voteButtons(page).count()).toBe(0);
	});

	it('[S2-48, S2-49, S5-21] filters by name in any case, keeps the keyword in the address over a reload, and says No Data', async () => {
		const { page, open, expectAccessible } = await site.visitor();
		const names = voteButtons(page);
		const search = page.getByPlaceholder('Search for artists');
		await open('/leader-board');
		await page.getByRole('heading', { name: 'Solo Chart' }).waitFor();
		await expect.poll(() => names.count()).toBe(ARTISTS);
		await search.fill('OLO 07');
		await expect.poll(() => names.count()).toBe(1);
		await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('OLO 07');
		await page.reload();
		await expect.poll(() => names.count()).toBe(1);
		await expect.poll(() => search.inputValue()).toBe('OLO 07');
		await search.fill('이름');
		await expect.poll(() => names.count()).toBe(ARTISTS);
		await search.fill('이름　');
		await expect.poll(() => names.count()).toBe(ARTISTS);
		await search.fill('ｏｌｏ　０７');
		await expect.poll(() => names.count()).toBe(1);
		await search.fill('');
		const input = await page.context().newCDPSession(page);
		await search.focus();
		// A lone consonant is in no name: a list that follows each key would flash No Data.
		await input.send('Input.imeSetComposition', { text: 'ㅇ', selectionStart: 1, selectionEnd: 1 });
		expect(await page.getByText('No Data', { exact: true }).count()).toBe(0);
		await input.send('Input.imeSetComposition', { text: '이', selectionStart: 1, selectionEnd: 1 });
		await input.send('Input.insertText', { text: '이' });
		await expect.poll(() => names.count()).toBe(ARTISTS);
		await expect.poll(() => search.inputValue()).toBe('이');
		await search.fill('zzyx');
		await page.getByText('No Data', { exact: true }).waitFor();
		await expectAccessible();
	});

	it('[S2-46, S2-47, S4-19, S4-20] loads the full list of champions once, on the first Show More, and fits it on a phone', async () => {
		const long = 'The Extraordinarily Long Named Orchestra of Midnight Lanterns';
		// Without the reveal, which champion-night.test.ts has.
		const { page, open, expectAccessible } = await site.visitor({ width: 390, reducedMotion: true });
		const calls = callsOf(page);
		const asked = () => calls.filter((call) => call.startsWith('GET /rankings/detail?ranking_key=october'));
		await page.route(/ranking_key=october/, async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: (await response.text()).replaceAll('Eun Farrow', long) });
		});
		await open(SOLO);
		await page.getByRole('tab', { name: 'Champion' }).click();
		const card = page.getByRole('heading', { name: 'The october ranking' }).locator('xpath=ancestor::section');
		await card.locator('.champion-top').getByText('Cleo Dastan', { exact: true }).waitFor();
		expect(await card.getByText(/Eun Farrow|Orchestra/).isVisible()).toBe(false);
		expect(asked()).toEqual([]);
		await card.getByRole('button', { name: 'Show More' }).click();
		await card.getByText(long, { exact: true }).waitFor();
		await expectAccessible();
		const right = (all: Element[]) => all.map((one) => one.getBoundingClientRect().right);
		const [edge = 0] = await card.evaluateAll(right);
		for (const end of await card.locator('.champion-others-tickets').evaluateAll(right)) expect(end).toBeLessThan(edge);
		await card.getByRole('button', { name: 'Show Less' }).click();
		await card.getByText(long, { exact: true }).waitFor({ state: 'hidden' });
		await card.getByRole('button', { name: 'Show More' }).click();
		await card.getByText(long, { exact: true }).waitFor();
		expect(asked()).toHaveLength(1);
		await card.getByRole('link', { name: /Cleo Dastan/ }).click();
		await page.getByRole('heading', { name: 'Cleo Dastan', level: 1 }).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'LeaderBoard' }).click();
		await page.getByRole('tab', { name: 'Champion', selected: true }).waitFor();
	});
});

describe('a vote', () => {
	/** A fan in front of the chart. */
	async function aVoter(name: string, traits: PersonTraits = { earned: 1_255 }, width = 1440) {
		const person = await aPerson(site.owner, name, traits);
		const visitor: Visitor = await site.visitor({ as: person, width, at: SOLO });
		await voteFor(visitor.page, 'Solo 05').waitFor();
		return { ...visitor, person, dialog: visitor.page.getByRole('dialog', { name: 'Solo 05' }) };
	}

	it('[S2-80, S4-10, S5-01, S5-02, S5-03, S5-04, S5-06, S5-07, S5-08, S9-01, S9-02] is entered in a dialog that tells the price, refuses what is no number of votes or costs too much, and leads to the store', async () => {
		const { page, dialog } = await aVoter('chooser');
		const calls = callsOf(page);
		const votes = dialog.getByLabel('Votes');
		await voteFor(page, 'Solo 05').click();
		await dialog.getByText('1 vote = 10 gems', { exact: true }).waitFor();
		for (const [typed, message] of [
			['007', 'Please input a positive integer number'],
			['1.5', 'Please input a positive integer number'],
			['0', 'Please input the number of votes'],
			['126', 'There is not enough gem. Click get more button!'],
			['', null],
		] as const) {
			await votes.fill(typed);
			if (message) await dialog.getByText(message, { exact: true }).waitFor();
			await expect.poll(() => submit(dialog).isDisabled()).toBe(true);
			await votes.press('Enter');
			await dialog.waitFor();
		}
		expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
		for (const name of ['+1', '+10', '+100']) await dialog.getByRole('button', { name, exact: true }).click();
		await expect.poll(() => votes.inputValue()).toBe('111');
		await dialog.getByRole('button', { name: 'Max', exact: true }).click();
		await expect.poll(() => votes.inputValue()).toBe('125');
		await dialog.getByRole('link', { name: 'Get More' }).click();
		await page.waitForURL('**/store');
	});

	it('[S4-11, S4-12, S4-13, S4-14, S4-15, S4-16, S5-05, S6-03, S7-23] is sent once, confirmed and paid, and the list is read again', async () => {
		const { page, dialog, person } = await aVoter('voter');
		const success = page.getByRole('dialog', { name: 'Vote Successful' });
		const calls = callsOf(page);
		const sent: unknown[] = [];
		page.on('request', (request) => {
			if (request.url().includes('/rankings/vote/')) sent.push(request.postDataJSON());
		});
		// From here on, only what a person does makes the page read the list.
		await stopClock(page);
		const readsTheListAfter = async (act: () => Promise<void>) => {
			const reads = () => calls.filter((call) => call.startsWith('GET /rankings/detail')).length;
			const before = reads();
			await act();
			await tickUntil(page, async () => reads() > before);
		};
		await step('closing the dialog reads the list', async () => {
			const close = dialog.getByRole('button', { name: 'Close' });
			await voteFor(page, 'Solo 05').click();
			await tickUntil(page, () => close.isVisible());
			await readsTheListAfter(() => close.click());
			await tickUntil(page, async () => !(await dialog.isVisible()));
		});
		await step('a double click sends one vote, and Vote Successful opens', async () => {
			await voteFor(page, 'Solo 05').click();
			await tickUntil(page, () => dialog.getByLabel('Votes').isVisible());
			await dialog.getByLabel('Votes').fill('3');
			await submit(dialog).dblclick();
			await tickUntil(page, () => success.isVisible());
			await dialog.waitFor({ state: 'hidden' });
			await success.getByText('+3', { exact: true }).waitFor();
			expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /rankings/vote/november']);
			expect(sent).toEqual([expect.objectContaining({ artist_id: content.monthly.artistIds[4], ticket_number: 3 })]);
		});
		await step('VOTE AGAIN opens the dialog', async () => {
			await success.getByRole('button', { name: 'VOTE AGAIN' }).click();
			await tickUntil(page, () => dialog.isVisible());
			await dialog.getByLabel('Votes').fill('2');
			await submit(dialog).click();
			await tickUntil(page, () => success.isVisible());
		});
		await step('CONFIRM reads the list', async () => {
			await readsTheListAfter(() => success.getByRole('button', { name: 'CONFIRM' }).click());
			await success.waitFor({ state: 'hidden' });
		});
		await step('the way back to Ongoing reads the list', () =>
			readsTheListAfter(async () => {
				await page.getByRole('tab', { name: 'Champion' }).click();
				await page.getByRole('tab', { name: 'Ongoing' }).click();
			}),
		);
		await step('the balance that the fan sees has paid', async () => {
			const { body } = await site.ask({ path: '/user/me', token: person.token });
			expect(body.data).toMatchObject({ gem_balance: 1_205 });
			await tickUntil(page, () => page.getByRole('link', { name: '1,205 gems, to the store' }).isVisible());
		});
	});

	it("[S8-03, S8-04, S9-06] that is refused with 400 says why; any other failure says 'failed to vote' for two seconds, and why", async () => {
		const { page, dialog } = await aVoter('suspended', { earned: 100, suspended: true }, 390);
		await failing(page, '/rankings/vote/', 400, 'The stage is dark');
		await voteFor(page, 'Solo 05').click();
		await dialog.getByLabel('Votes').fill('1');
		await submit(dialog).click();
		await page.getByRole('alert').getByText('The stage is dark', { exact: true }).waitFor();
		await expect.poll(() => dialog.isVisible()).toBe(true);
		await page.unrouteAll();
		await stopClock(page);
		await submit(dialog).click();
		const toast = page.getByRole('alert').getByText('failed to vote', { exact: true });
		await tickUntil(page, () => toast.isVisible());
		await page.getByRole('alert').getByText('This account is suspended', { exact: true }).waitFor();
		await page.clock.runFor(1_980);
		await expect.poll(() => toast.isVisible()).toBe(true);
		await page.clock.runFor(20);
		await toast.waitFor({ state: 'hidden' });
		await expect.poll(() => dialog.isVisible()).toBe(true);
	});

	it('of a fan with a debt tells what to settle first, and shows every digit', async () => {
		const { page, dialog } = await aVoter('debtor', { debt: 120 }, 390);
		await voteFor(page, 'Solo 05').click();
		await dialog.getByText('−120 gems. Settle this before voting').waitFor();
		const field = dialog.getByLabel('Votes');
		await field.fill('12345678');
		expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false);
	});
});

it('[S2-71, S2-72, S2-73, S2-74, S3-02] the page of an artist shows all that is known, offers a vote unless isVote=1, and leads back', async () => {
	const { page, open, goTo } = desk;
	const [first, second] = content.monthly.artistIds;
	for (const [search, buttons, back] of [
		['from=LeaderBoard&isVote=0', 1, '/leader-board'],
		['from=home&isVote=1', 0, '/'],
		['from=home&isVote=0', 1, '/'],
	] as const) {
		await (search.startsWith('from=L') ? open : goTo)(`/artist/${first}?${search}`);
		await page.getByRole('heading', { name: 'Solo 01' }).waitFor();
		await expect.poll(() => page.getByRole('button', { name: 'Vote', exact: true }).count()).toBe(buttons);
		await expect.poll(() => page.locator('.back-link').getAttribute('href')).toBe(back);
	}
	for (const text of ['Solo 01 이름', 'South Korea', 'Female', 'July 7, 2001', 'About']) {
		await page.getByText(text, { exact: true }).first().waitFor();
	}
	const facts = (await page.locator('.facts').innerText()).toLowerCase();
	for (const name of ['nationality', 'gender', 'born', 'age']) expect(facts).toContain(name);
	await page.getByRole('img', { name: 'Portrait of Solo 01' }).waitFor();
	expect((await page.locator('.standing').innerText()).toLowerCase()).toMatch(/rank[^]*votes/);
	await site.owner.query({ text: 'update artist set gender = 1 where artist_id = $1', values: [second] });
	await goTo(`/artist/${second}`);
	await page.getByText('Male', { exact: true }).waitFor();
});

it('an artist’s page tells their titles, and a birthday chart how far each birthday is', async () => {
	const { page, goTo } = await site.visitor({ width: 390, at: `/artist/${content.past.artistIds[0]}` });
	await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
	await page.getByRole('heading', { name: 'Titles' }).waitFor();
	await page.getByText('The october ranking').waitFor();
	await goTo('/leader-board?main_tab=birthday');
	await page
		.getByText(/Jul 7 · D[-+]\d+$/)
		.first()
		.waitFor();
	await page.setViewportSize({ width: 320, height: 480 });
	const isWhole = (day: Element) => {
		const right = day.closest('.rank-name')?.getBoundingClientRect().right ?? 0;
		const lines = Array.from(day.getClientRects());
		return lines.length === 1 && lines.every((line) => line.right <= right);
	};
	const days = await page.locator('.d-day').all();
	expect(await Promise.all(days.map((day) => day.evaluate(isWhole)))).toEqual(days.map(() => true));
});
