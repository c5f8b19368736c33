/** Films of other sites in an article, played by a stand-in that refuses what YouTube and Vimeo refuse. */
import { expect, it } from 'vitest';
import { sanitizeHtml } from '#server/content/html.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { someNews } from '../../fixtures/site/news.ts';

const site = ownBrowserSite();

/** As the real players do: without the origin of the page that embeds them, they show an error. */
const player = (origin: string, referrer: string | undefined) => `<!doctype html><meta charset="utf-8">
	<p id="state">${referrer === `${origin}/` ? 'playing' : 'Error 153'}</p>
	<a target="_blank" href="https://www.youtube.com/watch">Watch there</a>
	<script>document.querySelector('#state').textContent += ' ' + document.referrer + ' ' + document.fullscreenEnabled</script>`;

it.each(['https://youtu.be/EkRHhOCdZjw?t=9', 'https://vimeo.com/76979871/0a1b2c3d4e'])(
	'a film at %s plays, may fill the screen and opens its own site',
	async (address) => {
		const { html, policy } = sanitizeHtml(`<p>Film</p><iframe src="${address}" title="A film"></iframe>`);
		const [newsId] = await someNews(site.owner, ['Tide']);
		await site.owner.query({
			text: 'update news set content_html = $1, content_policy = $2 where news_id = $3',
			values: [html, policy, newsId],
		});
		const { page, context, open, complaints } = await site.visitor();
		await context.route(/youtube|vimeo/, async (route) => {
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
	},
);
