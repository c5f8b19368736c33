/** The legal pages: each promise of the specification is a sentence in the section where a fan looks for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';

const TERMS = '/terms-of-service';
const PRIVACY = '/privacy-policy';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
});
afterAll(() => site.close());

describe('the legal pages', () => {
	it.each([
		['[S2-97]', TERMS, 'Terms of Service'],
		['[S2-97]', PRIVACY, 'Privacy Policy'],
	] as const)('%s %s keeps its promises and its date', async (_, path, title) => {
		const { page, open } = await site.visitor();
		await open(path);
		await page.getByRole('heading', { name: title, level: 1 }).waitFor();
		await page.getByText('Last updated October 10, 2023', { exact: true }).waitFor();
		const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
		expect(ids).toEqual([...new Set(ids)]);
	});

	it.each([
		['[S2-98, S9-15]', 'minimum age 14', TERMS, '#account', 'You must be at least 14 years old to register.'],
		['[S2-98, S9-15]', 'minimum age 14', PRIVACY, '#children', 'is for people of at least 14 years.'],
		[
			'[S9-16]',
			'billing errors within 14 days',
			TERMS,
			'#payment',
			/Billing errors\. If you were charged wrongly, twice, or without receiving your gems, report it to .+ within 14 days of the charge\./,
		],
		['[S9-17]', 'an answer within 48 hours', TERMS, '#support', 'We answer within 48 hours.'],
		[
			'[S9-18]',
			'notice of changes 7 days ahead',
			TERMS,
			'#changes',
			'When we change these terms, we give notice on the site at least 7 days before the change takes effect',
		],
		[
			'[S9-19]',
			'notice of changes 15 days ahead',
			PRIVACY,
			'#changes',
			'When we change this policy, we give notice on the site at least 15 days before the change takes effect',
		],
		['[S9-20]', 'deletion within 30 days', PRIVACY, '#deletion', 'A deletion is processed within 30 days.'],
	] as const)('%s promise %s on %s, under %s', async (_, _promise, path, section, sentence) => {
		const { page, open } = await site.visitor();
		await open(path);
		const text = await page.getByRole('main').locator(section).innerText();
		expect(text.replaceAll(/\s+/g, ' ')).toEqual(
			typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
		);
	});
});
