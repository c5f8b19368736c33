/** Orders what the build adds to the head: browsers fetch in this order, six files at a time. Styles are the first paint. */
import type { Plugin } from 'vite';

const STYLES = /\n\s*<link rel="stylesheet"[^>]*>/g;
const FONTS = /\n\s*<link rel="preload"[^>]* as="font"[^>]*>/;
const SCRIPTS = /<(?=script type="module"|link rel="modulepreload")(script|link) /g;

export function headOrder(): Plugin {
	return {
		name: 'head-order',
		transformIndexHtml: { order: 'post', handler: orderHead },
	};
}

/** @throws {Error} if the document does not preload fonts */
export function orderHead(html: string): string {
	const styles = html.match(STYLES)?.join('') ?? '';
	const rest = html.replaceAll(STYLES, '').replaceAll(SCRIPTS, '<$1 fetchpriority="low" ');
	if (!FONTS.test(rest)) throw new Error('The document preloads no font');
	return rest.replace(FONTS, (first) => styles + first);
}
