/**
 * Builds what browsers get, and the auditor, into dist/, and fails when the bundle does not contain the app or is too heavy. Keeps
 * the files under assets/ of the build before, for pages that are open: `-- --keep <folder>` names another checkout that has it.
 */
import './lib/refusals.ts';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildAuditor } from '../build/audit-log.ts';
import { compressFolder, buildServiceWorker, buildServerTexts } from '../build/after-vite.ts';
import { filesOf, type Manifest } from '../server/pages/built/chunks.ts';
import { hashSources, writeStamp } from './lib/build-stamp.ts';
import { readKept, writeKept } from './lib/kept-assets.ts';
import { bundleOf, serverBundle } from '../vite.config.ts';

const root = resolve(import.meta.dirname, '..');
// Whatever runs us: browsers get React's production build.
process.env.NODE_ENV = 'production';
const stamp = await hashSources(root);
await writeStamp(root, '');
const output = join(root, 'dist/web');

/** What each app loads before its first screen can be used: the entry, and the chunks of that screen. */
const FIRST_VIEWS = [
	{ app: 'web', page: 'pages/home.tsx', bytesMax: 130_000 },
	{ app: 'web', page: 'pages/article.tsx', bytesMax: 130_000 },
	{ app: 'web', page: 'pages/leaderboard.tsx', bytesMax: 155_000 },
	{ app: 'console', page: 'pages/dashboard.tsx', bytesMax: 180_000 },
];
const PRELOADED_FONT_BYTES_MAX = 60_000;
/** A macro plugin that is set up wrongly once left an empty app behind and reported success. */
const APP_BYTES_MIN = 60_000;

const [, before = root] = /^--keep=?(.+)$/.exec(process.argv.slice(2).join('')) ?? [];
const kept = await readKept(resolve(before));
for (const app of ['web', 'console'] as const) {
	await build({ ...bundleOf(app), configFile: false, logLevel: 'warn' });
	if (app === 'web') {
		await build({ ...serverBundle(join(root, 'dist/server')), configFile: false, logLevel: 'warn' });
		await buildServiceWorker(bundleOf('web'), output);
	}
	await compressFolder(join(root, 'dist', app));
	await writeKept(root, app, kept[app]);
}

await buildAuditor(join(root, 'dist'));
await buildServerTexts(root);

for (const { app, page, bytesMax } of FIRST_VIEWS) {
	const folder = join(root, 'dist', app);
	const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
	if (!manifest[page]) fail(`the bundle has no part named ${page}`);
	const scripts = await gzipBytes(folder, filesOf(manifest, 'index.html', page));
	process.stdout.write(`${app}: first view of ${page} ${kilobytes(scripts)} of script (gzip)\n`);
	if (scripts < APP_BYTES_MIN) fail(`the bundle of ${app} does not contain the app`);
	if (scripts > bytesMax) fail(`scripts of ${page} of ${app} exceed ${bytesMax} bytes`);
}

const fonts = await preloadedFontBytes();
process.stdout.write(`web: first view ${kilobytes(fonts)} of fonts\n`);
if (fonts > PRELOADED_FONT_BYTES_MAX) fail(`preloaded fonts exceed ${PRELOADED_FONT_BYTES_MAX} bytes`);

await writeStamp(root, stamp);

async function gzipBytes(folder: string, files: string[]): Promise<number> {
	const sizes = await Promise.all(
		files.map(async (file) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

async function preloadedFontBytes(): Promise<number> {
	const page = await readFile(join(output, 'index.html'), 'utf8');
	const assets = await readdir(join(output, 'assets'));
	const preloaded = assets.filter((file) => file.endsWith('.woff2') && page.includes(`/assets/${file}`));
	const sizes = await Promise.all(preloaded.map(async (file) => (await readFile(join(output, 'assets', file))).length));
	return sizes.reduce((sum, size) => sum + size, 0);
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}

function fail(reason: string): never {
	process.stderr.write(`build failed: ${reason}\n`);
	process.exit(1);
}
