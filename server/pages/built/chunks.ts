/** Which scripts a page is made of, so that the browser asks for all of them at once. One style sheet serves all pages. */
import { type PagePattern, pages } from '#contract/pages.ts';
import { PAGE_SCRIPTS_META } from '#contract/values/first-paint.ts';

interface Part {
	file: string;
	imports?: string[];
}

/** Vite's manifest: source file to what was built from it. */
export type Manifest = Record<string, Part>;

const ENTRY = 'index.html';
/** What the entry loads after the first paint, on every page. */
const START = 'start.tsx';

/** Names the scripts of each page beside those in the document itself, for its head. Null stands for unknown addresses. */
export function namePageScripts(manifest: Manifest): Map<PagePattern | null, string> {
	const named = filesOf(manifest, ENTRY);
	const start = filesOf(manifest, START);
	const nameOf = (page: string) => nameScripts(start.union(filesOf(manifest, sourceOf(page))).difference(named));
	return new Map([
		...Object.entries(pages).map(([name, pattern]) => [pattern, nameOf(name)] as const),
		[null, nameOf('notFound')],
	]);
}

/** The entry asks for these files when the first paint is on screen (web/first-paint/fetch-scripts.ts). */
export function nameScripts(files: Iterable<string>): string {
	return `<meta name="${PAGE_SCRIPTS_META}" content="${[...files].map((file) => `/${file}`).join(' ')}">`;
}

/** The source in `web/` that the router opens for a page: `pages/edit-profile.tsx` for `editProfile`. */
export function sourceOf(name: string): string {
	return `pages/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`;
}

/** Lists the files of a chunk and its imports, imports first. */
function filesOf(manifest: Manifest, source: string): Set<string> {
	const files = new Set<string>();
	collect(manifest, source, new Set(), files);
	return files;
}

/** Adds nothing for a chunk that was not built. */
function collect(manifest: Manifest, source: string, seen: Set<string>, into: Set<string>): void {
	const part = manifest[source];
	if (!part || seen.has(source)) return;
	seen.add(source);
	for (const name of part.imports ?? []) collect(manifest, name, seen, into);
	into.add(part.file);
}
