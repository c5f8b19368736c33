/**
 * What the server sends of a page before any script: the page's skeleton, rendered when the site is built, with places
 * for the few things that are known when the page is asked for.
 */

/** File in the built folder of the fans' app: kind of first paint to HTML. */
export const FIRST_PAINTS_FILE = 'first-paints.json';

/** Element of the head that names the scripts of a page, paths with blanks between them. There may be several. */
export const PAGE_SCRIPTS_META = 'page-scripts';

/** `plain` is the top bar alone, for pages that open too fast or differ too much for a skeleton. */
export type FirstPaintKind = 'home' | 'leaderboard' | 'artist' | 'article' | 'news' | 'plain';

/** Texts of the rendered HTML that the server replaces, with HTML. */
export const firstPaintSlots = { product: '{product}', picture: '{picture}', title: '{title}' } as const;

/** Chunk of the fans' app with the libraries that every page needs. The build writes it as a classic script. */
export const FRAMEWORK_CHUNK = 'framework';
/** Global variable with what that script exports. */
export const FRAMEWORK_GLOBAL = '__framework';
