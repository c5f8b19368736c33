/** Every screen in every state. */
import type { Page } from '@playwright/test';
import type { Chart } from '#contract/rankings.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { failing, withoutFirstScreen } from '../../testkit/network.ts';
import { altered, type Shot, waiting } from './shot.ts';

const SOLO = '/leader-board?main_tab=solo';
const LONG_NAME = 'The Extraordinarily Long Named Orchestra of Midnight Lanterns';

async function loading(page: Page): Promise<void> {
	await withoutFirstScreen(page);
	await waiting(page);
}

/** The chart as an answer says, not as the page or the stream brought it. */
async function alteredChart(page: Page, change: (chart: Chart) => void): Promise<void> {
	await withoutFirstScreen(page);
	await failing(page, '/rankings/live', 0);
	await altered(page, '/rankings/detail', change);
}

async function pressVote(page: Page): Promise<void> {
	await page
		.getByRole('button', { name: /^Vote( for|$)/ })
		.filter({ visible: true })
		.nth(3)
		.click();
	await page.getByRole('dialog').getByLabel('Votes').waitFor();
}

async function fillVotes(page: Page, votes: string): Promise<void> {
	await pressVote(page);
	await page.getByRole('dialog').getByLabel('Votes').fill(votes);
}

async function submitVote(page: Page): Promise<void> {
	await page.getByRole('dialog').getByRole('button', { name: /^Vote/ }).click();
}

async function order(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Buy/ }).first().click();
	await page.waitForURL('**/payment-method/*');
	await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
}

const seen = (text: string) => (page: Page) => page.getByText(text).filter({ visible: true }).first().waitFor();

const home: Shot[] = [
	{ name: 'home', path: '/', whole: true, act: seen('Videos') },
	{ name: 'home-first-screen', path: '/', act: seen('The hall right now') },
	{ name: 'home-loading', path: '/', before: loading },
	{
		name: 'home-no-data',
		path: '/',
		before: async (page) => {
			await withoutFirstScreen(page);
			await failing(page, '/');
		},
		act: seen('No Data'),
	},
	{
		name: 'pop-up',
		path: '/news',
		before: async (page) => {
			await withoutFirstScreen(page);
			await altered(page, '/configurations/site', (site: SiteConfiguration) => {
				const image_url = site.rank_entry_configs[0]?.bg_url ?? '';
				site.pop_up = { uuid: 'screens', image_url, link_url: null, alt: 'A night for two fandoms' };
			});
		},
		act: (page) => page.getByRole('button', { name: 'View' }).waitFor(),
	},
	{
		name: 'drawer',
		path: '/',
		only: 'phone',
		as: 'midnight-seat',
		act: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
	},
	{
		name: 'account-menu',
		path: '/',
		only: 'desk',
		as: 'midnight-seat',
		act: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
	},
];

const charts: Shot[] = [
	{ name: 'leaderboard', path: SOLO, whole: true },
	{ name: 'leaderboard-first-screen', path: SOLO },
	{ name: 'leaderboard-birthday', path: '/leader-board?main_tab=birthday' },
	{ name: 'leaderboard-music', path: '/leader-board?main_tab=music', whole: true },
	{ name: 'leaderboard-loading', path: SOLO, before: loading },
	{ name: 'leaderboard-search', path: `${SOLO}&keyword=a` },
	{ name: 'leaderboard-empty', path: `${SOLO}&keyword=zzyx`, act: seen('No Data') },
	{
		name: 'leaderboard-break-stage',
		path: SOLO,
		before: (page) =>
			alteredChart(page, ({ ranking_config: config }) => {
				config.status = 'ended';
				config.end_countdown = 0;
			}),
		act: seen('Break Stage'),
	},
	{
		name: 'leaderboard-long-names',
		path: SOLO,
		before: (page) =>
			alteredChart(page, ({ artist_list: list }) => {
				for (const artist of list) {
					artist.en_name = LONG_NAME;
					artist.tickets += 3_250_000_000;
				}
			}),
		whole: true,
		act: seen(LONG_NAME),
	},
	{
		name: 'race',
		path: SOLO,
		whole: true,
		act: async (page) => {
			await page.getByText('The race', { exact: true }).click();
			await page.locator('.race-line').first().waitFor({ state: 'attached' });
		},
	},
	{
		name: 'champion',
		path: SOLO,
		whole: true,
		act: async (page) => {
			await page.getByRole('tab', { name: 'Champion' }).click();
			await page.getByRole('button', { name: 'Show More' }).first().click();
			await page.getByRole('button', { name: 'Show Less' }).waitFor();
		},
	},
];

const votes: Shot[] = [
	{ name: 'vote-dialog', path: SOLO, as: 'midnight-seat', act: (page) => fillVotes(page, '100') },
	{ name: 'vote-dialog-empty', path: SOLO, as: 'midnight-seat', act: pressVote },
	{ name: 'vote-dialog-error', path: SOLO, as: 'few-gems', act: (page) => fillVotes(page, '10') },
	{
		name: 'vote-failed',
		path: SOLO,
		as: 'midnight-seat',
		before: (page) => failing(page, '/rankings/vote/'),
		act: async (page) => {
			await fillVotes(page, '1');
			await submitVote(page);
			await seen('failed to vote')(page);
		},
	},
	{
		name: 'vote-success',
		path: SOLO,
		as: 'midnight-seat',
		act: async (page) => {
			await fillVotes(page, '10');
			await submitVote(page);
			await seen('CONFIRM')(page);
		},
	},
];

const artists: Shot[] = [
	{ name: 'artist', path: ({ artist }) => `${artist}?from=home&isVote=0`, whole: true },
	{ name: 'artist-no-vote', path: ({ artist }) => `${artist}?from=LeaderBoard&isVote=1` },
	{ name: 'artist-loading', path: ({ artist }) => artist, before: loading },
	{ name: 'artist-missing', path: '/artist/99999999', act: seen('No Data') },
];

const news: Shot[] = [
	{ name: 'news', path: '/news', whole: true, act: seen('KST') },
	{ name: 'news-video', path: '/news?category=video', act: seen('KST') },
	{ name: 'news-loading', path: '/news', before: loading },
	{ name: 'news-empty', path: '/news', before: (page) => failing(page, '/news/list'), act: seen('No Data') },
	{ name: 'article', path: ({ article }) => article, whole: true },
	{ name: 'article-loading', path: ({ article }) => article, before: loading },
];

const accounts: Shot[] = [
	{ name: 'login', path: '/login' },
	{ name: 'login-callback-invalid', path: '/login-callback', act: seen('Invalid token') },
	{ name: 'login-callback-failed', path: '/login-callback?token=unknown', act: seen('Authentication Failed') },
	{ name: 'register', path: '/register?sso_type=google', as: 'new-fan', whole: true },
	{
		name: 'register-errors',
		path: '/register?sso_type=google',
		as: 'new-fan',
		act: async (page) => {
			await page.getByLabel('Email').fill('nobody');
			await page.getByLabel('Nickname').fill('');
			await page.getByRole('button', { name: 'Sign up' }).click();
			await seen('Please agree to the terms of service')(page);
		},
	},
	{ name: 'my-account', path: '/my-account', as: 'midnight-seat' },
	{ name: 'edit-profile', path: '/edit-profile', as: 'midnight-seat' },
	{ name: 'gem-records', path: '/gem-records', as: 'midnight-seat', whole: true },
	{
		name: 'gem-records-empty',
		path: '/gem-records',
		as: 'no-gems',
		before: (page) => failing(page, '/user/me/gem-logs'),
		act: seen('No Data'),
	},
	{ name: 'my-votes', path: '/my-votes', as: 'midnight-seat', whole: true },
	{ name: 'store', path: '/store', as: 'midnight-seat', whole: true },
	{ name: 'payment-method', path: '/store', as: 'midnight-seat', act: order },
	{ name: 'order-missing', path: '/pay-success?trade_no=none-of-yours', as: 'midnight-seat' },
];

const others: Shot[] = [
	{ name: 'transparency', path: '/transparency', whole: true, act: seen('Last signed') },
	{ name: 'terms-of-service', path: '/terms-of-service', whole: true },
	{ name: 'privacy-policy', path: '/privacy-policy' },
	{ name: 'rank-rewards', path: '/rank_rewards' },
	{ name: 'view', path: '/views/hall' },
	{ name: 'page-not-found', path: '/nowhere' },
	{
		name: 'page-failed',
		path: '/privacy-policy',
		act: async (page) => {
			await page.route(/\/assets\/terms-/, (route) => route.abort());
			await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
			await seen('This page could not be shown')(page);
		},
	},
];

export const shots: readonly Shot[] = [...home, ...charts, ...votes, ...artists, ...news, ...accounts, ...others];
