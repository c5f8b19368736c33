/** Access of operators: invitations, roles, sessions, and the passkey that is asked for before money and roles. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from '@playwright/test';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import type { OperatorAtWork } from '../../fixtures/browser/console.ts';
import { anOperator, PHONE, sectionsOf, signInAgain, withPasskeyDevice } from '../../fixtures/browser/console.ts';
import { signInAtProvider } from '../../fixtures/browser/provider.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aColleague, aSession } from '../../fixtures/operators/operators.ts';
import { sql } from '#server/kernel/database.ts';

const site = ownBrowserSite({ LIGHTSTICK_OWNER_EMAIL: 'first@owners.example' });

async function signInAs(page: Page, email: string): Promise<void> {
	await page.getByRole('button', { name: 'Sign in' }).click();
	await signInAtProvider(page, 'Somebody New', email);
	await page.waitForURL(`${site.url}/**`);
}

it('a stranger sees the sign-in page and nothing else, stays outside with an account of their own, and loads none of the console on the fans’ pages', async () => {
	const { page, expectAccessible } = await site.visitor({ at: '/console/audit' });
	await page.getByRole('heading', { name: 'Console' }).waitFor();
	expect(await page.getByRole('navigation').count()).toBe(0);
	await expectAccessible();
	await signInAs(page, 'stranger@fans.example');
	await page.getByText('This account is not an operator of this site').waitFor();
	expect(await page.getByRole('navigation').count()).toBe(0);
	const fan = await site.visitor();
	const asked: string[] = [];
	fan.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	await fan.open('/');
	await fan.page.getByRole('banner').waitFor();
	expect(asked.filter((path) => path.startsWith('/console'))).toEqual([]);
});

it('the first owner makes a passkey, invites a colleague and takes their role away, all of it in the audit trail', async () => {
	const visitor = await site.visitor();
	const { page, open, expectAccessible } = visitor;
	await step('signs in by the invitation of the configuration', async () => {
		await open('/console/operators');
		await signInAs(visitor.page, 'first@owners.example');
		await page.getByRole('heading', { name: 'Operators', level: 1 }).waitFor();
	});
	await step('makes a passkey before the screen shows who works here', async () => {
		await withPasskeyDevice(visitor);
		const passkey = page.getByRole('dialog', { name: 'You need a passkey' });
		await passkey.getByLabel('Name of the passkey').fill('Work laptop');
		await expectAccessible();
		await passkey.getByRole('button', { name: 'Create a passkey' }).click();
		await page.getByRole('row', { name: /Somebody New/ }).waitFor();
		await expect.poll(() => page.getByRole('note').count()).toBe(0);
	});
	await step('invites a colleague, and is told what is missing', async () => {
		await page.getByRole('button', { name: 'Invite' }).click();
		const dialog = page.getByRole('dialog', { name: 'Invite an operator' });
		await dialog.getByLabel('Email').fill('colleague@owners.example');
		await dialog.getByText('Reads everything but personal data').waitFor();
		await dialog.getByLabel('Role').selectOption('editor');
		await dialog.getByText('Rankings, artists, news').waitFor();
		await dialog.getByRole('button', { name: 'Invite' }).click();
		await dialog.getByText('Please give a reason').waitFor();
		await dialog.getByLabel('Reason').fill('Joins the content team');
		await expectAccessible();
		await dialog.getByRole('button', { name: 'Invite' }).click();
		await page.getByRole('row', { name: /colleague@owners\.example.*Editor.*Open/ }).waitFor();
		await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.getByRole('button', { name: 'Copy the address' }).click();
		await page.getByText('The address has been copied').waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/console`);
	});
	await step('finds it in the audit trail, with the reason', async () => {
		await page.getByRole('link', { name: 'Audit trail' }).click();
		await page.getByLabel('Fan, action or reason').fill('content team');
		const invited = page.getByRole('row', { name: /invited colleague@owners\.example.*Joins the content team/ });
		// The rows are others until the search is answered.
		await page.waitForURL('**/audit?search=*');
		await expect.poll(() => page.getByRole('row').count()).toBe(2);
		await invited.getByText('Full record').click();
		await page.getByText('"email": "colleague@owners.example"').waitFor();
	});
	await step('takes the role of the colleague away, whose open screen then shows the sign-in page', async () => {
		const colleague = await site.visitor({ at: '/console' });
		await signInAs(colleague.page, 'colleague@owners.example');
		await sectionsOf(colleague);
		await open('/console/operators');
		await page.getByRole('button', { name: 'Change colleague@owners.example' }).click();
		await page.getByLabel('Role').selectOption('removed');
		await page.getByLabel('Reason').fill('Has left the team');
		await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
		await page.getByRole('row', { name: /colleague@owners\.example.*Removed/ }).waitFor();
		await colleague.page.getByRole('link', { name: 'Audit trail' }).click();
		await colleague.page.getByRole('button', { name: 'Sign in' }).waitFor();
	});
	await step('logs out and is a stranger', async () => {
		await page.getByRole('button', { name: 'Log out' }).click();
		await page.getByRole('button', { name: 'Sign in' }).waitFor();
	});
});

const inMinutes = (minutes: number) => site.clock.set(new Date(Date.now() + minutes * 60_000));

/** Changes what a vote costs, up to the press of the button. */
async function setPrice({ page, open, goTo }: OperatorAtWork, gems: string): Promise<void> {
	await (page.url().startsWith(site.url) ? goTo : open)('/console/settings');
	await expect.poll(() => page.getByLabel('Gems per vote').isEnabled()).toBe(true);
	await page.getByLabel('Gems per vote').fill(gems);
	await page.getByLabel('Reason of this change').fill('The winter price');
	await page.getByRole('button', { name: 'Save' }).last().click();
}

async function expectPrice(gems: number): Promise<void> {
	const read = () => site.owner.query({ text: 'select ticket2gem_ratio as gems from site_setting' });
	await expect.poll(read).toEqual([{ gems }]);
}

it('a change of money asks for a passkey once in five minutes', async () => {
	const finance = await anOperator(site, 'finance', { steppedUp: false });
	const device = await withPasskeyDevice(finance);
	const { page, expectAccessible } = finance;
	onTestFinished(() => site.clock.run());
	await step(
		'asked for a passkey at the first change of money, finance makes one, and the change goes on by itself',
		async () => {
			await setPrice(finance, '7');
			const dialog = page.getByRole('dialog', { name: 'You need a passkey' });
			await dialog.getByRole('button', { name: 'Create a passkey' }).click();
			await dialog.getByText('Please give it a name').waitFor();
			await dialog.getByLabel('Name of the passkey').fill('Work laptop');
			await dialog.getByRole('button', { name: 'Create a passkey' }).click();
			await expectPrice(7);
			await page.getByText('Saved', { exact: true }).first().waitFor();
		},
	);
	await step('for five minutes it is not asked for again, and then it is', async () => {
		await setPrice(finance, '8');
		await expectPrice(8);
		await inMinutes(6);
		await setPrice(finance, '9');
		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.waitFor();
		await expectAccessible();
		await dialog.getByRole('button', { name: 'Use passkey' }).click();
		await expectPrice(9);
	});
	await step('without it nothing changes: neither by closing the dialog nor where the device says no', async () => {
		await inMinutes(12);
		await setPrice(finance, '10');
		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await page.getByText('Please confirm with your passkey').waitFor();
		await device.answers(false);
		await page.getByRole('button', { name: 'Save' }).last().click();
		await dialog.getByRole('button', { name: 'Use passkey' }).click();
		await dialog.getByText('No passkey was used. Please try again.').waitFor();
		await expectPrice(9);
		await device.answers(true);
		await dialog.getByRole('button', { name: 'Use passkey' }).click();
		await expectPrice(10);
	});
	await step('passkeys are listed and renamed, and a device has one', async () => {
		await page.getByRole('link', { name: 'Passkeys' }).click();
		await page.getByRole('row', { name: /Work laptop/ }).waitFor();
		await page.getByRole('button', { name: 'Rename Work laptop' }).click();
		await page.getByLabel('Name of the passkey').fill('Grey laptop');
		await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
		await page.getByRole('row', { name: /Grey laptop/ }).waitFor();
		await page.getByRole('button', { name: 'Add a passkey' }).click();
		await page.getByLabel('Name of the passkey').fill('The same');
		await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
		await page.getByText('This device already has a passkey for this console.').waitFor();
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
	});
	await step('one that was lost is removed', async () => {
		await page.getByRole('button', { name: 'Delete Grey laptop' }).click();
		const dialog = page.getByRole('dialog', { name: 'Delete Grey laptop?' });
		await dialog.getByRole('button', { name: 'Delete' }).click();
		await page.getByText('No passkeys yet').waitFor();
	});
	await step('a session that has been open for a while signs in again before the first passkey', async () => {
		await setPrice(finance, '11');
		const dialog = page.getByRole('dialog', { name: 'You need a passkey' });
		await dialog.getByLabel('Name of the passkey').fill('Somebody else’s');
		await dialog.getByRole('button', { name: 'Create a passkey' }).click();
		const again = page.getByRole('dialog', { name: 'Please sign in again first' });
		await again.waitFor();
		await expectAccessible();
		await again.getByRole('button', { name: 'Sign in again' }).click();
		await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
		await expectPrice(10);
	});
});

describe('an operator with a passkey', () => {
	it('enters with it after signing in, on a phone', async () => {
		const editor = await anOperator(site, 'editor', { steppedUp: false, ...PHONE });
		const device = await withPasskeyDevice(editor);
		const { page } = editor;
		await editor.open('/console/passkeys');
		await page.getByRole('note').getByText('You can look around.').waitFor();
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'Add a passkey' }).click();
		await page.getByLabel('Name of the passkey').fill('Telephone');
		await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
		await page.getByRole('row', { name: /Telephone/ }).waitFor();
		await expect.poll(() => page.getByRole('note').count()).toBe(0);
		await signInAgain(site, editor);
		await editor.open('/console/news');
		await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
		expect(await page.getByRole('navigation').count()).toBe(0);
		await editor.expectAccessible();
		await device.answers(false);
		await page.getByRole('button', { name: 'Use passkey' }).click();
		await page.getByText('No passkey was used. Please try again.').waitFor();
		await device.answers(true);
		await page.getByRole('button', { name: 'Use passkey' }).click();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
	});

	it('sees their other session and ends it, and then all of them', async () => {
		const editor = await anOperator(site, 'editor');
		const { page, colleague } = editor;
		await aSession(site.owner, colleague.operatorId, { steppedUp: true });
		await editor.open('/console/passkeys');
		const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
		await page.getByText('This session').waitFor();
		await expect.poll(() => rows.count()).toBe(3);
		await page.getByRole('button', { name: 'End the session of Unknown browser' }).click();
		await expect.poll(() => rows.count()).toBe(2);
		await page.getByRole('button', { name: 'Sign out everywhere' }).click();
		const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
		await dialog.getByRole('button', { name: 'Sign out' }).click();
		await page.getByRole('button', { name: 'Sign in' }).waitFor();
	});
});

it('an owner ends the sessions of a colleague, and removes passkeys that were lost', async () => {
	const { page, open, expectAccessible } = await anOperator(site, 'owner');
	const { email, operatorId } = await aColleague(site.owner, 'finance');
	await sql`insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, name)
		values (${operatorId}, 'lost', 'lost', 0, '{}', 'Telephone')`.run(site.owner);
	const left = sql`select from operator_session where operator_id = ${operatorId} and ended_at is null`;
	for (const [button, question, action, done] of [
		['End sessions', 'End the sessions', 'End sessions', 'Ended. They have been signed out.'],
		[
			'Delete passkeys',
			'Delete the passkeys',
			'Delete',
			'Deleted. They can create a new passkey after signing in again.',
		],
	] as const) {
		await aSession(site.owner, operatorId);
		await open('/console/operators');
		await page.getByRole('button', { name: `${button} of ${email}` }).click();
		const dialog = page.getByRole('dialog', { name: `${question} of ${email}?` });
		await dialog.getByLabel('Reason').fill('A laptop was stolen');
		await expectAccessible();
		await dialog.getByRole('button', { name: action, exact: true }).click();
		await page.getByText(done).waitFor();
		expect(await left.all(site.owner)).toEqual([]);
	}
});
