/** Sign-ins that are refused, that begin where they cannot end, or that come back in another browser. */
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { signInAtProvider } from '../../fixtures/browser/provider.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();

beforeAll(() => aContest(site.owner, 'november', { tab: 'solo' }));

const buttons = (page: Page) => page.getByRole('button', { name: /^Continue with/ });

describe('a sign-in', () => {
	it('says why a press led nowhere and when again, and can be pressed again', async () => {
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		await page.route('**/api/v1/login/sso**', (route) =>
			route.fulfill({
				status: 429,
				headers: { 'retry-after': '12' },
				json: { code: 429, message: 'Too many requests', data: null, error: 'too_many_requests' },
			}),
		);
		await open('/login');
		await buttons(page).first().click();
		await page.getByText('Try again in 12 seconds.').waitFor();
		expect(await buttons(page).first().isEnabled()).toBe(true);
		await expectAccessibleInBothThemes();
		await open('/login-callback?error=too_many_requests&retry_after=12');
		await page.getByText('Try again in 12 seconds.').waitFor();
	});

	it.each([
		['KAKAOTALK 25.5.0', /^kakaotalk:\/\/web\/openExternal\?url=/],
		['Safari Line/15.10.0', /openExternalBrowser=1/],
		['Instagram 389.0.0.49.87', null],
	])('inside another app (%s) shows the way out before the buttons, with the path of the vote', async (app, way) => {
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		await page.addInitScript((name) => {
			const userAgent = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/22G86 ${name}`;
			Object.defineProperty(navigator, 'userAgent', { value: userAgent });
		}, app);
		await open('/leader-board?main_tab=solo');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.getByText('You are inside another app.').waitFor();
		const link = page.getByRole('link', { name: 'Open in your browser' });
		const told = way
			? decodeURIComponent((await link.getAttribute('href')) ?? '')
			: await page.getByText(site.url).innerText();
		if (way) expect(told).toMatch(way);
		else await page.getByRole('button', { name: 'Copy link' }).waitFor();
		expect(told).toMatch(/\/leader-board\?main_tab=solo&vote=\d+/);
		await expectAccessibleInBothThemes();
	});

	it('by LINE that came back in another browser begins again without its app, and ends at the vote', async () => {
		const fan = await aPerson(site.owner, 'by-app', { earned: 100 });
		await site.owner.query({
			text: `insert into fan_identity (provider, subject, fan_id) values ('line', 'by-app-fans-example', $1)`,
			values: [fan.fanId],
		});
		const first = await site.visitor();
		await first.open('/leader-board?main_tab=solo');
		await first.page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		const begun = first.page.waitForRequest(`${site.emulator.issuers.line}/auth?**`);
		await first.page.getByRole('button', { name: 'Log in with LINE' }).click();
		const state = new URL((await begun).url()).searchParams.get('state');

		const { page, open } = await site.visitor({ width: 390 });
		await open(`/api/v1/login/callback/line?code=x&state=${state}`);
		await page.getByRole('heading', { name: 'Authentication Failed' }).waitFor();
		await page.getByRole('link', { name: 'Try again' }).click();
		const again = page.waitForRequest('**/api/v1/login/sso**');
		await page.getByRole('button', { name: 'Log in with LINE' }).click();
		expect(new URL((await again).url()).searchParams.get('again')).toBe('1');
		await signInAtProvider(page, 'by-app', 'by-app@fans.example');
		await page.getByRole('dialog', { name: 'Bex Corran' }).waitFor();
	});
});
