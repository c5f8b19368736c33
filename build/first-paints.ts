/** Renders the first paints of the pages (web/first-paint) into the built folder, where the server finds them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type UserConfig } from 'vite';
import { FIRST_PAINTS_FILE } from '#contract/values/first-paint.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ENTRY = 'first-paint/first-paints.tsx';

/** `bundle` is the configuration of the fans' app. */
export async function buildFirstPaints(bundle: UserConfig, folder: string): Promise<void> {
	// Below the project's folder, so that the rendered module finds React.
	const draft = await mkdtemp(join(ROOT, 'node_modules/.first-paints-'));
	try {
		await build({
			...bundle,
			configFile: false,
			logLevel: 'warn',
			publicDir: false,
			build: {
				ssr: ENTRY,
				outDir: draft,
				emptyOutDir: false,
				rolldownOptions: { output: { entryFileNames: 'first-paints.mjs' } },
			},
		});
		const module = (await import(pathToFileURL(join(draft, 'first-paints.mjs')).href)) as {
			renderFirstPaints: () => Record<string, string>;
		};
		await writeFile(join(folder, FIRST_PAINTS_FILE), JSON.stringify(module.renderFirstPaints()));
	} finally {
		await rm(draft, { recursive: true, force: true });
	}
}
