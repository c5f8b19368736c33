/** Reads Vite's manifest: which files a page needs before it can be seen. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ManifestEntry {
	file: string;
	imports?: string[];
	css?: string[];
}

export type Manifest = Record<string, ManifestEntry>;

export async function readManifest(folder: string): Promise<Manifest> {
	const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
	return manifest;
}

/** Script files of an entry and of the lazy chunks that it opens at once, each once, with all they import. */
export function firstViewFiles(manifest: Manifest, entry: string, lazy: string[]): string[] {
	const files = new Set<string>();
	const seen = new Set<string>();
	const waiting = [entry, ...lazy];
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		const part = manifest[name];
		if (seen.has(name)) continue;
		if (!part) throw new Error(`The bundle has no part named ${name}`);
		seen.add(name);
		files.add(part.file);
		waiting.push(...(part.imports ?? []));
	}
	return [...files];
}
