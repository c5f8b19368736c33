import { mkdir, mkdtempDisposable, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { readKept, writeKept } from './kept-assets.ts';

const root = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-kept-')));

/** A build empties dist/ and writes files whose names carry a hash of their content. */
async function build(names: readonly string[]): Promise<string[]> {
	const kept = await readKept(root.path);
	await rm(join(root.path, 'dist'), { recursive: true, force: true });
	const assets = join(root.path, 'dist/web/assets');
	await mkdir(assets, { recursive: true });
	for (const name of names) await writeFile(join(assets, name), name);
	await writeKept(root.path, 'web', kept.web);
	return (await readdir(assets)).toSorted();
}

it('every build has its own files and those of the build before, and none that are older', async () => {
	expect(await build(['a-1.js', 'font.woff2'])).toEqual(['a-1.js', 'font.woff2']);
	expect(await build(['a-2.js', 'font.woff2'])).toEqual(['a-1.js', 'a-2.js', 'font.woff2']);
	expect(await build(['a-3.js', 'font.woff2'])).toEqual(['a-2.js', 'a-3.js', 'font.woff2']);
	// The same sources again: nothing of the release before is lost that a page may still ask for.
	expect(await build(['a-4.js'])).toEqual(['a-3.js', 'a-4.js', 'font.woff2']);
});
