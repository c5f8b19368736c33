/** What the console answers on Monday: a week or a month in numbers, and what a filtered list adds up to. */
import { beforeAll, expect, it } from 'vitest';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, DESKS, factOf } from '../../fixtures/browser/console.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();

beforeAll(async () => {
	await site.clock.set(new Date('2026-11-25T12:00+09:00'));
	const { rankingId, artistIds } = await aContest(site.owner, 'november', { startsIn: -24, endsIn: 5 });
	const { fanId } = await aPerson(site.owner, 'ana', { earned: 5 });
	for (const text of [
		`insert into goods (position, gems, bonus_gems, price_minor, currency) values (1, 550, 50, 499, 'USD')`,
		`insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol, status,
				created_at, expires_at, fulfilled_at)
			select ${fanId}, lpad(n::text, 22, 'x'), goods_id, 550, 50, n * 499, 'USD', 'US$', 'fulfilled', at, at, at
			from goods cross join (values (1, timestamptz '2026-11-10T12:00+09:00'), (2, '2026-11-18T12:00+09:00')) sold (n, at)`,
		`insert into payment (payment_id, trade_no, amount_minor, currency, received_at, role)
			select 'pi_' || price_minor, trade_no, price_minor, currency, created_at, 'order' from gem_order`,
		`insert into payment_refund (refund_id, payment_id, amount_minor, status, heard_at)
			values ('re_1', 'pi_998', 100, 'succeeded', '2026-11-19T12:00+09:00')`,
		'insert into vote_counting (counted_through) values (lightstick_now())',
		`insert into vote_concentration (ranking_id, kind, value, artist_id, votes, tickets)
			values (${rankingId}, 'hour', '2026-11-18T03', ${artistIds[0] ?? 0}, 3, 1200)`,
	]) {
		await site.owner.query({ text });
	}
});

it.each(DESKS)('on a $desk, a viewer reads last week against the one before, and the month', async (options) => {
	const { page, open, complaints, expectAccessible } = await anOperator(site, 'viewer', options);
	await open('/console/report');
	await page.getByRole('heading', { name: /^Nov 16, 2026 – Nov 22, 2026/ }).waitFor();
	const row = (name: RegExp) => page.getByRole('row', { name });
	await row(/Gross income.*\$9\.98.*\$4\.99/).waitFor();
	await row(/Net income.*\$8\.98.*\$4\.99/).waitFor();
	await row(/^Votes.*1,200.*0/).waitFor();
	await page.getByRole('table', { name: 'Top artists' }).getByRole('row', { name: /1,200/ }).waitFor();
	const file = page.getByRole('link', { name: 'Income as CSV' });
	expect(await file.getAttribute('href')).toContain('/console/report/file?span=week');
	await expectAccessible();
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	await page.getByRole('button', { name: 'Week before' }).click();
	await row(/Gross income.*\$4\.99.*\$0\.00/).waitFor();
	await page.getByRole('tab', { name: 'Month' }).click();
	await row(/Gross income.*\$14\.97.*\$0\.00/).waitFor();
	await page.getByText('Not over yet').waitFor();
	expect(complaints).toEqual([]);
});

it('a filtered list of orders says what it adds up to', async () => {
	const { page, open } = await anOperator(site, 'finance');
	await open('/console/orders?status=fulfilled');
	await page.getByRole('heading', { name: '2 orders' }).waitFor();
	expect(await factOf(page, 'Paid').innerText()).toContain('$14.97');
	expect(await factOf(page, 'Net').innerText()).toContain('$13.97');
});
