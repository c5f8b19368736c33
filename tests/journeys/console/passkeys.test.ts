/** The passkey: asked for before money, roles and voids, once in five minutes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, signInAgain, withPasskeyDevice, type OperatorAtWork } from '../../fixtures/browser/console.ts';
import { aSession } from '../../fixtures/operators/operators.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
});
afterAll(() => site.close());

const inMinutes = (minutes: number) => site.clock.set(new Date(Date.now() + minutes * 60_000));

/** Changes what a vote costs, up to the press of the button. */
async function setPrice({ page, open }: OperatorAtWork, gems: string): Promise<void> {
	await open('/console/settings');
	await expect.poll(() => page.getByLabel('Gems per vote').isEnabled()).toBe(true);
	await page.getByLabel('Gems per vote').fill(gems);
	await page.getByLabel('Reason of this change').fill('The winter price');
	await page.getByRole('button', { name: 'Save' }).last().click();
}

async function expectPrice(gems: number): Promise<void> {
	const read = () => site.owner.query({ text: 'select ticket2gem_ratio as gems from site_setting' });
	await expect.poll(read).toEqual([{ gems }]);
}

describe('somebody of finance', () => {
	let finance: OperatorAtWork;
	let device: Awaited<ReturnType<typeof withPasskeyDevice>>;
	beforeAll(async () => {
		finance = await anOperator(site, 'finance', { steppedUp: false });
		device = await withPasskeyDevice(finance);
	});
	afterAll(async () => {
		await site.clock.run();
	});

	it('makes a passkey at the first change of money, and the change goes on by itself', async () => {
		const { page } = finance;
		await setPrice(finance, '7');
		const dialog = page.getByRole('dialog', { name: 'You need a passkey' });
		await dialog.waitFor();
		await finance.expectAccessible();
		await dialog.getByRole('button', { name: 'Create a passkey' }).click();
		await dialog.getByText('Please give it a name').waitFor();
		await dialog.getByLabel('Name of the passkey').fill('Work laptop');
		await dialog.getByRole('button', { name: 'Create a passkey' }).click();
		await page.getByText('Saved').waitFor();
		await expectPrice(7);
	});

	it('is not asked again for five minutes, and then is', async () => {
		const { page } = finance;
		await setPrice(finance, '8');
		await page.getByText('Saved').waitFor();
		await expectPrice(8);
		await inMinutes(6);
		await setPrice(finance, '9');
		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.waitFor();
		await finance.expectAccessible();
		await dialog.getByRole('button', { name: 'Use passkey' }).click();
		await page.getByText('Saved').waitFor();
		await expectPrice(9);
	});

	it('changes nothing without it: neither by closing the dialog nor where the device says no', async () => {
		const { page } = finance;
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
		await page.getByText('Saved').waitFor();
		await expectPrice(10);
	});

	it('sees their passkeys, renames one, and makes no second on the same device', async () => {
		const { page } = finance;
		await page.getByRole('link', { name: 'Passkeys' }).click();
		await page.getByRole('row', { name: /Work laptop/ }).waitFor();
		await finance.expectAccessible();
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

	it('removes the one they lost, which an owner would do for them too', async () => {
		const { page } = finance;
		await page.getByRole('button', { name: 'Remove Grey laptop' }).click();
		const dialog = page.getByRole('dialog', { name: 'Remove Grey laptop?' });
		await dialog.getByRole('button', { name: 'Remove' }).click();
		await page.getByText('No passkeys yet').waitFor();
		await finance.expectAccessible();
	});

	it('whose session has been open for a while signs in again before the first passkey', async () => {
		const { page } = finance;
		await setPrice(finance, '11');
		const dialog = page.getByRole('dialog', { name: 'You need a passkey' });
		await dialog.getByLabel('Name of the passkey').fill('Somebody else’s');
		await dialog.getByRole('button', { name: 'Create a passkey' }).click();
		const again = page.getByRole('dialog', { name: 'Please sign in again first' });
		await again.waitFor();
		await finance.expectAccessible();
		await again.getByRole('button', { name: 'Sign in again' }).click();
		await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
		await expectPrice(10);
	});
});

describe('an operator with a passkey', () => {
	it.each([
		{ width: 390, theme: 'dark' },
		{ width: 1440, theme: 'light' },
	] as const)('enters with it after signing in, at $width pixels', async ({ width, theme }) => {
		const editor = await anOperator(site, 'editor', { steppedUp: false, width, theme });
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
		expect(await rows.count()).toBe(3);
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'End the session of Unknown browser' }).click();
		await expect.poll(() => rows.count()).toBe(2);
		await page.getByRole('button', { name: 'Sign out everywhere' }).click();
		const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
		await dialog.getByRole('button', { name: 'Sign out' }).click();
		await page.getByRole('button', { name: 'Sign in' }).waitFor();
	});
});

describe('a price', () => {
	it('that changes much is not set before a second operator has approved it', async () => {
		const finance = await anOperator(site, 'finance');
		await anOperator(site, 'owner').then((owner) => owner.leave());
		await setPrice(finance, '999');
		await finance.page.getByText('Waiting for another operator’s approval. Nothing has changed yet.').waitFor();
		await finance.page.getByText('A change waits for another operator').waitFor();
		await expect.poll(() => finance.page.getByLabel('Gems per vote').inputValue()).toBe('10');
		await expectPrice(10);
	});
});

describe('an owner', () => {
	it.each([
		{ width: 390, theme: 'dark' },
		{ width: 1440, theme: 'light' },
	] as const)('uses a passkey for a ranking with a price of its own, at $width pixels', async ({ width, theme }) => {
		const owner = await anOperator(site, 'owner', { steppedUp: false, width, theme });
		await withPasskeyDevice(owner);
		const { page } = owner;
		await owner.open('/console/rankings/new');
		await page.getByLabel('Title').fill(`The ${theme} one`);
		await page.getByLabel('First day (KST)').fill('2031-03-01');
		await page.getByLabel('Last day (KST)').fill('2031-03-31');
		await page.getByLabel('Key', { exact: true }).fill(`own-price-${width}`);
		await page.getByLabel('Gems per vote').fill('12');
		await page.getByRole('button', { name: 'Save' }).click();
		const dialog = page.getByRole('dialog', { name: 'You need a passkey' });
		await dialog.getByLabel('Name of the passkey').fill('Work laptop');
		await owner.expectAccessible();
		const rows = () =>
			site.owner.query({ text: `select gems_per_vote as gems from ranking where ranking_key = 'own-price-${width}'` });
		expect(await rows()).toEqual([]);
		await dialog.getByRole('button', { name: 'Create a passkey' }).click();
		await page.waitForURL(`**/console/rankings/own-price-${width}`);
		expect(await rows()).toEqual([{ gems: 12 }]);
	});

	it('ends the sessions of a colleague', async () => {
		const [owner, colleague] = await Promise.all([anOperator(site, 'owner'), anOperator(site, 'viewer')]);
		await colleague.open('/console/news');
		const { email } = colleague.colleague;
		await owner.open('/console/operators');
		await owner.page.getByRole('button', { name: `End sessions of ${email}` }).click();
		const dialog = owner.page.getByRole('dialog', { name: `End the sessions of ${email}?` });
		await dialog.getByLabel('Reason').fill('A laptop was stolen');
		await owner.expectAccessible();
		await dialog.getByRole('button', { name: 'End sessions' }).click();
		await owner.page.getByText('Ended. They have been signed out.').waitFor();
		await colleague.page.getByRole('link', { name: 'Audit trail' }).click();
		await colleague.page.getByRole('button', { name: 'Sign in' }).waitFor();
	});

	it('removes the passkeys of a colleague who has lost them', async () => {
		const [owner, colleague] = await Promise.all([
			anOperator(site, 'owner'),
			anOperator(site, 'finance', { steppedUp: false }),
		]);
		await withPasskeyDevice(colleague);
		await colleague.open('/console/passkeys');
		await colleague.page.getByRole('button', { name: 'Add a passkey' }).click();
		await colleague.page.getByLabel('Name of the passkey').fill('Telephone');
		await colleague.page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
		await colleague.page.getByRole('row', { name: /Telephone/ }).waitFor();
		const { email } = colleague.colleague;
		await owner.open('/console/operators');
		await owner.page.getByRole('button', { name: `Remove passkeys of ${email}` }).click();
		const dialog = owner.page.getByRole('dialog', { name: `Remove the passkeys of ${email}?` });
		await dialog.getByLabel('Reason').fill('Lost their telephone');
		await owner.expectAccessible();
		await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
		await owner.page.getByText('Removed. They can create a new passkey after signing in again.').waitFor();
		await colleague.page.getByRole('link', { name: 'Audit trail' }).click();
		await colleague.page.getByRole('button', { name: 'Sign in' }).waitFor();
	});
});
