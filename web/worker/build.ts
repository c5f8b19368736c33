/** What build/service-worker.ts writes into the worker: which build it belongs to, and the files of that build. */

declare const BUILD_ID: string;
declare const BUILT_FILES: readonly string[];

export const buildId = BUILD_ID;

/** Paths of scripts, styles and fonts that any page may need, without the catalogs of languages. */
export const builtFiles = BUILT_FILES;
