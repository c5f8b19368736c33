/** Access of operators: invitations, roles, and the audit trail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { anOperator, sectionsOf, withPasskeyDevice, type OperatorAtWork } from '../../fixtures/browser/console.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite({ LIGHTSTICK_OWNER_EMAIL: 'first@owners.example' });
});
afterAll(() => site.close());

async function signInAs(page: Page, email: string): Promise<void> {
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByLabel('Name', { exact: true }).fill('Somebody New');
	await page.getByLabel('Email address', { exact: true }).fill(email);
	await page.getByLabel(/^Subject/).fill(email.replaceAll(/[^a-z]/g, '-'));
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await page.waitForURL(`${site.url}/**`);
}

describe('a stranger', () => {
	it('sees the sign-in page and nothing else, and stays outside with an account of their own', async () => {
		const { page, open, expectAccessible } = await site.visitor();
		await open('/console/audit');
		await page.getByRole('heading', { name: 'Console' }).waitFor();
		expect(await page.getByRole('navigation').count()).toBe(0);
		await expectAccessible();
		await signInAs(page, 'stranger@fans.example');
		await page.getByText('This account is not an operator of this site').waitFor();
		expect(await page.getByRole('navigation').count()).toBe(0);
	});

	it('loads none of the console on the fans’ pages', async () => {
		const { page, open } = await site.visitor();
		const asked: string[] = [];
		page.on('request', (request) => asked.push(new URL(request.url()).pathname));
		await open('/');
		await page.getByRole('banner').waitFor();
		expect(asked.filter((path) => path.startsWith('/console'))).toEqual([]);
	});
});

describe('the first owner', () => {
	let visitor: Visitor;
	beforeAll(async () => {
		visitor = await site.visitor();
	});

	it('signs in by the invitation of the configuration and comes back to the screen that was asked for', async () => {
		await visitor.open('/console/operators');
		await signInAs(visitor.page, 'first@owners.example');
		await visitor.page.getByRole('heading', { name: 'Operators', level: 1 }).waitFor();
	});

	it('makes a passkey before the screen shows who works here', async () => {
		const { page } = visitor;
		await withPasskeyDevice(visitor);
		const passkey = page.getByRole('dialog', { name: 'You need a passkey' });
		await passkey.getByLabel('Name of the passkey').fill('Work laptop');
		await visitor.expectAccessible();
		await passkey.getByRole('button', { name: 'Create a passkey' }).click();
		await page.getByRole('row', { name: /Somebody New/ }).waitFor();
		await expect.poll(() => page.getByRole('note').count()).toBe(0);
		await visitor.expectAccessible();
	});

	it('invites a colleague, and is told what is missing', async () => {
		const { page } = visitor;
		await page.getByRole('button', { name: 'Invite' }).click();
		const dialog = page.getByRole('dialog', { name: 'Invite an operator' });
		await dialog.getByLabel('Email').fill('colleague@owners.example');
		await dialog.getByLabel('Role').selectOption('editor');
		await dialog.getByRole('button', { name: 'Invite' }).click();
		await dialog.getByText('Please give a reason').waitFor();
		await dialog.getByLabel('Reason').fill('Joins the content team');
		await visitor.expectAccessible();
		await dialog.getByRole('button', { name: 'Invite' }).click();
		await page.getByRole('row', { name: /colleague@owners\.example.*Editor.*Open/ }).waitFor();
	});

	it('finds it in the audit trail, with the reason', async () => {
		const { page } = visitor;
		await page.getByRole('link', { name: 'Audit trail' }).click();
		await page.getByLabel('Fan, action or reason').fill('content team');
		const invited = page.getByRole('row', { name: /invited colleague@owners\.example.*Joins the content team/ });
		// The first row is another one until the search is answered.
		await invited.getByText('Full record').click();
		await page.getByText('"email": "colleague@owners.example"').waitFor();
		await visitor.expectAccessible();
	});

	it('takes the role of a colleague away, whose open screen then shows the sign-in page', async () => {
		const colleague = await site.visitor();
		await colleague.open('/console');
		await signInAs(colleague.page, 'colleague@owners.example');
		await sectionsOf(colleague);
		const { page } = visitor;
		await visitor.open('/console/operators');
		await page.getByRole('button', { name: 'Change colleague@owners.example' }).click();
		await page.getByLabel('Role').selectOption('removed');
		await page.getByLabel('Reason').fill('Has left the team');
		await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
		await page.getByRole('row', { name: /colleague@owners\.example.*Removed/ }).waitFor();
		await colleague.page.getByRole('link', { name: 'Audit trail' }).click();
		await colleague.page.getByRole('button', { name: 'Sign in' }).waitFor();
	});

	it('leaves, and the next one at this browser is a stranger', async () => {
		const { page } = visitor;
		await page.getByRole('button', { name: 'Log out' }).click();
		await page.getByRole('button', { name: 'Sign in' }).waitFor();
	});
});

describe('one of two owners', () => {
	it('is told that another owner has to approve more power over money, who then does', async () => {
		const [owner, editor] = [await anOperator(site, 'owner'), await anOperator(site, 'editor')];
		const { page } = owner;
		await owner.open('/console/operators');
		await page.getByRole('button', { name: `Change ${editor.colleague.email}` }).click();
		await page.getByLabel('Role').selectOption('finance');
		await page.getByLabel('Reason').fill('Looks after the store from now on');
		await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
		await page.getByText('Waiting for another owner’s approval. Nothing has changed yet.').waitFor();
		await page.getByRole('row', { name: new RegExp(`${editor.colleague.email}.*Editor`) }).waitFor();
		await page.getByText('A change waits for another operator').waitFor();
		const { page, open, expectAccessible } = await anOperator(site, 'owner');
		await open('/console/approvals');
		const card = page.getByRole('article', { name: `Give ${editor.colleague.email} the role Finance` });
		await card.locator('del', { hasText: 'Editor' }).waitFor();
		await expectAccessible();
		await card.getByRole('button', { name: 'Approve' }).click();
		const dialog = page.getByRole('dialog', { name: 'Approve this request?' });
		await dialog.getByLabel('Reason').fill('We agreed on it');
		await dialog.getByRole('button', { name: 'Approve' }).click();
		await card.getByText('Approved', { exact: true }).waitFor();
		await owner.open('/console/operators');
		await page.getByRole('row', { name: new RegExp(`${editor.colleague.email}.*Finance`) }).waitFor();
	});
});

describe('each role', () => {
	let operator: OperatorAtWork;

	it.each(['viewer', 'editor', 'finance'] as const)('%s is not shown who runs the site', async (role) => {
		operator = await anOperator(site, role);
		await operator.open('/console');
		expect(await sectionsOf(operator)).not.toContain('Operators');
	});

	it('owner is', async () => {
		operator = await anOperator(site, 'owner');
		await operator.open('/console');
		expect(await sectionsOf(operator)).toContain('Operators');
	});
});
