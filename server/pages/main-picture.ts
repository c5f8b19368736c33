/** The main picture of a page, which the browser asks for with the page. Pure. */
import { pictureSizes, srcSetOf } from '#contract/values/pictures.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';

export interface MainPicture {
	place: 'banner' | 'chart' | 'portrait' | 'article';
	path: string;
	/** Where narrow screens have another one. */
	mobilePath?: string;
}

/** Breakpoint between the mobile and the desktop picture. */
const MOBILE = '(max-width: 768px)';
const DESKTOP = '(min-width: 769px)';

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
