/** Signs people of the demo content in as they would, and keeps their tokens. */
import type { Browser } from '@playwright/test';
import type { Viewer } from './shot.ts';

export async function signIn(browser: Browser, url: string, viewer: Viewer): Promise<string> {
	const context = await browser.newContext({ baseURL: url });
	const page = await context.newPage();
	await page.goto('/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.locator(`button[name=person][value="${viewer}"]`).click();
	await page.waitForURL((address) => address.origin === new URL(url).origin && address.pathname !== '/login-callback');
	const token = await page.evaluate(() => localStorage.getItem('authentication_token'));
	await context.close();
	if (token === null) throw new Error(`${viewer} could not sign in`);
	return token;
}
