/** The first screen of the console, its search, and its lists. */
import { beforeAll, expect, it } from 'vitest';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, atWork, PHONE, signInAgain } from '../../fixtures/browser/console.ts';
import { step } from '../../fixtures/browser/step.ts';
import { tabTo } from '../../fixtures/browser/keyboard.ts';
import { createArtist } from '#contract/operator/artists.ts';
import { aColleague, dataAs } from '../../fixtures/operators/operators.ts';
import { artistFields } from '../../fixtures/site/artists.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { sql } from '#server/kernel/database.ts';

const site = ownBrowserSite();
let voteOfAna: () => Promise<unknown>;

beforeAll(async () => {
	// Its artists cannot be hidden while it runs.
	const november = await aContest(site.owner, 'november', { tab: 'solo' });
	const maker = await aColleague(site.owner, 'editor');
	for (const en_name of ['Noor Vale', 'Ziva Okoro']) {
		await dataAs(site, maker, createArtist, { body: artistFields({ en_name }) });
	}
	const [ana] = await Promise.all(
		['ana', 'bo', 'cy'].map((name) => aPerson(site.owner, name, { earned: 50, purchased: 20 })),
	);
	if (ana) voteOfAna = () => site.castVote(ana, november, { tickets: 5 });
	await site.owner.query({
		text: `insert into reconciliation values (true, lightstick_now(), '{every wallet is the sum of its ledger entries}');
			select graphile_worker.add_job('read_payment_events');
			update graphile_worker._private_jobs set attempts = 4, last_error = 'Stripe asks to come back later'`,
	});
});

it('on a phone, a viewer reads what runs, what the hours gave and what is missing', async () => {
	const { page, open, complaints, expectAccessible } = await anOperator(site, 'viewer', PHONE);
	await open('/console');
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
	await page.getByRole('heading', { name: 'The november ranking' }).waitFor();
	await page
		.getByRole('row', { name: /november.*cover/i })
		.getByText('Add cover')
		.waitFor();
	await page.getByRole('row', { name: /every wallet is the sum.*npm run audit/i }).waitFor();
	await page.getByRole('row', { name: /come back later.*keeps failing/i }).waitFor();
	await page.locator('.votes-plot canvas').waitFor();
	await page.getByText('Sign-ups, seven days: 0; 0; 0; 0; 0; 0; 3').waitFor({ state: 'attached' });
	await page.getByText('in all wallets: 150 earned, 60 bought').waitFor();
	await page.getByRole('listitem').filter({ hasText: 'South Korea' }).getByText('3').waitFor();
	await page.getByRole('link', { name: /\d things? needs? attention/ }).waitFor();
	await expectAccessible();
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	expect(complaints).toEqual([]);
});

it('a reason that is typed when the session ends is still there after the next sign-in', async () => {
	const editor = await anOperator(site, 'editor');
	const { page, open, colleague } = editor;
	await open('/console/rankings/november');
	await page.getByRole('button', { name: 'Pause' }).click();
	const dialog = page.getByRole('dialog', { name: 'Pause' });
	await dialog.getByLabel('Reason').fill('Looks wrong');
	await sql`delete from operator_session where operator_id = ${colleague.operatorId}`.run(site.owner);
	await dialog.getByRole('button', { name: 'Pause' }).click();
	const over = page.getByRole('dialog', { name: 'Your session has ended' });
	await over.waitFor();
	await signInAgain(site, editor, { steppedUp: true });
	await page.evaluate(() => window.dispatchEvent(new Event('focus')));
	await over.waitFor({ state: 'hidden' });
	expect(await dialog.getByLabel('Reason').inputValue()).toBe('Looks wrong');
});

it('the search by keyboard alone finds a ranking, pauses it, and the audit trail says so in a sentence', async () => {
	const editor = await atWork(site, 'editor');
	const { page, say } = editor;
	await editor.open('/console');
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
	await page.keyboard.press('Control+k');
	const field = page.getByRole('combobox', { name: /^Search rankings/ });
	await field.fill('vember');
	await page.getByText(/Nothing found for “vember”/).waitFor();
	await field.fill('pause');
	await page.getByRole('option', { name: 'Pause The november ranking' }).waitFor();
	await field.fill('pause nov');
	await page.getByRole('option', { name: 'Pause The november ranking', selected: true }).waitFor();
	await editor.expectAccessible();
	await page.keyboard.press('ArrowDown');
	await page.getByRole('option', { name: /^The november ranking/, selected: true }).waitFor();
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	const reason = page.getByRole('dialog', { name: 'Pause The november ranking?' }).getByLabel('Reason');
	// What is typed at once is the reason: a space would press the cross.
	await expect.poll(() => reason.evaluate((one) => one === document.activeElement)).toBe(true);
	await say('A wrong entry');
	// A search that is leaving still takes a text.
	await field.waitFor({ state: 'detached' });
	await page.keyboard.press('/');
	await field.fill('nov');
	await page.getByRole('option', { name: /^The november ranking/, selected: true }).waitFor();
	// Not the ranking, which is still listed until the answer for the new text comes.
	await field.fill('audit');
	await page.keyboard.press('Enter');
	const row = page.getByRole('row', { name: /editor-\d+@team\.example paused The november ranking/ });
	await row.getByRole('link', { name: 'The november ranking' }).waitFor();
	await page.getByLabel('Fan, action or reason').fill('wrong entry');
	await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('wrong entry');
	await page.keyboard.press('Escape');
	await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Rankings' }).click();
	await page.getByRole('heading', { name: 'Rankings' }).waitFor();
	await page.goBack();
	await expect.poll(() => page.getByLabel('Fan, action or reason').inputValue()).toBe('wrong entry');
	await row.waitFor();
	expect(editor.complaints).toEqual([]);
});

it('the checklist of a new site leads from each step to its page, and is hidden for one operator alone', async () => {
	const { page, open, complaints, expectAccessible } = await anOperator(site, 'editor', { width: 390 });
	await open('/console');
	const list = page.getByRole('region', { name: 'Set up the site' });
	await list.getByRole('listitem').filter({ hasText: 'Done: Publish the first ranking' }).waitFor();
	// Packs are for finance, and the server's settings for owners.
	expect(await list.getByText(/gem packs|Stripe/).count()).toBe(0);
	await expectAccessible();
	const [status] = await Promise.all([
		page.waitForEvent('popup'),
		list.getByRole('link', { name: 'Read the public status page' }).click(),
	]);
	await status.getByRole('heading').first().waitFor();
	await list.getByRole('listitem').filter({ hasText: 'Done: Read the public status page' }).waitFor();
	await list.getByRole('link', { name: 'Create a news category' }).click();
	await page.getByRole('heading', { name: 'New category' }).waitFor();
	await page.goBack();
	await list.getByRole('button', { name: 'Hide' }).click();
	await page.getByRole('button', { name: 'Show the setup checklist' }).click();
	await list.waitFor();
	expect(complaints).toEqual([]);
});

it('an editor gets by keyboard alone to a published month, a case, an incident and an article', async () => {
	await site.owner.query({ text: 'update ranking_pause set ended_at = lightstick_now()' });
	await voteOfAna();
	await site.owner.query({
		text: `insert into news_category (position, name, key) values (1, 'Notices', 'notices')
			on conflict do nothing`,
	});
	const { page, open, goTo, press, say, type, find, complaints } = await atWork(site, 'editor');
	await open('/console');
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

	await find('new rank', 'New ranking');
	await expect.poll(() => page.getByLabel('Title').inputValue()).toMatch(/Monthly$/);
	await page.keyboard.press('Control+s');
	await page.waitForURL('**/console/rankings/monthly-*');
	await type('Search artists to add', 'Bex');
	await press('Add Bex Corran');
	await press('Publish…');
	await press('Publish', page.getByRole('dialog'));
	await page.getByText('Published', { exact: true }).first().waitFor();

	await goTo('/console/votes/november');
	await press('Open a case');
	await tabTo(page, page.getByLabel('Artist', { exact: true }));
	await page.keyboard.press('ArrowDown');
	await type('Public statement', 'Looked at on a hint.');
	await press('Open the case');
	await page.getByRole('heading', { name: /^Case \d+$/ }).waitFor();
	await press('Drop the case');
	await say('An eager fan');
	await page.getByText('Dropped').first().waitFor();
	// The state says so before the dialog has gone, which keeps the keys for itself.
	await page.getByRole('dialog').waitFor({ state: 'hidden' });

	await find('incid', 'Incidents');
	await press(page.getByRole('link', { name: 'New incident' }));
	await type('Title', 'Some votes fail');
	await type('First update', 'Please try again in a few minutes.');
	// On a link, the key is the browser's: it opens a tab.
	await page.evaluate(() => addEventListener('submit', () => (document.body.dataset['sent'] = ''), true));
	await page.getByRole('link', { name: 'Incidents', exact: true }).first().focus();
	await page.keyboard.press('Control+Enter');
	expect(await page.locator('body[data-sent]').count()).toBe(0);
	await page.keyboard.press('Control+s');
	expect(await page.locator('body[data-sent]').count()).toBe(1);
	await page.getByRole('link', { name: 'Some votes fail' }).first().waitFor();

	await find('new artic', 'New article');
	// The page before has a title, too.
	await page.getByRole('heading', { name: 'New article' }).waitFor();
	await type('Title', 'Doors at six');
	await tabTo(page, page.getByRole('textbox', { name: 'Text', exact: true }));
	await page.keyboard.type('The hall opens early.');
	await press('Publish…');
	await press('Publish', page.getByRole('dialog'));
	await page.getByRole('link', { name: 'View on site' }).waitFor();
	expect(complaints).toEqual([]);
});

it('the list of artists is ordered, kept as a view, worked on by keyboard, saved as a file and opened by a key', async () => {
	const { page, open, goTo, expectAccessible } = await anOperator(site, 'editor');
	const table = page.getByRole('table', { name: 'Artists' });
	const names = async () => (await table.locator('.table-link').allInnerTexts()).map((text) => text.trim());
	await step('the head turns it around, and the address says so', async () => {
		await open('/console/artists');
		await table.getByRole('link', { name: 'Ziva Okoro' }).waitFor();
		const before = await names();
		await table.getByRole('button', { name: 'Artist' }).click();
		await expect.poll(names).toEqual(before.toReversed());
		await expect.poll(() => page.url()).toContain('order=desc');
		await page
			.getByRole('columnheader', { name: 'Artist', exact: true })
			.and(page.locator('[aria-sort=descending]'))
			.waitFor();
	});
	await step('a view keeps it under a name, with its columns, and opens it again elsewhere', async () => {
		await page.getByRole('button', { name: 'Display' }).click();
		await page.getByRole('dialog').getByText('Native name', { exact: true }).click();
		await expectAccessible();
		await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
		await expect.poll(() => table.getByRole('columnheader', { name: 'Native name' }).count()).toBe(0);
		await page.getByRole('button', { name: 'Views' }).click();
		await page.getByLabel('Save this view as').fill('From Z');
		await page.getByRole('button', { name: 'Save view' }).click();
		await page.getByText('Saved as From Z').waitFor();

		await open('/console/artists');
		await page.getByRole('button', { name: 'Views' }).click();
		await page.getByRole('link', { name: 'From Z' }).waitFor();
		await expectAccessible();
		await page.getByRole('link', { name: 'From Z' }).click();
		await expect.poll(async () => (await names())[0]).toBe('Ziva Okoro');
		await expect.poll(() => table.getByRole('columnheader', { name: 'Native name' }).count()).toBe(0);
	});
	await step('by keyboard rows are chosen, and the action is tried, done and undone', async () => {
		await goTo('/console/artists?order=desc');
		await table.getByRole('link', { name: 'Ziva Okoro' }).waitFor();
		await table.locator('tbody tr').first().focus();
		await page.keyboard.press('x');
		await page.keyboard.press('Shift+ArrowDown');
		await page.keyboard.press('Shift+ArrowDown');
		await page.getByText('3 selected').waitFor();
		await page.keyboard.press('Escape');
		await expect.poll(() => page.getByText('3 selected').count()).toBe(0);
		for (const row of await table.locator('tbody tr').all()) {
			await row.focus();
			await page.keyboard.press('x');
		}
		await expectAccessible();
		await page.getByRole('button', { name: 'Hide', exact: true }).click();
		const dialog = page.getByRole('dialog', { name: 'Hide these artists from fans?' });
		await dialog.getByText('Will be hidden').first().waitFor();
		await dialog.getByText('This artist is in a ranking that has not ended').first().waitFor();
		await expectAccessible();
		await dialog.getByRole('button', { name: 'Hide (2)' }).click();
		const done = page.getByRole('dialog', { name: 'Done' });
		await done.getByRole('button', { name: 'Undo' }).waitFor();
		await table.getByRole('row', { name: /Ziva Okoro.*Hidden/ }).waitFor();
		await done.getByRole('button', { name: 'Undo' }).click();
		await page.getByRole('dialog', { name: 'Undone' }).getByText('Close', { exact: true }).click();
		await table.getByRole('row', { name: /Ziva Okoro.*Visible/ }).waitFor();
		await expect.poll(() => page.getByText(/selected$/).count()).toBe(0);
	});
	await step('it is saved as a file with the columns shown', async () => {
		await goTo('/console/artists?order=desc&columns=status');
		await page.getByRole('button', { name: 'Export' }).click();
		const saved = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Download CSV' }).click();
		const file = await saved;
		expect(file.suggestedFilename()).toBe('artists.csv');
		await page.getByText(/\d+ rows saved\./).waitFor();
		const chunks: string[] = [];
		for await (const chunk of (await file.createReadStream()).setEncoding('utf8')) chunks.push(String(chunk));
		expect(chunks.join('').split('\r\n').slice(0, 2)).toEqual([
			'\uFEFFartist_id,en_name,sub_title,status',
			expect.stringMatching(/^\d+,Ziva Okoro,.*,visible$/),
		]);
	});
	await step('Enter opens a row', async () => {
		await open('/console/artists?order=desc');
		await table.getByRole('link', { name: 'Ziva Okoro' }).waitFor();
		await table.locator('tbody tr').first().focus();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Noor Vale' }).waitFor();
		// The list keeps its order.
		await page.goBack();
		await expect.poll(async () => (await names())[0]).toBe('Ziva Okoro');
	});
});
