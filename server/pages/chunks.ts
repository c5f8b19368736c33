/** Which script and style files a page is made of, so that the browser asks for them before the app has started. */
import { type PagePattern, pages } from '#contract/pages.ts';

interface Part {
	file: string;
	imports?: string[];
	css?: string[];
}

/** Vite's manifest: source file to what was built from it. */
export type Manifest = Record<string, Part>;

const ENTRY = 'index.html';

/** The files of each page beside those that the document names itself, as elements for its head. */
export function chunkLinks(manifest: Manifest): Map<PagePattern, string> {
	const everywhere = filesOf(manifest, ENTRY);
	return new Map(
		Object.entries(pages).map(([name, pattern]) => {
			const own = [...filesOf(manifest, sourceOf(name))].filter((file) => !everywhere.has(file));
			return [pattern, own.map(link).join('\n\t\t')];
		}),
	);
}

/** The source in `web/` that the router opens for a page: `pages/edit-profile.tsx` for `editProfile`. */
export function sourceOf(name: string): string {
	return `pages/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`;
}

/** Lists the files of a chunk and its imports. Styles come first, those of imports before its own, for the cascade. */
function filesOf(manifest: Manifest, source: string): Set<string> {
	const parts = new Set<Part>();
	collect(manifest, source, new Set(), parts);
	const inOrder = [...parts];
	return new Set([...inOrder.flatMap(({ css }) => css ?? []), ...inOrder.map(({ file }) => file)]);
}

/** Adds nothing for a chunk that was not built. */
function collect(manifest: Manifest, source: string, seen: Set<string>, into: Set<Part>): void {
	const part = manifest[source];
	if (!part || seen.has(source)) return;
	seen.add(source);
	for (const name of part.imports ?? []) collect(manifest, name, seen, into);
	into.add(part);
}

function link(file: string): string {
	return file.endsWith('.css')
		? `<link rel="stylesheet" href="/${file}" crossorigin>`
		: // Styles and the main picture come first: they are the first paint.
			`<link rel="modulepreload" href="/${file}" crossorigin fetchpriority="low">`;
}
