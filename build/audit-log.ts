/** Builds the auditor as one file that runs with Node alone: what sceptics download needs no installation. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
export const AUDITOR_FILE = 'audit-log.mjs';

/** Writes `audit-log.mjs` into the folder. @throws {Error} if the file would need anything but Node */
export async function buildAuditor(folder: string): Promise<void> {
	await build({
		root: ROOT,
		configFile: false,
		logLevel: 'warn',
		publicDir: false,
		build: {
			// For Node: the condition "node" of package.json picks Node's own SHA-256.
			ssr: 'scripts/audit-log.ts',
			target: 'node24',
			outDir: folder,
			emptyOutDir: false,
			rolldownOptions: { output: { entryFileNames: AUDITOR_FILE, codeSplitting: false } },
		},
		ssr: { noExternal: true },
	});
	const text = await readFile(join(folder, AUDITOR_FILE), 'utf8');
	const imported = [...text.matchAll(/^import\s[^;]*?from\s*["']([^"']+)["']/gm)].map(([, name = '']) => name);
	const foreign = imported.filter((name) => !name.startsWith('node:'));
	if (imported.length === 0 || foreign.length > 0) throw new Error(`${AUDITOR_FILE} imports ${foreign.join(', ')}`);
}
