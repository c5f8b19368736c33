/** News, articles and their films, picture pages and legal texts, word by word. */
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '#server/content/html.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { callsOf, failing, holdBack, withoutFirstScreen } from '../../../testkit/network.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { ARTICLES, aWholeSite, VIDEOS } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();

const content = beforeTests(() => aWholeSite(site));

const desk = beforeTests(() => site.visitor());
const phone = beforeTests(() => site.visitor({ width: 390 }));

describe('the news', () => {
	it("[S2-60, S2-61, S2-65] have a tab for each category after All, whose value is 0, and say 'Loading categories...' before", async () => {
		const { page, open } = await site.visitor();
		const answer = await holdBack(page, '**/news/categories*');
		const calls = callsOf(page);
		await withoutFirstScreen(page);
		await open('/news');
		await page.getByText('Loading categories...', { exact: true }).waitFor();
		expect(await page.getByText('No Data').count()).toBe(0);
		answer();
		const tabs = page.getByRole('tab');
		await expect.poll(() => tabs.allInnerTexts()).toEqual(['All', 'Article', 'Video']);
		await page.getByText('Loading categories...').waitFor({ state: 'detached' });
		await expect.poll(() => calls.some((call) => call.includes('category_id=0'))).toBe(true);
		await tabs.getByText('Video').click();
		await page.getByRole('link', { name: /Video 01/ }).waitFor();
		await expect.poll(() => new URL(page.url()).searchParams.get('category')).toBe('video');
		await page.reload();
		await page.getByRole('tab', { name: 'Video', selected: true }).waitFor();
		await page.getByRole('link', { name: /Video 01/ }).waitFor();
		expect(await page.getByRole('link', { name: /Article 01/ }).count()).toBe(0);
	});

	it("[S2-62, S2-64, S5-22] are searched by a part of the title in any case, and 'No Data' is said when empty", async () => {
		const { page, open } = desk;
		await open('/news');
		const search = page.getByPlaceholder('Search for news titles');
		await search.fill('CLE 07');
		await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBe(1);
		await page.getByRole('link', { name: /Article 07/ }).click();
		await page.getByRole('heading', { name: 'Article 07', level: 1 }).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'News', exact: true }).click();
		await page.getByRole('link', { name: /Article 07/ }).waitFor();
		await expect.poll(() => search.inputValue()).toBe('CLE 07');
		await search.fill('nothing of that name');
		await page.getByText('No Data', { exact: true }).waitFor();
		await page.getByRole('status').filter({ hasText: '0 results' }).waitFor({ state: 'attached' });
		await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
		await page.getByRole('link', { name: /Article 01/ }).waitFor();
	});

	it('[S2-63, S9-11, S9-12, S7-11] come twenty at a time, the next ones 100 pixels before the end is reached', async () => {
		const { page, open } = desk;
		const calls = callsOf(page);
		await open('/news');
		const cards = page.getByRole('tabpanel').getByRole('link');
		await expect.poll(() => cards.count()).toBe(20);
		expect(calls.filter((call) => call.includes('page=2'))).toEqual([]);
		const end = await page.getByRole('tabpanel').evaluate((list) => list.getBoundingClientRect().bottom + scrollY);
		await page.evaluate((bottom) => scrollTo(0, bottom - innerHeight - 130), end);
		await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
		expect(calls.filter((call) => call.includes('page=2'))).toEqual([]);
		await page.evaluate((bottom) => scrollTo(0, bottom - innerHeight - 90), end);
		await expect.poll(() => cards.count()).toBe(ARTICLES + VIDEOS);
		expect(calls.filter((call) => call.includes('page=2&limit=20'))).toHaveLength(1);
	});
});

it('[S2-66, S2-67, S2-68, S2-69] an article opens from its card, says all of itself, offers the way up, and leads back', async () => {
	const { page } = await site.visitor({ width: 390, at: '/news' });
	await page.getByRole('link', { name: /Article 01/ }).click();
	await page.waitForURL(`**/news/${content.articles[0]}`);
	await page.getByRole('heading', { name: 'Article 01', level: 1 }).waitFor();
	await page.getByText(/^Updated \w{3} \d+, \d{4}, \d\d:\d\d KST$/).waitFor();
	await page.getByRole('img', { name: 'A stage' }).waitFor();
	await expect.poll(() => page.locator('.prose p').innerText()).toBe('For one night only');
	await page.getByRole('heading', { name: 'More news' }).waitFor();
	await page.setViewportSize({ width: 390, height: 400 });
	await page.evaluate(() => scrollTo(0, innerHeight + 40));
	await page.getByRole('button', { name: 'Scroll to top' }).click();
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	await page.getByRole('main').getByRole('link', { name: 'News', exact: true }).click();
	await page.waitForURL('**/news');
});

describe('a picture page', () => {
	it.each([
		['[S2-100] of a view', '/views/hall', 'The hall'],
		['[S2-99] of the rewards', '/rank_rewards', 'What the first ranks win'],
	])('%s has one picture for phones and another for wide screens', async (_, path, alt) => {
		const sources = [];
		for (const { page, open } of [phone, desk]) {
			await open(path);
			const picture = page.getByRole('img', { name: alt });
			await picture.waitFor();
			sources.push(await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')));
		}
		expect(new Set(sources).size).toBe(2);
	});

	it("[S2-101, S8-13] that fails or does not exist says 'PAGE NOT FOUND' and leads home", async () => {
		const { page, open } = await site.visitor({ at: '/views/none' });
		await page.getByRole('heading', { name: 'PAGE NOT FOUND' }).waitFor();
		await withoutFirstScreen(page);
		await failing(page, '/configurations/view-detail');
		await open('/views/hall');
		await page.getByRole('heading', { name: 'PAGE NOT FOUND' }).waitFor();
		await page.getByRole('link', { name: 'Go to Home' }).click();
		await page.waitForURL(`${site.url}/`);
	});
});

it.each([
	[
		'[S2-97, S2-98, S9-15, S9-16, S9-17, S9-18] the terms of service',
		'/terms-of-service',
		'Terms of Service',
		{
			'#account': 'You must be at least 14 years old to register.',
			'#payment':
				/Billing errors\. If you were charged wrongly, twice, or without receiving your gems, report it to .+ within 14 days of the charge\./,
			'#support': 'We answer within 48 hours.',
			'#changes':
				/When we change these terms, we give notice on the site at least 7 days before the change takes effect/,
		},
	],
	[
		'[S2-97, S2-98, S9-15, S9-19, S9-20] the pages on privacy',
		'/privacy-policy',
		'Privacy Policy',
		{
			'#children': 'is for people of at least 14 years.',
			'#changes':
				/When we change this policy, we give notice on the site at least 15 days before the change takes effect/,
			'#deletion': 'A deletion is processed within 30 days.',
		},
	],
] as const)('%s make each promise in its section, with their date', async (_, path, title, promises) => {
	const { page, open } = desk;
	await open(path);
	await page.getByRole('heading', { name: title, level: 1 }).waitFor();
	await page.getByText('Last updated October 10, 2023', { exact: true }).waitFor();
	const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
	expect(ids).toEqual([...new Set(ids)]);
	for (const [section, sentence] of Object.entries(promises))
		await page.getByRole('main').locator(section).getByText(sentence).first().waitFor();
});

/** A stand-in that does as the real players do: without the origin of the page that embeds them, they show an error. */
const player = (origin: string, referrer: string | undefined) => `<!doctype html><meta charset="utf-8">
	<p id="state">${referrer === `${origin}/` ? 'playing' : 'Error 153'}</p>
	<a target="_blank" href="https://www.youtube.com/watch">Watch there</a>
	<script>document.querySelector('#state').textContent += ' ' + document.referrer + ' ' + document.fullscreenEnabled</script>`;

it('a film plays, may fill the screen and opens its own site', async () => {
	const { html, policy } = sanitizeHtml(
		'<p>Film</p><iframe src="https://youtu.be/EkRHhOCdZjw?t=9" title="A film"></iframe>',
	);
	const [newsId] = await someNews(site.owner, ['Tide']);
	await site.owner.query({
		text: 'update news set content_html = $1, content_policy = $2 where news_id = $3',
		values: [html, policy, newsId],
	});
	const { page, context, open, complaints } = await site.visitor();
	await context.route(/youtube/, async (route) => {
		const { referer } = await route.request().allHeaders();
		await route.fulfill({ contentType: 'text/html', body: player(site.url, referer) });
	});
	await open(`/news/${newsId}`);
	await page.locator('.prose iframe').scrollIntoViewIfNeeded();
	const film = page.frameLocator('.prose iframe');
	await film.getByText(`playing ${site.url}/ true`).waitFor();
	const opened = context.waitForEvent('page');
	// By the keyboard: the article may still move under a pointer.
	await film.getByRole('link', { name: 'Watch there' }).press('Enter');
	expect((await opened).url()).toBe('https://www.youtube.com/watch');
	expect(complaints).toEqual([]);
});
