/** The profile form: what it checks, what it sends, and where it leads. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { callsOf } from '../../../testkit/network.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
});
afterAll(() => site.close());

describe('the profile form', () => {
	let visitor: Visitor;
	let page: Page;
	let calls: string[];
	const sent: unknown[] = [];
	beforeAll(async () => {
		visitor = await site.visitor({ as: await aPerson(site.owner, 'editor') });
		({ page } = visitor);
		calls = callsOf(page);
		page.on('request', (request) => {
			if (request.url().endsWith('/user/me/update')) sent.push(request.postDataJSON());
		});
		await visitor.open('/edit-profile');
	});
	afterAll(() => visitor.leave());

	const email = () => page.getByLabel('Email');
	const name = () => page.getByLabel('Nickname');
	const save = () => page.getByRole('button', { name: 'Save' }).click();
	const message = (text: string) => page.getByText(text, { exact: true }).waitFor();

	it('[S2-94] has the title Edit Profile, and a field for email and nickname', async () => {
		await page.getByRole('heading', { name: 'Edit Profile' }).waitFor();
		await expect.poll(() => email().inputValue()).toBe('editor@fans.example');
		await expect.poll(() => name().inputValue()).toBe('editor');
	});

	it('[S5-09] asks for an email when its field is left empty', async () => {
		await email().fill('');
		await name().focus();
		await message('Please enter your email');
	});

	it('[S5-10] asks for a valid email when another is left in its field', async () => {
		await email().fill('nobody');
		await name().focus();
		await message('Please enter a valid email address');
	});

	it('[S5-11] asks for a nickname when its field is left empty', async () => {
		await name().fill('');
		await email().focus();
		await message('Please enter your nickname');
	});

	it('[S5-12] is checked on save as on blur, and sends nothing that is wrong', async () => {
		await page.reload();
		await name().fill(' ');
		await save();
		await message('Please enter your nickname');
		expect(calls.filter((call) => call.includes('/update'))).toEqual([]);
	});

	it('[S8-10] says Update Success and returns to My Account', async () => {
		await name().fill('edited');
		await email().fill('edited@fans.example');
		await save();
		await message('Update Success');
		await page.waitForURL('**/my-account');
	});

	it('[S7-26] sends email and name, once', () => {
		expect(calls.filter((call) => /^(POST|PUT) \/user\/me\/update$/.test(call))).toHaveLength(1);
		expect(sent).toEqual([{ email: 'edited@fans.example', name: 'edited' }]);
	});

	it('[S1-08] changes the account, whose gem history is one link away', async () => {
		await message('edited@fans.example');
		await page.getByRole('link', { name: 'Usage Records' }).click();
		await page.getByRole('heading', { name: 'Gem Records' }).waitFor();
	});
});
