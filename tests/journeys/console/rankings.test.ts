/** A month is prepared from nothing to live, then looked after, in the console. */
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, atWork, giveReason, usePart } from '../../fixtures/browser/console.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

/** Ten minutes before the month that is prepared. */
const BEFORE_DECEMBER = '2026-11-30T23:50:00+09:00';

const site = ownBrowserSite();
let october: Contest;
let cover: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
	const startsAt = new Date('2026-10-01T00:00:00+09:00');
	october = await aContest(site.owner, 'october', {
		startsAt,
		endsAt: new Date('2026-11-01T00:00:00+09:00'),
		tab: 'solo',
	});
	await aContest(site.owner, 'theme-now', {
		type: 'theme',
		startsAt: new Date('2026-11-10T00:00:00+09:00'),
		endsAt: new Date('2026-12-08T00:00:00+09:00'),
		artists: ['First Snow', 'Warm Hands'],
		tab: 'music',
	});
	const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#403060' } });
	cover = { name: 'cover.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() };
});
beforeEach(() => site.clock.set(new Date(BEFORE_DECEMBER)));

const csv = (text: string) => ({ name: 'entries.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

/** December with a cover, unless it was prepared before: its artists are those of October but the last. */
async function aDecember(): Promise<void> {
	await sql`with picture as (insert into media (media_id, width, height) values (repeat('e', 32), 800, 600)),
			made as (
				insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote, cover_media_id, cover_alt)
				values ('monthly-2026-12', 'monthly', 'December', '2026-12-01T00:00+09:00', '2027-01-01T00:00+09:00', 10,
					repeat('e', 32), 'A hall')
				on conflict do nothing returning ranking_id)
			insert into ranking_entry (ranking_id, artist_id) select ranking_id, unnest(${october.artistIds.slice(0, 3)}::bigint[]) from made`.run(
		site.owner,
	);
}

it('an editor prepares a month of 60 artists from nothing to live in at most 9 steps', async () => {
	const { page, open, count, steps } = await atWork(site, 'editor');
	// Three artists are there already; the file creates the others.
	const groups = Array.from({ length: 57 }, (_, index) => `Group ${index + 1},group`);
	const file = csv(['en_name,kind', 'Ayu Bara,', 'Bex Corran,', 'Cleo Dastan,', ...groups].join('\n'));
	// The browser's clock says which month is next.
	await page.clock.setFixedTime(new Date(BEFORE_DECEMBER));
	await open('/console/rankings');
	await count(page.getByRole('link', { name: 'New ranking' }).click());
	await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('December 2026 Monthly');
	await expect.poll(() => page.getByLabel('Last day (KST)').inputValue()).toBe('2026-12-31');
	await count(page.getByLabel('Cover', { exact: true }).setInputFiles(cover));
	await count(usePart(page));
	await page.locator('.file-drop img').waitFor();
	await count(page.getByLabel('Cover alt text').fill('A hall full of violet light'));
	await expect.poll(() => page.getByLabel('Key', { exact: true }).inputValue()).toBe('monthly-2026-12');
	await count(page.getByRole('button', { name: 'Save draft' }).click());
	await page.waitForURL('**/console/rankings/monthly-2026-12');
	await count(page.getByLabel('Import a CSV file').setInputFiles(file));
	await count(page.getByRole('button', { name: 'Add 60 artists' }).click());
	await page.getByRole('listitem').filter({ hasText: 'Cleo Dastan' }).waitFor();
	const { text } = await site.ask({ path: '/rankings/list' });
	expect(text).not.toContain('December 2026 Monthly');
	await count(page.getByRole('button', { name: 'Publish…' }).click());
	const asked = page.getByRole('dialog', { name: 'Publish December 2026 Monthly?' });
	await asked.getByRole('listitem').filter({ hasText: '60 artists' }).waitFor();
	await asked.getByText('You can unpublish it until a fan has voted.').waitFor();
	await count(asked.getByRole('button', { name: 'Publish' }).click());
	await page.getByText('Published', { exact: true }).waitFor();
	expect(steps()).toBeLessThanOrEqual(9);

	await site.clock.set(new Date('2026-12-01T00:05:00+09:00'));
	const fan = await site.visitor({ at: '/leader-board?main_tab=solo' });
	await fan.page.getByText('2026.12.01 00:00 ~ 2026.12.31 23:59 KST').waitFor();
	await fan.page.getByText('Bex Corran').first().waitFor();
});

it('an editor loses no edit of a draft: neither by publishing, nor by a file, nor by leaving', async () => {
	const { page, open, goTo, expectAccessible } = await anOperator(site, 'editor');
	await aDecember();
	await page.clock.setFixedTime(new Date(BEFORE_DECEMBER));
	await step('it is published with its last edits, and taken back before the first vote', async () => {
		await open('/console/rankings');
		await page.getByRole('button', { name: 'Create next month' }).click();
		await page.waitForURL('**/console/rankings/monthly-2027-01');
		await page.getByRole('button', { name: 'Remove the picture' }).click();
		await page.getByLabel('Title').fill('January of light');
		await page.getByRole('button', { name: 'Save and publish…' }).click();
		const asked = page.getByRole('dialog', { name: 'Publish January of light?' });
		await asked.getByRole('listitem').filter({ hasText: 'No cover' }).waitFor();
		await asked.getByRole('button', { name: 'Publish' }).click();
		await page.getByText('Published', { exact: true }).waitFor();
		await page.reload();
		await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('January of light');
		await page.getByLabel('Title').fill('January');
		await page.getByText('Fans see this change as soon as you save:').waitFor();
		await expectAccessible();
		await page.getByRole('button', { name: 'Discard' }).click();
		await page.getByRole('button', { name: 'Unpublish' }).click();
		await giveReason(page, 'Too early', 'Unpublish');
		await page.getByRole('button', { name: 'Delete draft' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
		await page.getByText('January of light has been deleted').waitFor();
		await page.waitForURL('**/console/rankings');
	});
	await step('a file with wrong rows says which, and nothing of it is entered', async () => {
		await goTo('/console/rankings');
		await page.getByRole('button', { name: 'Create next month' }).click();
		await page.waitForURL('**/console/rankings/monthly-2027-01');
		await page.getByRole('listitem').filter({ hasText: 'Ayu Bara' }).waitFor();
		await page.getByLabel('Import a CSV file').setInputFiles(csv('en_name\nDov Elling\nNobody Known\nDov Elling\n'));
		// Nothing is added while one row is wrong, so no row says that it will be.
		await page.getByRole('row', { name: /2 Dov Elling Would be added/ }).waitFor();
		await page.getByRole('row', { name: /3 Nobody Known No such artist/ }).waitFor();
		await page.getByRole('row', { name: /4 Dov Elling Twice in the file/ }).waitFor();
		await expectAccessible();
		await expect.poll(() => page.getByRole('button', { name: 'Add 1 artist' }).isDisabled()).toBe(true);
		// The dialog hears the word of a file picker that is left without a file, too.
		const dialog = page.getByRole('dialog');
		await dialog
			.locator('input[type=file]')
			.evaluate((input) => input.dispatchEvent(new Event('cancel', { bubbles: true })));
		await page.getByRole('row', { name: /3 Nobody Known No such artist/ }).waitFor();
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
		expect(await page.getByRole('listitem').filter({ hasText: 'Dov Elling' }).count()).toBe(0);
	});
	await step('a file that cannot be used says why', async () => {
		await page.getByLabel('Import a CSV file').setInputFiles(csv('who\nAyu Bara\n'));
		await page.getByText('The first row must name a column artist_id or en_name').waitFor();
		await page.getByRole('button', { name: 'Close' }).click();
	});
	await step('unsaved changes are not lost without a question', async () => {
		await page.getByLabel('Title').fill('Not saved');
		await page.getByRole('link', { name: 'Audit trail', exact: true }).click();
		await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
		await expectAccessible();
		await page.getByRole('button', { name: 'Stay' }).click();
		await page.getByRole('button', { name: 'Discard' }).click();
		await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('January 2027 Monthly');
	});
	await step('a draft that cannot be saved says at each field what is missing, the first one focused', async () => {
		await goTo('/console/rankings/new');
		await page.getByLabel('Type').selectOption('Theme');
		await page.getByRole('button', { name: 'Save draft' }).click();
		await page.getByText('Not saved. Please check the 4 marked fields.').waitFor();
		await expect
			.poll(() => page.getByLabel('Key', { exact: true }).evaluate((field) => field === document.activeElement))
			.toBe(true);
		await page.getByText('Please enter a title').waitFor();
		await page.getByText('Please choose when it starts').waitFor();
		await expectAccessible();
		await page.getByLabel('Title').fill('Songs of the sea');
		await expect.poll(() => page.getByText('Please enter a title').count()).toBe(0);
		await page.getByRole('button', { name: 'Discard' }).click();
	});
});

it('an editor creates the birthday chart that is proposed with one press, and publishes it with a home card', async () => {
	const { page, open, goTo, expectAccessible } = await anOperator(site, 'editor');
	await site.clock.set(new Date('2026-12-01T00:05:00+09:00'));
	await sql`insert into artist (kind, en_name, gender, birthday) values ('solo', 'Ivo Janer', 1, '1999-01-09'),
			('solo', 'Jun Ofrey', 2, '2001-01-30')`.run(site.owner);
	await open('/console/rankings');
	await page.getByText('Ivo Janer, Jun Ofrey').waitFor();
	await expectAccessible();
	await page.getByRole('button', { name: 'Create draft of January 2027 Birthdays' }).click();
	await page.waitForURL('**/console/rankings/birthday-january-2027');
	await page.getByRole('listitem').filter({ hasText: 'Jun Ofrey' }).waitFor();
	await page.getByRole('button', { name: 'Publish…' }).click();
	// Nothing leads fans to it yet, so a home card is offered.
	await page.getByRole('checkbox', { name: 'Add a home card, “January 2027 Birthdays”' }).waitFor();
	await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
	await page.getByText('Published', { exact: true }).waitFor();
	const cards = await sql`select main_tab, rank_name from rank_entry_config order by position`.all(site.owner);
	expect(cards.at(-1)).toEqual({ main_tab: 'birthday-january-2027', rank_name: 'January 2027 Birthdays' });
	const { status } = await site.ask({ path: '/rankings/detail?ranking_key=birthday-january-2027' });
	expect(status).toBe(200);
	await goTo('/console/rankings');
	await page.getByRole('row', { name: /January 2027 Birthdays.*Upcoming/ }).waitFor();
	expect(await page.getByRole('heading', { name: 'Birthday rankings to create' }).count()).toBe(0);
});
