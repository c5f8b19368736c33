/** What a build makes after Vite: the service worker, compressed files, the server's texts. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Manifest, type UserConfig } from 'vite';
import { SERVICE_WORKER_PATH } from '#contract/values/service-worker.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { languages, SOURCE_LANGUAGE } from '../contract/values/languages.ts';
import { texts } from '../server/languages/texts.ts';

/** Files of every page without a hash in their names. */
const UNHASHED = ['/theme.js', '/favicon.svg'];

/**
 * Builds the fans' service worker as one classic script. It has to be built last: it names the other files. `bundle` is the
 * configuration of the fans' app, and `folder` the place where it was built.
 */
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

/** Compresses built files once, so that the server sends bytes. */
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const WORTH_IT = /\.(?:js|css|svg|json|txt)$/;
/** Below this the headers weigh more than what is saved. */
const BYTES_MIN = 1_000;

/** Writes `<file>.br` and `<file>.gz` beside every file that gets smaller by it. */
export async function compressFolder(folder: string): Promise<void> {
	const names = (await readdir(folder, { recursive: true })).filter((name) => WORTH_IT.test(name));
	await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
	if ((await stat(path)).size < BYTES_MIN) return;
	const bytes = await readFile(path);
	const [br, zipped] = await Promise.all([
		toBrotli(bytes, {
			params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
		}),
		toGzip(bytes, { level: 9 }),
	]);
	await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, zipped)]);
}

/** Writes `dist/texts.json`: language to English text to compiled translation. */
export async function buildServerTexts(root: string): Promise<void> {
	const wanted = new Set<string>(Object.values(texts));
	const catalogs = Object.keys(languages).map(async (locale) => {
		const filename = join(root, `web/locales/${locale}.po`);
		const context = { locale, sourceLocale: SOURCE_LANGUAGE, filename };
		const catalog = await formatter().parse(await readFile(filename, 'utf8'), context);
		const known = Object.values(catalog).flatMap(({ message = '', translation }) =>
			wanted.has(message) && translation ? [[message, compileMessage(translation)]] : [],
		);
		return [locale, Object.fromEntries(known)];
	});
	await writeFile(join(root, 'dist/texts.json'), JSON.stringify(Object.fromEntries(await Promise.all(catalogs))));
}
