import type { Browser } from '@playwright/test';

/** Signs a person of the demo content in as they would. @param subject at the sign-on provider @returns the token */
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
