/** A page as HTML: its head with title, share metadata and structured data, its content, and the data of both. Pure. */
import { FIRST_SCREEN_ELEMENT_ID, MADE_AT_ATTRIBUTE } from '#contract/values/first-screen.ts';
import type { Language } from '#contract/values/languages.ts';
import { isLanguage, LANGUAGE_PARAMETER, languages, SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { pictureSizes, srcSetOf } from '#contract/values/pictures.ts';
import { escapeHtml, scriptJson } from '#server/kernel/escape-html.ts';

export interface PageFacts {
	title: string;
	/** The main one, which the browser asks for with the page. Narrow screens may have another. */
	picture: {
		place: 'banner' | 'podiumFirst' | 'portrait' | 'article' | 'card';
		path: string;
		mobilePath?: string;
	} | null;
	rendered: string | null;
	/** 200, or 404 where the page's subject does not exist. */
	status: 200 | 404;
	description: string;
	/** Path and query of the one address this page is known by. */
	canonicalPath: string;
	kind: 'website' | 'article' | 'profile';
	/** Path of the picture that stands for the page. */
	image: { path: string; alt: string; width?: number; height?: number; type?: string } | null;
	/** Path and query of the address that networks keep for the picture, if it is not the canonical one. */
	sharePath?: string;
	/** Schema.org facts; null for pages that are about nothing in particular. */
	structured: Record<string, unknown> | null;
	/** Cache key (see contract/values/first-screen.ts) and data. */
	firstScreen: [key: readonly unknown[], data: unknown][];
	indexed: boolean;
}

export interface SiteFacts {
	product: string;
	publicUrl: string;
	/** Set if the address itself asks for the language. */
	askedLanguage?: Language;
}

export function renderHead(page: PageFacts, { product, publicUrl, askedLanguage }: SiteFacts): string {
	const title = page.title === product ? product : `${page.title} · ${product}`;
	const address = addressIn(publicUrl + page.canonicalPath, askedLanguage);
	const image = page.image && publicUrl + page.image.path;
	return [
		`<title>${escapeHtml(title)}</title>`,
		meta('name', 'description', page.description),
		...(page.indexed
			? [`<link rel="canonical" href="${escapeHtml(address)}">`, ...alternateLinks(publicUrl + page.canonicalPath)]
			: [meta('name', 'robots', 'noindex')]),
		meta('property', 'og:site_name', product),
		meta('property', 'og:type', page.kind),
		meta('property', 'og:title', page.title),
		meta('property', 'og:description', page.description),
		meta('property', 'og:url', page.sharePath === undefined ? address : publicUrl + page.sharePath),
		...(page.image && image ? imageTags(page.image, image) : []),
		// All else it takes from the tags above.
		meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
		...(page.picture ? renderPreloads(page.picture) : []),
		...(page.structured
			? [
					`<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...page.structured })}</script>`,
				]
			: []),
	].join('\n');
}

function addressIn(address: string, language?: Language): string {
	if (!language) return address;
	return `${address}${address.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`;
}

/** Tells search engines where the page is in each language. */
function alternateLinks(address: string): string[] {
	const link = (hreflang: string, href: string) =>
		`<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}">`;
	const each = Object.keys(languages).filter(isLanguage);
	return [link('x-default', address), ...each.map((tag) => link(tag, addressIn(address, tag)))];
}

function imageTags({ alt, width, height, type }: NonNullable<PageFacts['image']>, address: string): string[] {
	const known = Object.entries({ type, width, height, alt }).filter(([, value]) => value !== undefined);
	return [
		meta('property', 'og:image', address),
		...known.map(([name, value]) => meta('property', `og:image:${name}`, String(value))),
	];
}

/** A browser without AVIF skips them and finds the picture in the body. */
function renderPreloads({ place, path, mobilePath }: NonNullable<PageFacts['picture']>): string[] {
	const link = (href: string, media: string) => {
		const imagesrcset = srcSetOf(href, 'avif', pictureSizes[place]);
		const file =
			imagesrcset === undefined ? { href } : { type: 'image/avif', imagesrcset, imagesizes: pictureSizes[place] };
		const attributes = Object.entries({ ...file, ...(media && { media }) })
			.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
			.join('');
		return `<link rel="preload" as="image" fetchpriority="high"${attributes}>`;
	};
	if (mobilePath === undefined) return [link(path, '')];
	return [link(mobilePath, '(max-width: 768px)'), link(path, '(min-width: 769px)')];
}

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
	`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

const BUILT_IN = `<html lang="${SOURCE_LANGUAGE}">`;

/** @throws {Error} if the built document does not name its language */
export function writeLanguage(document: string, language: Language): string {
	if (!document.includes(BUILT_IN)) throw new Error('The built document does not name its language');
	return document.replace(BUILT_IN, `<html lang="${language}">`);
}

const APP = '<div id="app"></div>';

export interface Content {
	html: string;
	hall: string;
	firstScreen: Record<string, unknown>;
	/** When both were made, in milliseconds since the epoch. */
	madeAt: number;
}

export interface Parts {
	head: string;
	/** Wait until the page is seen: web/begin.ts. */
	scripts: string;
	notice: string;
}

/** Puts head and content in; the data, read later, stands behind. @throws {Error} if the document has no place for them */
export function fillDocument(document: string, { head, scripts, notice }: Parts, content: Content): string {
	const [before, after, ...more] = document.split(/<title>[^]*?<\/title>\s*<meta name="description"[^>]*>/);
	if (before === undefined || after === undefined || more.length > 0)
		throw new Error('The built document has no title and description to replace');
	const { html, hall, firstScreen, madeAt } = content;
	const data = `<script type="application/json" id="${FIRST_SCREEN_ELEMENT_ID}" ${MADE_AT_ATTRIBUTE}="${madeAt}">${scriptJson(firstScreen)}</script>`;
	// Joined, not replaced: a title may contain what replace() takes for a pattern.
	const body = after.replace(
		APP,
		() => `${notice}<div id="app">${html}</div>\n\t\t${data}<template id="scripts">${scripts}</template>`,
	);
	if (body === after) throw new Error('The built document has no place for the app');
	const root =
		hall === '' ? before : before.replace(/<html lang="[^"]*"/, (tag) => `${tag} style="${escapeHtml(hall)}"`);
	return root + head + body;
}
