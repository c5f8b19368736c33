/** One picture of the console for each task of docs/operating/console.md. */
import type { Page } from '@playwright/test';
import type { Dashboard, Setup } from '#contract/operator/dashboard.ts';
import { callConsole } from './people.ts';
import { accountsVoteAlike, oneNetworkVotes, someoneBuys, somethingWaits } from './situations.ts';

export interface Task {
	/** File name of the picture. */
	name: string;
	take: (page: Page, url: string) => Promise<void>;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

async function openFirst(page: Page, list: string): Promise<void> {
	await page.goto(`/console/${list}`);
	await page.locator('main .table-link').first().click();
	await page.locator('.editor-panel').waitFor();
}

/** Changes what a call of the API answers, below `/api/v1`. */
async function altered(page: Page, path: string, change: (data: never) => void): Promise<void> {
	await page.route(
		(url) => url.pathname === `/api/v1${path}`,
		async (route) => {
			const response = await route.fetch();
			const answer = (await response.json()) as { data: never };
			change(answer.data);
			await route.fulfill({ status: 200, json: answer });
		},
	);
}

/** Finds the monthly ranking that fans vote in now. */
async function runningMonth(page: Page): Promise<string> {
	const { rankings } = await callConsole<{ rankings: { ranking_key: string; ranking_type: string }[] }>(
		page,
		'GET',
		'/dashboard',
	);
	return rankings.find(({ ranking_type: type }) => type === 'monthly')?.ranking_key ?? '';
}

export const tasks: readonly Task[] = [
	{
		name: 'first-month',
		async take(page) {
			await altered(page, '/console/setup', (setup: Setup) => {
				for (const step of setup.steps) step.done = step.step === 'site' || step.step === 'sign_on';
			});
			await altered(page, '/console/dashboard', (dashboard: Dashboard) => {
				dashboard.rankings = [];
				dashboard.votes_by_hour.today = dashboard.votes_by_hour.today.map(() => null);
			});
			await page.goto('/console');
			await heading(page, 'Set up the site');
		},
	},
	{
		name: 'monthly-ranking',
		async take(page) {
			await page.goto('/console/rankings/new');
			await page.getByLabel('Title').and(page.locator('[value$="Monthly"]')).waitFor();
		},
	},
	{
		name: 'weekly-news',
		async take(page) {
			await openFirst(page, 'news');
			await page.locator('.rich-text-skeleton').waitFor({ state: 'detached' });
		},
	},
	{ name: 'banner', take: (page) => openFirst(page, 'banners') },
	{ name: 'packs', take: (page) => openFirst(page, 'goods') },
	{
		name: 'where-are-my-gems',
		async take(page) {
			await page.goto('/console');
			await heading(page, 'Dashboard');
			await page.keyboard.press('Control+k');
			await page.getByRole('combobox', { name: /^Search rankings/ }).fill('midnight_seat');
			await page.getByRole('option', { name: /midnight_seat/, selected: true }).click();
			await page.getByRole('table', { name: 'Ledger' }).waitFor();
		},
	},
	{
		name: 'refund',
		async take(page, url) {
			const tradeNo = await someoneBuys(page, url);
			await page.goto(`/console/orders/${tradeNo}`);
			await page.getByRole('button', { name: 'Refund' }).click();
			await page.getByText('gems are taken back').waitFor();
		},
	},
	{
		name: 'suspicious-votes',
		async take(page) {
			const key = await runningMonth(page);
			await altered(page, `/console/votes/${key}/concentration`, oneNetworkVotes);
			await altered(page, `/console/votes/${key}/top-fans`, accountsVoteAlike);
			await page.goto(`/console/votes/${key}`);
			await heading(page, /^Votes of/);
		},
	},
	{
		name: 'case',
		async take(page) {
			const opened = await callConsole<{ case: { case_id: number } }>(page, 'POST', '/cases', {
				ranking_key: await runningMonth(page),
				reason: 'BOT',
				statement: 'One program cast these votes from many accounts.',
				incident_url: null,
				objection_hours: 24,
				filter: { country: 'BR' },
			});
			await page.goto(`/console/cases/${opened.case.case_id}`);
			await page.getByRole('button', { name: 'Drop the case' }).waitFor();
		},
	},
	{
		name: 'approve',
		async take(page) {
			await altered(page, '/console/approvals', somethingWaits);
			await page.goto('/console/approvals');
			await page.getByRole('button', { name: 'Approve' }).first().waitFor();
		},
	},
	{
		name: 'incident',
		async take(page) {
			await page.goto('/console/incidents/new');
			await page.getByLabel('Title').fill('Some votes fail');
			await page.getByLabel('First update').fill('Votes may fail. Please try again. Next update at 23:55.');
			await page.getByRole('button', { name: 'Save' }).click();
			await page.getByRole('link', { name: 'Some votes fail' }).click();
			await page.locator('.editor-panel').waitFor();
		},
	},
	{
		name: 'closing-night',
		async take(page) {
			await page.goto('/console');
			await page.locator('.votes-plot canvas').waitFor();
			await page.locator('.votes-plot').scrollIntoViewIfNeeded();
		},
	},
];
