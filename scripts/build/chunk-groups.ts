/**
 * Chunks of the fans' app that every page loads. Without them the bundler makes a chunk of each small module that two
 * pages share: a page then loads two dozen files, and every file is compressed by itself (5 kB more on home).
 */
import type { Rolldown } from 'vite';

/** Changes with its releases only, so that fans keep it from one release of the site to the next. */
const FRAMEWORK = /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|@lingui)\//;
/** What main.tsx needs, which runs before the first paint and must not wait for the rest. */
const ENTRY = /vite\/preload-helper|rolldown\/runtime|\/contract\/pages\.ts$/;
/** Parts of the framework that pages bring themselves. */
const NOT_ON_EVERY_PAGE = /(?:utationObserver|nfiniteQueryObserver|useMutation|useInfiniteQuery)\.js/;

/** Modules that import nothing beyond these lists: a group takes in everything that its modules import. */
const paths = [
	'contract/(?:endpoint|values/(?:constants|pictures|first-screen))',
	'client/(?:call|numbers|problem|time|use-document-title)',
	'ui/(?:icons|logo|theme|hall|fan-color|color|count-roll|primitives/(?:button|skeleton))',
	'web/(?:paths|i18n|lib/(?:lazy-page|elements/(?:picture|section|any-link)|api/token|favorites/(?:kept-favorites|own-hall)|votes/vote-intent))',
];
const OURS = new RegExp(`/(?:${paths.join('|')})\\.tsx?$`);

export const chunkGroups: Rolldown.OutputOptions['codeSplitting'] = {
	groups: [
		{ name: 'entry', test: ENTRY, priority: 3 },
		{ name: 'framework', test: (id) => FRAMEWORK.test(id) && !NOT_ON_EVERY_PAGE.test(id), priority: 2 },
		{ name: 'base', test: OURS, priority: 1 },
	],
};
