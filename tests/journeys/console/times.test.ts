/** Times in the console's forms while they are typed: no digit costs what stands in the other fields. */
import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator } from '../../fixtures/browser/console.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();

/** Screens with times: the field that is filled beside them, and their labels. */
const FORMS = [
	{ path: '/console/news/new', beside: 'Title', fields: ['Published'] },
	{ path: '/console/banners/new', beside: 'Alt text', fields: ['Shown from', 'Shown until'] },
	{ path: '/console/pop-ups/new', beside: 'Alt text', fields: ['Shown from', 'Shown until'] },
	{ path: '/console/rankings/new', beside: 'Title', fields: ['First day', 'Last day'] },
	{ path: '/console/rankings/new', beside: 'Title', fields: ['Starts', 'Ends before'], before: 'Set times of day' },
	{ path: '/console/incidents/new', beside: 'Title', fields: ['Began'] },
];

const valueOf = (page: Page, label: string) => page.getByLabel(label).inputValue();

/** Types a year into a field of a date, from its first part on. */
async function typeYear(page: Page, label: string, year: string): Promise<void> {
	const field = page.getByLabel(label);
	await field.focus();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.type(year);
}

it.each(FORMS)('$path: $fields take a year digit by digit', async ({ path, beside, fields, before }) => {
	const { page, open, complaints } = await anOperator(site, 'owner');
	await open(path);
	await page.getByLabel(beside, { exact: true }).fill('Written with care');
	if (before) await page.getByLabel(before).check();
	for (const label of fields) {
		const isDay = (await page.getByLabel(label).getAttribute('type')) === 'date';
		const rest = isDay ? '-05-17' : '-05-17T10:30';
		await page.getByLabel(label).fill(`2026${rest}`);
		await typeYear(page, label, '2');
		expect(await valueOf(page, label)).toBe(`0002${rest}`);
		await page.keyboard.type('031');
		expect(await valueOf(page, label)).toBe(`2031${rest}`);
		for (const impossible of ['1', '1999', '2100', '275760', '0']) await typeYear(page, label, impossible);
		// As other browsers and their extensions fill it.
		await page.getByLabel(label).fill(`1999${rest}`);
		await page.getByText('Enter a date from 2000 to 2099').waitFor();
		await page.getByLabel(label).fill(`2031${rest}`);
		await page.getByText('Enter a date from 2000 to 2099').waitFor({ state: 'detached' });
	}
	expect(await valueOf(page, beside)).toBe('Written with care');
	expect(complaints).toEqual([]);
});

it('the filter of a case and that of orders take a year digit by digit', async () => {
	await aContest(site.owner, 'watched');
	const { page, open, complaints } = await anOperator(site, 'owner');
	await step('a case', async () => {
		await open('/console/votes/watched');
		await page.getByRole('button', { name: 'Open a case' }).first().click();
		await page.getByLabel('Public statement').fill('Votes of one machine');
		for (const label of ['Registered from', 'Registered before', 'Cast from', 'Cast before']) {
			await page.getByLabel(label).fill('2026-05-17T10:30');
			await typeYear(page, label, '2');
			expect(await valueOf(page, label)).toBe('0002-05-17T10:30');
		}
		await page.getByRole('button', { name: 'Open the case' }).click();
		await expect.poll(() => page.getByText('Enter a date from 2000 to 2099').count()).toBe(4);
		expect(await valueOf(page, 'Public statement')).toBe('Votes of one machine');
	});
	await step('orders', async () => {
		await open('/console/orders');
		const field = page.getByLabel('From (KST)');
		await field.fill('2026-05-17');
		await typeYear(page, 'From (KST)', '2');
		await page.getByText('Enter a date from 2000 to 2099').waitFor();
		await page.keyboard.type('026');
		await page.getByText('Enter a date from 2000 to 2099').waitFor({ state: 'detached' });
		expect(await field.inputValue()).toBe('2026-05-17');
	});
	expect(complaints).toEqual([]);
});

it('a time that clocks skip is an error at its field, and one that comes twice is explained', async () => {
	await site.owner.query({ text: `update site_setting set timezone = 'America/New_York', timezone_name = 'ET'` });
	const { page, open } = await anOperator(site, 'owner');
	await open('/console/news/new');
	const field = page.getByLabel('Published (ET)');
	await field.fill('2097-03-10T02:30');
	await page.getByText('Clocks are set forward over this time: choose another').waitFor();
	await field.fill('2097-11-03T01:30');
	await page.getByText('Clocks show this time twice: the first is meant.').waitFor();
	expect(await field.getAttribute('aria-invalid')).toBe('false');
	await site.owner.query({ text: `update site_setting set timezone = 'Asia/Seoul', timezone_name = 'KST'` });
});
