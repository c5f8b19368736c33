/** Which scripts a page is made of, so that the browser asks for all of them at once. One style sheet serves all pages. */
import { type PagePattern, pages } from '#contract/pages.ts';

interface Part {
	file: string;
	imports?: string[];
}

/** Vite's manifest: source file to what was built from it. */
export type Manifest = Record<string, Part>;

const ENTRY = 'index.html';

/** Links to the scripts of each page beside the entry, for its head. Null stands for unknown addresses. */
export function linkPageScripts(manifest: Manifest): Map<PagePattern | null, string> {
	const entry = manifest[ENTRY]?.file;
	const linksOf = (page: string) => {
		const files = filesOf(manifest, ENTRY).union(filesOf(manifest, sourceOf(page)));
		return linkScripts([...files].filter((file) => file !== entry));
	};
	return new Map([
		...Object.entries(pages).map(([name, pattern]) => [pattern, linksOf(name)] as const),
		[null, linksOf('notFound')],
	]);
}

/** Styles, fonts and pictures come first: they are what is seen. */
export function linkScripts(files: Iterable<string>): string {
	return [...files]
		.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
		.join('');
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
