/** Which scripts a page is made of, so that the browser asks for all of them at once. One style sheet serves all pages. */

/** Vite's manifest: source file to what was built from it. */
export type Manifest = Record<string, { file: string; imports?: string[] }>;

export function filesOf(manifest: Manifest, ...sources: string[]): string[] {
	const files = new Map<string, string>();
	const collect = (source: string) => {
		const part = manifest[source];
		if (!part || files.has(source)) return;
		files.set(source, '');
		for (const name of part.imports ?? []) collect(name);
		// Behind its imports.
		files.delete(source);
		files.set(source, part.file);
	};
	for (const source of sources) collect(source);
	return [...files.values()];
}

/** Links to the scripts of a page beside the entry, and to its language's catalog. English has none. */
export function linkScripts(manifest: Manifest, page: string, language: string): string {
	const [entry = '', catalog] = [manifest['index.html']?.file, manifest[`locales/${language}.po`]?.file];
	const files = filesOf(manifest, 'index.html', sourceOf(page)).filter((file) => file !== entry);
	return [...(catalog === undefined ? [] : [catalog]), ...files]
		.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
		.join('');
}

/** Letters beside those of English. The faces for these are in the document itself (web/index.html). */
const LETTERS: Record<string, readonly string[]> = {
	es: ['accented'],
	pt: ['accented'],
	vi: ['accented', 'vietnamese'],
};

/** Links to the faces of a language: one that comes late is not used on the page (ui/fonts.css). */
export function linkFaces(manifest: Manifest, language: string): string {
	return (LETTERS[language] ?? [])
		.flatMap((letters) => ['display', 'text'].map((face) => manifest[`../ui/fonts/${face}-${letters}.woff2`]?.file))
		.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`)
		.join('');
}

export const sourceOf = (name: string): string =>
	`pages/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`;
