/** The leaderboard and the vote, word by word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { callsOf, failing } from '../../fixtures/browser/network.ts';
import { openWithoutTime, tickUntil } from '../../fixtures/browser/page-clock.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';

let site: BrowserSite;
let content: WholeSite;
let fan: Person;

beforeAll(async () => {
	site = await openBrowserSite();
	content = await aWholeSite(site);
	fan = await aPerson(site.owner, 'voter', { earned: 1_255 });
});
afterAll(() => site.close());

const SOLO = '/leader-board?main_tab=solo';
const voteFor = (page: Page, name: string) => page.getByRole('button', { name: `Vote for ${name}` });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const success = (page: Page) => page.getByRole('dialog', { name: 'Vote Successful' });
const submit = (dialog: Locator) => dialog.getByRole('button', { name: /^Vote/ });

async function as(person: Person, width = 1440): Promise<Visitor> {
	const visitor = await site.visitor({ as: person, width });
	await visitor.open(SOLO);
	await voteFor(visitor.page, 'Solo 05').waitFor();
	return visitor;
}

describe('the chart screen', () => {
	it('[S2-40, S2-42] titles its tabs Solo, Birthday and Music, and each chart after its tab', async () => {
		const { page, open } = await site.visitor();
		await open('/leader-board');
		const tabs = page.getByRole('tablist', { name: 'Charts' }).getByRole('tab');
		await tabs.first().waitFor();
		expect(await tabs.allInnerTexts()).toEqual(['Solo', 'Birthday', 'Music']);
		for (const title of ['Solo', 'Birthday', 'Music']) {
			await tabs.filter({ hasText: title }).click();
			await page.getByRole('heading', { name: `${title} Chart` }).waitFor();
		}
		expect(new URL(page.url()).searchParams.get('main_tab')).toBe('music');
		await page.reload();
		await page.getByRole('heading', { name: 'Music Chart' }).waitFor();
	});

	it('[S2-41, S2-43, S9-21] shows its cover, which is a link, and its period with the name of the zone', async () => {
		const { page, open } = await site.visitor();
		await open(SOLO);
		const cover = page.getByRole('link', { name: 'November' });
		await expect.poll(() => cover.getAttribute('href')).toBe('/rank_rewards');
		await page.getByText(/^\d{4}\.\d\d\.\d\d \d\d:\d\d ~ \d{4}\.\d\d\.\d\d \d\d:\d\d KST$/).waitFor();
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
		await expect
			.poll(async () => {
				await page.clock.runFor(1_000);
				return seconds();
			})
			.not.toBe(before);
	});

	it("[S2-45, S1-10] reads '0s' at zero, and a chart that is over is in break stage", async () => {
		await aContest(site.owner, 'over', { tab: 'over', type: 'birthday', startsIn: -9, endsIn: -1 });
		const { page, open } = await site.visitor();
		await open('/leader-board?main_tab=over');
		await page.getByText('0s', { exact: true }).waitFor();
		await page.getByRole('tab', { name: 'Break Stage' }).waitFor();
		await page
			.getByText(/^The over ranking closed on .+ KST \(.+ your time\)\. The votes are being reviewed/)
			.waitFor();
		await site.owner.query({ text: `delete from rank_entry_config where main_tab = 'over'` });
	});

	it('[S2-50] offers the way up after more than one viewport height', async () => {
		const { page, open } = await site.visitor();
		await open(SOLO);
		await page.getByText('Solo 24').waitFor();
		await page.evaluate(() => scrollTo(0, innerHeight + 40));
		await page.getByRole('button', { name: 'Scroll to top' }).click();
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	});

	it('[S2-51] highlights the top three in gold, silver and bronze', async () => {
		const { page, open } = await site.visitor();
		await open(SOLO);
		await page.getByText('Rank 3').waitFor({ state: 'attached' });
		const metals = await page
			.locator('.podium-seam')
			.evaluateAll((seams) =>
				seams.map((seam) => getComputedStyle(seam.parentElement ?? seam).getPropertyValue('--medal')),
			);
		expect(new Set(metals).size).toBe(3);
		expect(metals.every((metal) => metal !== '')).toBe(true);
	});
});

describe('the vote dialog', () => {
	let visitor: Visitor;
	let dialog: Locator;
	let calls: string[];
	beforeAll(async () => {
		visitor = await as(fan);
		calls = callsOf(visitor.page);
		dialog = dialogOf(visitor.page, 'Solo 05');
	});

	const votes = () => dialog.getByLabel('Votes');
	const pick = (name: string) => dialog.getByRole('button', { name, exact: true });

	it('[S4-10] opens for a fan who is logged in', async () => {
		await voteFor(visitor.page, 'Solo 05').click();
		await dialog.waitFor();
	});

	it('[S5-08, S9-01] says how many gems a vote costs', async () => {
		await dialog.getByText('1 vote = 10 gems', { exact: true }).waitFor();
	});

	it.each([
		['[S5-01] with a zero in front', '007', 'Please input a positive integer number'],
		['[S5-01] that is no whole number', '1.5', 'Please input a positive integer number'],
		['[S5-02] of zero', '0', 'Please input the number of votes'],
		['[S5-03] that costs more than the balance', '126', 'There is not enough gem. Click get more button!'],
	])('%s is a number it does not take, and it says why', async (_, typed, message) => {
		await votes().fill(typed);
		await dialog.getByText(message, { exact: true }).waitFor();
	});

	it.each(['', '007', '1.5', '0', '126'])("[S5-04] submits nothing for '%s'", async (typed) => {
		await votes().fill(typed);
		await expect.poll(() => submit(dialog).isDisabled()).toBe(true);
		await votes().press('Enter');
		await dialog.waitFor();
		expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
	});

	it('[S5-06, S9-02] adds 1, 10 and 100 at a press', async () => {
		await votes().fill('');
		for (const name of ['+1', '+10', '+100']) await pick(name).click();
		await expect.poll(() => votes().inputValue()).toBe('111');
	});

	it('[S5-07, S9-02] takes what the balance pays, rounded down, at Max', async () => {
		await pick('Max').click();
		await expect.poll(() => votes().inputValue()).toBe('125');
	});
});

describe('a vote that counts', () => {
	let visitor: Visitor;
	let page: Page;
	let dialog: Locator;
	let calls: string[];
	const sent: unknown[] = [];
	beforeAll(async () => {
		visitor = await as(fan);
		({ page } = visitor);
		await page.clock.install();
		calls = callsOf(page);
		page.on('request', (request) => {
			if (request.url().includes('/rankings/vote/')) sent.push(request.postDataJSON());
		});
		// From here on, only what a person does makes the page read the list.
		await page.clock.pauseAt(Date.now() + 60_000);
		dialog = dialogOf(page, 'Solo 05');
	});

	async function readsTheListAfter(act: () => Promise<void>): Promise<void> {
		const reads = () => calls.filter((call) => call.startsWith('GET /rankings/detail')).length;
		const before = reads();
		await act();
		await tickUntil(page, async () => reads() > before);
	}

	it('[S4-14] is not needed for the list to be read again when its dialog closes', async () => {
		const close = dialog.getByRole('button', { name: 'Close' });
		await voteFor(page, 'Solo 05').click();
		await tickUntil(page, () => close.isVisible());
		await readsTheListAfter(() => close.click());
		await tickUntil(page, async () => !(await dialog.isVisible()));
	});

	it('[S4-11] closes its dialog and opens Vote Successful with the votes', async () => {
		await voteFor(page, 'Solo 05').click();
		await dialog.getByLabel('Votes').fill('3');
		await submit(dialog).dblclick();
		await tickUntil(page, () => success(page).isVisible());
		await dialog.waitFor({ state: 'hidden' });
		await success(page).getByText('+3', { exact: true }).waitFor();
	});

	it('[S5-05] is sent once by a double click', () => {
		expect(calls.filter((call) => call.startsWith('POST /rankings/vote/'))).toHaveLength(1);
	});

	it('[S7-23] is sent to its ranking as artist and number', () => {
		expect(calls).toContain('POST /rankings/vote/november');
		expect(sent).toEqual([expect.objectContaining({ artist_id: content.monthly.artistIds[4], ticket_number: 3 })]);
	});

	it('[S4-12] may be repeated: VOTE AGAIN opens the dialog', async () => {
		await success(page).getByRole('button', { name: 'VOTE AGAIN' }).click();
		await tickUntil(page, () => dialog.isVisible());
		await dialog.getByLabel('Votes').fill('2');
		await submit(dialog).click();
		await tickUntil(page, () => success(page).isVisible());
	});

	it('[S4-13, S4-15] is followed by a fresh list once CONFIRM has closed the message', async () => {
		await readsTheListAfter(() => success(page).getByRole('button', { name: 'CONFIRM' }).click());
		await success(page).waitFor({ state: 'hidden' });
	});

	it('[S4-16] shows in a fresh list on the way back to Ongoing', async () => {
		await readsTheListAfter(async () => {
			await page.getByRole('tab', { name: 'Champion' }).click();
			await page.getByRole('tab', { name: 'Ongoing' }).click();
		});
	});

	it('[S6-03] is paid from the balance that the fan sees', async () => {
		const { body } = await site.ask({ path: '/user/me', token: fan.token });
		expect(body.data).toMatchObject({ gem_balance: 1_205 });
		await tickUntil(page, () => page.getByRole('link', { name: '1,205 gems, to the store' }).isVisible());
	});
});

describe('a vote', () => {
	it('[S4-09, S6-01] of a visitor goes to the login, with the way back', async () => {
		const { page, open } = await site.visitor();
		await open(SOLO);
		await voteFor(page, 'Solo 05').click();
		await page.waitForURL('**/login');
		const state = await page.evaluate<unknown>(() => history.state);
		expect(JSON.stringify(state)).toContain('/leader-board?main_tab=solo');
	});

	it.each([
		['[S8-03] that is refused with 400 says why', 400, 'The stage is dark', 'The stage is dark'],
		["[S8-04] that fails otherwise says 'failed to vote'", 500, 'Whatever', 'failed to vote'],
	])('%s', async (_, status, message, shown) => {
		const { page } = await as(fan);
		await failing(page, '/rankings/vote/', status, message);
		await voteFor(page, 'Solo 05').click();
		const dialog = dialogOf(page, 'Solo 05');
		await dialog.getByLabel('Votes').fill('1');
		await submit(dialog).click();
		await page.getByRole('alert').getByText(shown, { exact: true }).waitFor();
		await expect.poll(() => dialog.isVisible()).toBe(true);
	});

	it('[S9-06] leaves its toast for two seconds', async () => {
		const { page } = await as(fan);
		await failing(page, '/rankings/vote/');
		await voteFor(page, 'Solo 05').click();
		const dialog = dialogOf(page, 'Solo 05');
		await dialog.getByLabel('Votes').fill('1');
		await page.clock.install();
		await page.clock.pauseAt(Date.now() + 60_000);
		await submit(dialog).click();
		const toast = page.getByText('failed to vote', { exact: true });
		await tickUntil(page, () => toast.isVisible());
		await page.clock.runFor(1_980);
		await expect.poll(() => toast.isVisible()).toBe(true);
		await page.clock.runFor(20);
		await toast.waitFor({ state: 'hidden' });
	});

	it('[S2-80] leads to the store by Get More', async () => {
		const { page } = await as(fan);
		await voteFor(page, 'Solo 05').click();
		await dialogOf(page, 'Solo 05').getByRole('link', { name: 'Get More' }).click();
		await page.waitForURL('**/store');
	});
});

describe('an artist', () => {
	it('[S2-71, S2-72, S3-02] is shown with everything that is known', async () => {
		const { page, open } = await site.visitor();
		await open(`/artist/${content.monthly.artistIds[0]}?from=home&isVote=0`);
		await page.getByRole('heading', { name: 'Solo 01' }).waitFor();
		for (const text of ['Solo 01 이름', 'South Korea', 'Female', 'July 7, 2001', 'About']) {
			await page.getByText(text, { exact: true }).first().waitFor();
		}
		const facts = (await page.locator('.facts').innerText()).toLowerCase();
		for (const name of ['nationality', 'gender', 'born', 'age']) expect(facts).toContain(name);
		await page.getByRole('img', { name: 'Portrait of Solo 01' }).waitFor();
		expect((await page.locator('.standing').innerText()).toLowerCase()).toMatch(/rank[^]*votes/);
		await site.owner.query({
			text: 'update artist set gender = 1 where artist_id = $1',
			values: [content.monthly.artistIds[1]],
		});
		await open(`/artist/${content.monthly.artistIds[1]}`);
		await page.getByText('Male', { exact: true }).waitFor();
	});

	it.each([
		['[S2-73] offers a vote with isVote=0', 'from=home&isVote=0', 1, '/'],
		['[S2-73, S2-74] offers none with isVote=1, and leads back home', 'from=home&isVote=1', 0, '/'],
		['[S2-74] leads back to the leaderboard from anywhere else', 'from=LeaderBoard&isVote=0', 1, '/leader-board'],
	])('%s', async (_, search, buttons, back) => {
		const { page, open } = await site.visitor();
		await open(`/artist/${content.monthly.artistIds[0]}?${search}`);
		await page.getByRole('heading', { name: 'Solo 01' }).waitFor();
		await expect.poll(() => page.getByRole('button', { name: 'Vote', exact: true }).count()).toBe(buttons);
		await expect.poll(() => page.locator('.back-link').getAttribute('href')).toBe(back);
	});
});
