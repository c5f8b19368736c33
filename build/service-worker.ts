/** Builds the fans' service worker as one classic script. It has to be built last: it names the other files. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Manifest, type UserConfig } from 'vite';
import { SERVICE_WORKER_PATH } from '#contract/values/service-worker.ts';

/** Files of every page without a hash in their names. */
const UNHASHED = ['/theme.js', '/favicon.svg'];

/** `bundle` is the configuration of the fans' app, and `folder` the place where it was built. */
export async function buildServiceWorker({ root, build: options }: UserConfig, folder: string): Promise<void> {
	// Each once: a cache refuses a whole list that names a file twice.
	const parts = filesOf(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest).union(
		new Set(await unlistedFiles(folder)),
	);
	const files = [...parts].map((file) => `/${file}`);
	const hash = createHash('sha256').update(files.join(' '));
	for (const file of UNHASHED) hash.update(await readFile(join(folder, file)));
	const id = hash.digest('hex').slice(0, 12);
	await build({
		root,
		configFile: false,
		logLevel: 'warn',
		publicDir: false,
		define: { BUILD_ID: JSON.stringify(id), BUILT_FILES: JSON.stringify([...UNHASHED, ...files]) },
		build: {
			outDir: folder,
			emptyOutDir: false,
			target: options?.target,
			rolldownOptions: {
				input: join(root ?? '', 'worker/service-worker.ts'),
				output: { format: 'iife', entryFileNames: SERVICE_WORKER_PATH.slice(1) },
			},
		},
	});
}

/** Scripts and styles of all pages. A fan needs one language's catalog at most, and loads it anyway. */
function filesOf(manifest: Manifest): Set<string> {
	const parts = Object.entries(manifest).filter(([source]) => !source.startsWith('locales/'));
	const files = parts.flatMap(([, { file, css = [] }]) => [file, ...css]);
	return new Set(files.filter((file) => /\.(?:js|css)$/.test(file)));
}

/** Files that the manifest does not name: the fonts of every page, and workers. */
async function unlistedFiles(folder: string): Promise<string[]> {
	const page = await readFile(join(folder, 'index.html'), 'utf8');
	const names = (await readdir(join(folder, 'assets'))).map((name) => `assets/${name}`);
	return names.filter((name) => /-worker-[\w-]+\.js$/.test(name) || (name.endsWith('.woff2') && page.includes(name)));
}
