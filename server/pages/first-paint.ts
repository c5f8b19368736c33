/**
 * Renders the first paint of a page, before its script has run: the top bar, and the main picture at its final
 * position. It lies beneath the app, with the app's own classes, until the page is rendered
 * (web/shell/first-paint-end.tsx). tests/journeys/home/first-paint.test.ts compares the two. Pure.
 */
import { escapeHtml } from '#server/kernel/escape-html.ts';

export interface MainPicture {
	place: 'banner' | 'chart' | 'portrait' | 'article';
	path: string;
	/** Where narrow screens have another one. */
	mobilePath?: string;
	/** Title above the picture, if the page has one. */
	title?: string;
}

/** Breakpoint between the mobile and the desktop picture. */
export const MOBILE = '(max-width: 768px)';
export const DESKTOP = '(min-width: 769px)';

export function renderFirstPaint(picture: MainPicture | null, product: string): string {
	if (picture === null) return '';
	const bar = `<div class="header"><div class="wrap header-bar"><span class="home-link">${LOGO}${escapeHtml(product)}</span></div></div>`;
	return `<div id="first-paint" aria-hidden="true">${bar}${places[picture.place](picture)}</div>`;
}

const LOGO =
	'<svg width="26" height="30" viewBox="0 0 26 30"><g transform="rotate(24 13 15)"><circle cx="13" cy="9" r="8.5" fill="#fff4e4"/><rect x="10.6" y="18.5" width="4.8" height="11" rx="2.4" fill="currentColor"/></g></svg>';
/** As high as a line of text. */
const BACK = '<span class="back-link">&nbsp;</span>';

const places: Record<MainPicture['place'], (picture: MainPicture) => string> = {
	banner: (picture) =>
		`<div class="wrap"><div class="carousel banners"><span class="banner">${image(picture, 1200, 430)}</span></div></div>`,
	chart: (picture) =>
		`<div class="wrap leaderboard-tabs"><div class="leaderboard-tabs-skeleton"></div></div><div class="wrap"><div class="chart-head"><span class="chart-head-cover">${image(picture, 960, 540)}</span><div></div></div></div>`,
	portrait: (picture) =>
		`<div class="wrap">${BACK}<div class="artist-profile"><div class="artist-profile-head"><div class="portrait">${image(picture, 640, 640)}</div></div></div></div>`,
	article: (picture) =>
		`<div class="wrap"><div class="article-column">${BACK}<div class="article"><h1>${escapeHtml(picture.title ?? '')}</h1><p class="article-time">&nbsp;</p><span class="cover">${image(picture, 960, 600)}</span></div></div></div>`,
};

function image({ path, mobilePath }: MainPicture, width: number, height: number): string {
	const source = mobilePath === undefined ? '' : `<source media="${MOBILE}" srcset="${escapeHtml(mobilePath)}">`;
	return `<picture>${source}<img src="${escapeHtml(path)}" alt="" width="${width}" height="${height}" fetchpriority="high"></picture>`;
}
