/** Tells whether dist/ was built from the sources that are there: a build leaves the hash of its sources. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const INPUTS = [
	'web',
	'console',
	'ui',
	'client',
	'contract',
	'vite.config.ts',
	'lingui.config.ts',
	'server/languages/texts.ts',
	'package-lock.json',
	'public-log',
	'scripts/audit-log.ts',
	'scripts/build.ts',
	'build',
];
const stampOf = (root: string) => join(root, '.cache/build-stamp');

/** True if there is nothing to build: dist/ is whole and of these sources. A container holds no sources of pages. */
export async function isBuilt(root: string): Promise<boolean> {
	const isWhole = ['web', 'console'].every((app) => existsSync(join(root, 'dist', app, 'index.html')));
	if (!existsSync(join(root, 'web'))) return isWhole;
	return isWhole && (await readFile(stampOf(root), 'utf8').catch(() => '')) === (await hashSources(root));
}

/** To be read before a build: sources that change under it must count as not built. */
export async function hashSources(root: string): Promise<string> {
	const hash = createHash('sha256');
	for (const path of INPUTS) {
		const place = join(root, path);
		if (!existsSync(place)) continue;
		const names = path.includes('.') ? [''] : await readdir(place, { recursive: true });
		for (const name of names.toSorted()) {
			const file = join(place, name);
			// A folder cannot be read as a file; its name alone says nothing new.
			const bytes = await readFile(file).catch(() => null);
			if (bytes) hash.update(`${path}/${name}\0`).update(bytes);
		}
	}
	return hash.digest('hex');
}

/** Empty while a build is under way. */
export async function writeStamp(root: string, stamp: string): Promise<void> {
	await mkdir(dirname(stampOf(root)), { recursive: true });
	await writeFile(stampOf(root), stamp);
}
