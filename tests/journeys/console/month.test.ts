/**
 * A month's tasks with the number of their steps. Fraud is counted in votes.test.ts, the ledger and a refund in fans.test.ts;
 * a ranking is made in rankings.test.ts, and nothing is lost in drafts.test.ts.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { localTimeOf } from '#contract/values/local-time.ts';
import { recordScheduled } from '#server/content/scheduled.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { holdBack } from '../../../testkit/network.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, atWork, factOf, PHONE, usePart } from '../../fixtures/browser/console.ts';
import { runUntil } from '../../fixtures/browser/page-clock.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
const NOW = '2026-11-25T12:00+09:00';
let fan: Person;

beforeAll(async () => {
	await site.clock.set(new Date(NOW));
	fan = await aPerson(site.owner, 'Mara Quill', { earned: 5 });
	const when = { startsAt: new Date('2026-11-01T00:00+09:00'), endsAt: new Date('2026-12-01T00:00+09:00') };
	const { rankingId, artistIds } = await aContest(site.owner, 'november', { ...when, tab: 'solo' });
	await site.owner.query({
		text: `insert into goods (position, gems, bonus_gems, price_minor, currency) values (1, 550, 50, 499, 'USD');
			insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol, status,
					created_at, expires_at, fulfilled_at)
				select ${fan.fanId}, lpad(n::text, 22, 'x'), goods_id, 550, 50, n * 499, 'USD', 'US$', 'fulfilled', at, at, at
				from goods cross join (values (1, timestamptz '2026-11-10T12:00+09:00'), (2, '2026-11-18T12:00+09:00')) sold (n, at);
			insert into payment (payment_id, trade_no, amount_minor, currency, received_at, role)
				select 'pi_' || price_minor, trade_no, price_minor, currency, created_at, 'order' from gem_order;
			insert into payment_refund (refund_id, payment_id, amount_minor, status, heard_at)
				values ('re_1', 'pi_998', 100, 'succeeded', '2026-11-19T12:00+09:00');
			insert into vote_counting (counted_through) values (lightstick_now());
			insert into vote_concentration (ranking_id, kind, value, artist_id, votes, tickets)
				values (${rankingId}, 'hour', '2026-11-18T03', ${artistIds[0] ?? 0}, 3, 1200)`,
	});
});

it('the first day: name, category, artist and alerts take at most 20 of 75 steps', async () => {
	const { page, goTo, fill, button, link, steps, count, expectAccessible } = await atWork(site, 'owner');
	await goTo('/console/settings');
	await fill('Name of the site', 'Lanternhall');
	await fill('Reason', 'The new name');
	const card = (name: string) =>
		page.locator('.card').filter({ has: page.getByRole('heading', { name, exact: true }) });
	await button('Save', card('The site'));
	await page.getByText('Saved', { exact: true }).waitFor();
	await fill('Webhook', 'https://localhost/hook');
	await button('Save', card('Alerts'));
	await expect.poll(() => page.getByRole('button', { name: 'Send a test' }).isEnabled()).toBe(true);
	await button('Send a test');
	await page.getByText(/Not delivered .* localhost is .* which is not public/).waitFor();
	await expectAccessible();
	await goTo('/console/news-categories');
	await link('New category');
	await fill('Name', 'Articles');
	await fill('Key', 'article');
	await fill('Position', '1');
	await button('Save');
	await page.getByRole('link', { name: 'Articles' }).waitFor();
	await goTo('/console/artists');
	await link('New artist');
	await fill('Name', 'Orla Venn');
	await count(page.locator('.editor-panel').getByLabel('Kind').selectOption('group'));
	await count(page.getByLabel('Hidden from fans').uncheck());
	await button('Save');
	await page.getByRole('link', { name: 'View on site' }).waitFor();
	expect(steps()).toBeLessThanOrEqual(20);
});

it('a normal week: an article is written, read by a manager, scheduled and translated in at most 25 of 45 steps', async () => {
	// The time of the server's answers says what is scheduled.
	await site.clock.run();
	const work = await atWork(site, 'editor');
	const { page, goTo, fill, button, link, confirm, count, steps, expectAccessible } = work;
	const text = page.getByRole('textbox', { name: 'Text', exact: true });
	const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
	const local = localTimeOf(inMinutes(10).getTime() / 1000, 'Asia/Seoul') ?? '';
	await goTo('/console/news');
	await link('New article');
	await fill('Title', 'The hall opens early');
	await count(text.fill('Doors at six.'));
	await button('Save draft');
	await button('Make a private link');
	const address = await page.locator('.preview-link code').innerText();
	const manager = await site.visitor({ width: 390, at: new URL(address).pathname });
	await manager.page.getByRole('heading', { name: 'The hall opens early' }).waitFor();
	await manager.page.getByText('Doors at six.').waitFor();
	await manager.expectAccessible();
	const translations = page.getByRole('region', { name: 'Translations' });
	await count(translations.getByLabel('Language').selectOption({ label: 'Korean' }));
	await translations.getByRole('region', { name: 'Original' }).getByText('The hall opens early').waitFor();
	await translations.frameLocator('iframe[title="Original"]').getByText('Doors at six.').waitFor();
	await fill('Title', '일찍 엽니다', translations);
	await count(translations.getByRole('textbox', { name: 'Text', exact: true }).fill('여섯 시.'));
	await button('Save', translations);
	await translations.getByRole('option', { name: 'Korean: translated' }).waitFor({ state: 'attached' });
	await count(page.getByLabel('Published (KST)').fill(local));
	await count(page.getByLabel('Title').first().fill('The hall opens at five'));
	await button('Publish…');
	await confirm('Schedule');
	await translations.getByText('The original has changed since this translation was saved.').waitFor();
	await expectAccessible();
	await button('End the link');
	await confirm('End the link');
	await page.getByRole('button', { name: 'Make a private link' }).waitFor();
	await manager.open(new URL(address).pathname);
	await manager.page.getByText('No Data').waitFor();
	await goTo(`/console/calendar?month=${local.slice(0, 7)}`);
	await page.getByText('Times are in the site’s zone, KST.').waitFor();
	await link(`${local.slice(11)} The hall opens at five`);
	await page.waitForURL(/\/console\/news\/\d+$/);
	expect(steps()).toBeLessThanOrEqual(25);
	await site.clock.set(inMinutes(11));
	await recordScheduled(site.db);
	await work.goTo('/console/audit');
	await page.getByText('The site itself published The hall opens at five').waitFor();
	await site.clock.set(new Date(NOW));
});

it('money: on a phone, a viewer reads last week against the one before, and the month, in 3 of 22 steps', async () => {
	const { page, goTo, button, count, steps, complaints } = await atWork(site, 'viewer', PHONE);
	await goTo('/console/report');
	await page.getByRole('heading', { name: /^Nov 16, 2026 – Nov 22, 2026/ }).waitFor();
	const row = (name: RegExp) => page.getByRole('row', { name });
	await row(/Gross income.*\$9\.98.*\$4\.99/).waitFor();
	await row(/Net income.*\$8\.98.*\$4\.99/).waitFor();
	await row(/^Votes.*1,200.*0/).waitFor();
	await page.getByRole('table', { name: 'Top artists' }).getByRole('row', { name: /1,200/ }).waitFor();
	const file = page.getByRole('link', { name: 'Income as CSV' });
	await expect.poll(() => file.getAttribute('href')).toContain('/console/report/file?span=week');
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	await button('Week before');
	await row(/Gross income.*\$4\.99.*\$0\.00/).waitFor();
	await count(page.getByRole('tab', { name: 'Month' }).click());
	await row(/Gross income.*\$14\.97.*\$0\.00/).waitFor();
	await page.getByText('Not over yet').waitFor();
	expect(steps()).toBe(3);
	expect(complaints).toEqual([]);
});

it('money: a filtered list of orders says what it adds up to', async () => {
	const { page, open } = await anOperator(site, 'finance');
	// What no field can say narrows neither the list nor its sums.
	await open('/console/orders?status=fulfilled&from=2026-02-31');
	await page.getByRole('heading', { name: '2 orders' }).waitFor();
	await expect.poll(() => factOf(page, 'Paid').innerText()).toContain('$14.97');
	await expect.poll(() => factOf(page, 'Net').innerText()).toContain('$13.97');
});

it('closing night, by keyboard on a narrow screen: a ranking is paused, resumed and certified with its card, in 14 of 25 steps', async () => {
	const key = 'curtain';
	const { artistIds } = await aContest(site.owner, key, {
		type: 'theme',
		startsAt: new Date('2026-11-01T00:00+09:00'),
		endsAt: new Date('2026-11-26T00:00+09:00'),
		tab: key,
		artists: ['Ayu Bara', 'Bex Corran', 'Cleo Dastan'],
	});
	await sql`update ranking_entry set hidden_at = lightstick_now() where artist_id = ${artistIds[0]}`.run(site.owner);
	const [work, second] = [await atWork(site, 'owner', PHONE), await atWork(site, 'finance', PHONE)];
	const { page, goTo, press, say, steps, expectAccessible } = work;
	await page.clock.install();
	await goTo('/console');
	await expectAccessible();
	const tonight = page.getByRole('region', { name: 'Closing within a day' });
	await press(tonight.getByRole('link', { name: `The ${key} ranking` }));
	await page.getByText('Voting has begun: only title and cover can change now.').waitFor();
	expect(await page.getByLabel(/^(?:Starts|First day)/).isDisabled()).toBe(true);
	expect(await page.getByLabel('Import a CSV file').count()).toBe(0);
	await press('Pause');
	await say('Odd votes');
	await page.getByText(/Paused since .*: Odd votes/).waitFor();
	// The button that had the focus has gone.
	expect(await page.locator(':focus').innerText()).toBe('Resume');
	await press('Resume');
	await page.getByRole('dialog').getByText('Optional.').waitFor();
	await work.key('Control+Enter');
	await page.getByRole('button', { name: 'Pause' }).waitFor();
	await sql`update ranking set ends_at = lightstick_now() where ranking_key = ${key}`.run(site.owner);
	await closeAndCertify(site.db);
	const standing = page.getByRole('region', { name: 'Standing' });
	// The screen reads again by itself.
	await runUntil(page, 1_000, () => standing.getByText('In review').isVisible());
	await press('Certify the result');
	const asked = page.getByRole('dialog');
	await asked.getByText('The first three: Bex Corran, Cleo Dastan. Fans read Bex Corran as the champion').waitFor();
	await expect.poll(() => asked.getByLabel('Take the home card down').isChecked()).toBe(true);
	await expectAccessible();
	await say('Nothing unusual');
	await page.getByText('A change waits for another operator').waitFor();
	await second.goTo('/console/approvals');
	const request = second.page.getByRole('article', { name: new RegExp(key) });
	await request.getByText('Taken down with it').waitFor();
	await second.press('Approve', request);
	await second.say('Seen, too');
	await second.page.getByText('Approved. The change has been made.').waitFor();
	await runUntil(page, 1_000, () => standing.getByText('Certified').isVisible());
	const card = sql`select main_tab from rank_entry_config where main_tab = ${key}`;
	expect(await card.column(site.owner)).toEqual([]);
	await expect.poll(() => page.getByRole('button', { name: 'Take the home card down' }).count()).toBe(0);
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	expect(steps() + second.steps()).toBe(14);
});

it('mistakes, by keyboard: a wrong last day is mended in 5 steps, and taken back in one', async () => {
	await aContest(site.owner, 'overture', {
		type: 'theme',
		startsAt: new Date('2026-12-05T00:00+09:00'),
		endsAt: new Date('2026-12-31T00:00+09:00'),
	});
	const { page, open, type, press, find, key: strike, steps } = await atWork(site, 'owner');
	await open('/console');
	await find('overture', /overture/);
	await type('Last day (KST)', '12292026');
	await page.getByText('Fans see this change as soon as you save:').waitFor();
	await strike('Control+Enter');
	await page.getByText('Saved', { exact: true }).waitFor();
	const end = sql`select ends_at at time zone 'Asia/Seoul' = '2026-12-30' from ranking where ranking_key = 'overture'`;
	expect(await end.value<boolean>(site.owner)).toBe(true);
	await press('Undo');
	await expect.poll(() => page.getByLabel('Last day (KST)').inputValue()).toBe('2026-12-30');
	expect(steps()).toBe(6);
});

it('mistakes: a wrong birthday is taken back in 3 steps, and a save during an upload does not go without the picture', async () => {
	const { page, open, fill, button, steps } = await atWork(site, 'editor');
	await open('/console/artists');
	await page.getByRole('link', { name: 'Ayu Bara' }).first().click();
	await fill('Birthday', '2010-07-07');
	await button('Save');
	await button('Undo');
	await expect.poll(() => page.getByLabel('Birthday').inputValue()).toBe('2001-07-07');
	expect(steps()).toBe(3);
	const image = sharp({ create: { width: 640, height: 640, channels: 3, background: '#204060' } });
	const file = { name: 'a.png', mimeType: 'image/png', buffer: await image.png().toBuffer() };
	const letGo = await holdBack(page, /\/console\/media$/);
	await page.getByLabel('Portrait', { exact: true }).setInputFiles(file);
	const stored = usePart(page);
	await page.getByLabel('Birthday').fill('2001-07-08');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByText('Not saved: a picture is still being uploaded.').waitFor();
	letGo();
	await stored;
	await page.locator('.file-drop img').waitFor();
	await page.getByRole('button', { name: 'Save' }).click();
	const portrait = sql`select avatar_media_id from artist where birthday = '2001-07-08'`;
	await expect.poll(() => portrait.column(site.owner)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

it('mistakes: what nobody uses is removed in 3 steps, and a pack does not leave the store unasked', async () => {
	const { page, goTo, button, confirm, count, fill, steps, expectAccessible } = await atWork(site, 'owner');
	const id = await sql`insert into artist (kind, en_name, hidden_at) values ('group', 'A test', lightstick_now())
		returning artist_id`.value<number>(site.owner);
	await goTo(`/console/artists/${id}`);
	await button('Delete');
	await confirm('Delete');
	await page.waitForURL(/\/console\/artists$/);
	expect(await sql`select en_name from artist where artist_id = ${id}`.column(site.owner)).toEqual([]);
	expect(steps()).toBe(3);
	await goTo('/console/news-categories');
	await page.getByRole('row').filter({ hasText: 'article' }).getByRole('link').click();
	await page.getByLabel('Name').waitFor();
	expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
	await goTo('/console/settings');
	await count(page.getByLabel('Currency', { exact: true }).fill('Japanese Yen'));
	await expect.poll(() => page.getByLabel('Currency symbol').inputValue()).toBe('¥');
	await fill('Reason of this change', 'We move');
	await button('Save', page.locator('.card').filter({ hasText: 'Gems per vote' }));
	await page.getByRole('dialog').getByText('1 pack leaves the store').waitFor();
	await expectAccessible();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
	expect(await sql`select currency_name from site_setting`.column(site.owner)).toEqual(['USD']);
});

it('answers and privacy: votes per day, who renamed the site, and the data and the deletion of a fan take at most 9 steps', async () => {
	const { page, goTo, fill, button, confirm, steps, expectAccessible } = await atWork(site, 'owner');
	await goTo('/console/votes/november');
	await page
		.getByRole('table', { name: 'Votes per day' })
		.getByRole('row', { name: /Nov 18.*1,200/ })
		.waitFor();
	await goTo('/console/audit?target=settings');
	await page.getByText('The new name').waitFor();
	await goTo(`/console/fans/${fan.fanId}`);
	const saved = page.waitForEvent('download');
	await button('Data of the fan');
	await fill('Reason', 'She asked for it', page.getByRole('dialog'));
	await confirm('Save the file');
	expect(await readFile(await (await saved).path(), 'utf8')).toContain('"gem_logs"');
	await button('Delete on request');
	await page.getByText('all gems are given up').waitFor();
	await expectAccessible();
	await fill('Reason', 'She asked for it', page.getByRole('dialog'));
	await confirm('Delete');
	await page.locator('.fan-tags').getByText('Will be deleted').waitFor();
	await expect.poll(() => page.locator('.fan-tags').getByText('Active').count()).toBe(0);
	expect(await page.getByRole('button', { name: 'Delete on request' }).count()).toBe(0);
	expect(steps()).toBeLessThanOrEqual(9);
});
