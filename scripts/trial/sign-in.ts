/** People of the demo content who sign in as they would: fans, whose tokens are kept, and the owner at the console. */
import type { Browser, Page } from '@playwright/test';

/** @param subject of a person of the demo content, at the sign-on provider */
export async function signIn(browser: Browser, url: string, subject: string): Promise<string> {
	const context = await browser.newContext({ baseURL: url });
	const page = await context.newPage();
	await page.goto('/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.locator(`button[name=person][value="${subject}"]`).click();
	await page.waitForURL((address) => address.origin === new URL(url).origin && address.pathname !== '/login-callback');
	const token = await page.evaluate(() => localStorage.getItem('authentication_token'));
	await context.close();
	if (token === null) throw new Error(`${subject} could not sign in`);
	return token;
}

const DESK = { width: 1280, height: 800 };

/** The owner of the trial site at work: signed in at the emulated provider, with a passkey on an emulated device. */
export async function openConsole(browser: Browser, url: string): Promise<Page> {
	const context = await browser.newContext({
		baseURL: url,
		viewport: DESK,
		colorScheme: 'dark',
		reducedMotion: 'reduce',
		locale: 'en-US',
	});
	context.setDefaultTimeout(60_000);
	const page = await context.newPage();
	const devices = await context.newCDPSession(page);
	await devices.send('WebAuthn.enable');
	await devices.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	await page.goto('/console/passkeys');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.locator('button[name=person][value="owner"]').click();
	await page.waitForURL('**/console/**');
	await page.goto('/console/passkeys');
	await page.getByRole('button', { name: 'Add a passkey' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Name').fill('Laptop');
	await dialog.getByRole('button', { name: 'Add', exact: true }).click();
	// Not the dialog's own example of a name.
	await dialog.waitFor({ state: 'hidden' });
	await page.getByRole('row', { name: /Laptop/ }).waitFor();
	return page;
}
