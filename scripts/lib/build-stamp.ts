/** Tells whether dist/ was built from the sources that are there: a build leaves the hash of its sources. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';

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
	const isWhole = (await Promise.all(['web', 'console'].map((app) => isAppWhole(join(root, 'dist', app))))).every(
		Boolean,
	);
	if (!existsSync(join(root, 'web'))) return isWhole;
	return isWhole && String(await readIfThere(stampOf(root))) === (await hashSources(root));
}

/** A disk that was full, or a copy cut off, leaves a document without its end, or scripts that it names and that are not there. */
async function isAppWhole(app: string): Promise<boolean> {
	const document = String(await readIfThere(join(app, 'index.html')));
	const files = Array.from(
		document.matchAll(/(?:src|href)="\/(?:console\/)?(assets\/[^"?#]+)"/g),
		([, file = '']) => file,
	);
	if (!document.includes('</html>') || !files.every((file) => existsSync(join(app, file)))) return false;
	const manifest = await readIfThere(join(app, 'manifest.json'));
	return manifest === null || manifest.toString().trimEnd().endsWith('}');
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
			const bytes = await readIfThere(file);
			if (bytes) hash.update(`${path}/${name}\0`).update(bytes);
		}
	}
	return hash.digest('hex');
}

/** Null if there is no such file. @throws {StartRefused} for a closed one, as root leaves by a umask: a build mends nothing */
async function readIfThere(file: string): Promise<Buffer | null> {
	return readFile(file).catch(({ code = '' }: NodeJS.ErrnoException) => {
		if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return null;
		throw new StartRefused(`${file} cannot be read (${code}): run "chmod -R go+rX" on the folder of the site`);
	});
}

/** Empty while a build is under way. */
export async function writeStamp(root: string, stamp: string): Promise<void> {
	await mkdir(dirname(stampOf(root)), { recursive: true });
	await writeFile(stampOf(root), stamp);
}
