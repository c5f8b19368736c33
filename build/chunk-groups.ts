/**
 * Chunks of the fans' app that every page loads. Without them the bundler makes a chunk of each small module that two
 * pages share: a page then loads two dozen files, and every file is compressed by itself (5 kB more on home).
 */
import type { Rolldown } from 'vite';
import { FRAMEWORK_CHUNK } from '../contract/values/first-paint.ts';

/** Changes with its releases only, so that fans keep it from one release of the site to the next. */
const FRAMEWORK = /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|@lingui)\//;
/** What main.tsx needs, which runs before the first paint and must not wait for the rest. */
const ENTRY = /vite\/preload-helper|rolldown\/runtime|\/contract\/pages\.ts$/;
/** Parts of the framework that pages bring themselves. */
const NOT_ON_EVERY_PAGE = /(?:utationObserver|nfiniteQueryObserver|useMutation|useInfiniteQuery)\.js/;

/** Modules that import nothing beyond these lists: a group takes in everything that its modules import. */
const BASE = ours([
	'contract/(?:endpoint|values/(?:constants|pictures|first-screen|zones))',
	'client/(?:call|numbers|problem|server-clock|time|use-document-title)',
	'ui/(?:text-parts|icons|theme|hall|fan-color|count-roll|when-idle|optional-part|primitives/(?:button|empty|skeleton|toast))',
	'web/(?:paths|i18n|lib/(?:lazy-page|elements/(?:picture|section|any-link)|api/token|favorites/(?:kept-favorites|own-hall)|votes/vote-intent))',
]);
/** Who the fan is, the site's configuration, and what most pages need beside them. */
const SITE = ours([
	'contract/(?:accounts|check-in|site|voting)',
	'web/lib/(?:api/call|balance-news|check-in/get-config|session/(?:session|way-back)|site/get-site|time)',
]);
/** What home, leaderboard and artist page show of a chart. */
const LIVE = ours([
	'contract/(?:rankings|values/chart-version)',
	'web/features/rankings/(?:live/get-chart|artist/artist-picture|count/shown-as-of|shares/shares)',
]);
/** Pages with lists, and those that are shared. */
const LISTS = ours([
	'ui/primitives/(?:tabs|to-top|search-field)',
	'web/(?:lib/(?:use-keyword|elements/result-count)|features/share/share-button)',
]);
/** Pages with fields, dialogs and calls that change something. */
const FORMS = ours([
	'contract/favorites',
	'ui/primitives/(?:dialog|form-field)',
	'web/lib/(?:api/problem-text|check-in/use-claim|favorites/use-favorites)',
]);
const CHANGES = /utationObserver\.js|useMutation\.js/;
/** The way of a vote, wherever it begins. */
const VOTING = ours([
	'(?:contract/(?:my-account|race)|public-log/format/(?:bytes|vote-tag))',
	'ui/ocean/(?:field|ocean)',
	'web/features/(?:voting/[a-z-]+|rankings/race/race-fold)',
	'web/lib/(?:votes/(?:vote-memory|listed-text|check-vote|use-asked-vote)|favorites/favorite-button)',
]);
/** Rows of a chart. */
const ROWS = ours([
	'web/features/rankings/(?:artist/artist-name|chart/(?:countdown|entry-marks|standings|rank-row|pinned-row|use-tab-title)|race/plot)',
]);

/** Without what its modules import: that may belong to every page. */
const ALONE = { includeDependenciesRecursively: false };

export const chunkGroups: Rolldown.OutputOptions['codeSplitting'] = {
	groups: [
		{ name: 'entry', test: ENTRY, priority: 7 },
		{ name: FRAMEWORK_CHUNK, test: (id) => FRAMEWORK.test(id) && !NOT_ON_EVERY_PAGE.test(id), priority: 6 },
		{ name: 'base', test: BASE, priority: 5 },
		{ name: 'site', test: SITE, priority: 4, ...ALONE },
		{ name: 'live', test: LIVE, priority: 4, ...ALONE },
		{ name: 'lists', test: LISTS, priority: 3, ...ALONE },
		{ name: 'forms', test: (id) => FORMS.test(id) || CHANGES.test(id), priority: 3, ...ALONE },
		{ name: 'voting', test: VOTING, priority: 2, ...ALONE },
		{ name: 'rows', test: ROWS, priority: 1, ...ALONE },
	],
};

function ours(paths: readonly string[]): RegExp {
	return new RegExp(`/(?:${paths.join('|')})\\.tsx?$`);
}
