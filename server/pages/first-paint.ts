/**
 * The first paint of a page, before its script has run: the top bar and the page's skeleton around its main picture. It
 * lies beneath the app, with the app's own classes, until the page is rendered (web/shell/page-error.tsx).
 * tests/journeys/home/first-paint.test.ts compares the two. Pure.
 */
import { type FirstPaintKind, firstPaintSlots } from '#contract/values/first-paint.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import { type MainPicture, renderPicture } from './main-picture.ts';

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
