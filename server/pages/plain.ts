/** What a page is without a subject of its own. Pure. */
import type { SiteConfiguration } from '#contract/site.ts';
import type { Values } from '#server/languages/interpolate.ts';
import type { TextName } from '#server/languages/texts.ts';
import type { PageFacts } from './head.ts';

/** Writes a text in the page's language. */
export type Say = (name: TextName, values?: Values) => string;

export function plain({ product }: SiteConfiguration, say: Say): PageFacts {
	return {
		status: 200,
		title: product,
		description: say('description'),
		canonicalPath: '/',
		kind: 'website',
		image: null,
		structured: null,
		paint: 'plain',
		picture: null,
		firstScreen: [],
		indexed: true,
	};
}

/** Overrides `plain` where the address has no page, or its subject does not exist. */
export const nowhere = (say: Say) => ({ status: 404, title: say('notFound'), indexed: false, paint: null }) as const;
