import { appendFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSources, isBuilt, writeStamp } from './build-stamp.ts';

let root: string;

beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'lightstick-build-'));
	for (const folder of ['web', 'console', 'ui', 'dist/web', 'dist/console'])
		await mkdir(join(root, folder), { recursive: true });
	for (const file of [
		'web/app.tsx',
		'ui/button.tsx',
		'package-lock.json',
		'dist/web/index.html',
		'dist/console/index.html',
	])
		await writeFile(join(root, file), file.endsWith('.html') ? '<html></html>' : file);
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('is built after a build of these sources, and no longer when one of them changes', async () => {
	for (const file of ['web/app.tsx', 'ui/button.tsx', 'package-lock.json', 'ui/new.tsx']) {
		expect(await isBuilt(root)).toBe(false);
		await writeStamp(root, await hashSources(root));
		expect(await isBuilt(root)).toBe(true);
		await appendFile(join(root, file), 'x');
	}
	await writeStamp(root, await hashSources(root));
	await rm(join(root, 'dist/console/index.html'));
	expect(await isBuilt(root)).toBe(false);
});

it('is not built where a document or a script of it is cut off or gone', async () => {
	await writeStamp(root, await hashSources(root));
	const document = join(root, 'dist/web/index.html');
	for (const text of ['', '<html><body>', '<html><script src="/assets/gone.js"></script></html>']) {
		await writeFile(document, text);
		expect(await isBuilt(root)).toBe(false);
	}
	await writeFile(document, '<html></html>');
	expect(await isBuilt(root)).toBe(true);
	await writeFile(join(root, 'dist/web/manifest.json'), '{"begin.ts":{"fi');
	expect(await isBuilt(root)).toBe(false);
});

it('is not called unbuilt where a file cannot be read, which another build would not change', async () => {
	await rm(join(root, 'dist/web/index.html'));
	await symlink('index.html', join(root, 'dist/web/index.html'));
	await expect(isBuilt(root)).rejects.toThrow(/index\.html cannot be read \(ELOOP\)/);
});

it('is built in a container, which holds what was built and no sources', async () => {
	await rm(join(root, 'web'), { recursive: true });
	expect(await isBuilt(root)).toBe(true);
	await rm(join(root, 'dist/web'), { recursive: true });
	expect(await isBuilt(root)).toBe(false);
});
