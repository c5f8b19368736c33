/**
 * The first paint of a page, before its script has run: the top bar and the page's skeleton around its main picture. It
 * lies beneath the app, with the app's own classes, until the page is rendered (web/shell/page-error.tsx).
 * tests/journeys/home/first-paint.test.ts compares the two. Pure.
 */
import { firstPaintSlots, type FirstPaintKind } from '#contract/values/first-paint.ts';
import { pictureSizes, srcSetOf } from '#contract/values/pictures.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';

/** What web/first-paint renders when the site is built. */
export type FirstPaints = Record<FirstPaintKind, string>;

export interface FirstPaintFacts {
	/** Null for pages without the top bar. */
	paint: FirstPaintKind | null;
	picture: MainPicture | null;
	title: string;
}

const SLOTS = /\{(?:product|picture|title)\}/g;

export function renderFirstPaint(paints: FirstPaints, page: FirstPaintFacts, product: string): string {
	if (page.paint === null) return '';
	const values = new Map([
		[firstPaintSlots.product, escapeHtml(product)],
		[firstPaintSlots.title, escapeHtml(page.title)],
		[firstPaintSlots.picture, page.picture ? renderPicture(page.picture) : ''],
	] as [string, string][]);
	// In one pass: a title may look like a slot.
	const html = paints[page.paint].replaceAll(SLOTS, (slot) => values.get(slot) ?? '');
	return `<div id="first-paint" aria-hidden="true">${html}</div>`;
}

export interface MainPicture {
	place: 'banner' | 'chart' | 'portrait' | 'article';
	path: string;
	/** Where narrow screens have another one. */
	mobilePath?: string;
}

/** Breakpoint between the mobile and the desktop picture. */
const MOBILE = '(max-width: 768px)';
const DESKTOP = '(min-width: 769px)';

const proportions: Record<MainPicture['place'], [width: number, height: number]> = {
	banner: [1200, 430],
	chart: [960, 540],
	portrait: [640, 640],
	article: [960, 600],
};

export function renderPicture({ place, path, mobilePath }: MainPicture): string {
	const sizes = pictureSizes[place];
	const [width, height] = proportions[place];
	const avif = (of: string, media?: string) => {
		const srcset = srcSetOf(of, 'avif');
		return srcset === undefined ? '' : `<source${attributes({ type: 'image/avif', media, srcset, sizes })}>`;
	};
	const mobile =
		mobilePath === undefined
			? ''
			: `${avif(mobilePath, MOBILE)}<source${attributes({ media: MOBILE, srcset: srcSetOf(mobilePath, 'webp') ?? mobilePath, sizes })}>`;
	const image = { src: path, srcset: srcSetOf(path, 'webp'), sizes, alt: '', width, height, fetchpriority: 'high' };
	return `<picture>${mobile}${avif(path)}<img${attributes(image)}></picture>`;
}

/** Links for the head. A browser without AVIF skips them and finds the picture in the body. */
export function renderPreloads({ place, path, mobilePath }: MainPicture): string[] {
	const link = (of: string, media?: string) => {
		const imagesrcset = srcSetOf(of, 'avif');
		const file =
			imagesrcset === undefined ? { href: of } : { type: 'image/avif', imagesrcset, imagesizes: pictureSizes[place] };
		return `<link${attributes({ rel: 'preload', as: 'image', fetchpriority: 'high', ...file, media })}>`;
	};
	if (mobilePath === undefined) return [link(path)];
	return [link(mobilePath, MOBILE), link(path, DESKTOP)];
}

function attributes(values: Record<string, string | number | undefined>): string {
	return Object.entries(values)
		.map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`))
		.join('');
}
