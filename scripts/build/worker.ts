/** Builds the service worker: one file without imports, under a name that stays. */
import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

export async function buildWorker(output: string): Promise<void> {
	await build({
		configFile: false,
		logLevel: 'warn',
		publicDir: false,
		build: {
			outDir: output,
			emptyOutDir: false,
			copyPublicDir: false,
			lib: {
				entry: join(ROOT, 'web/worker/worker.ts'),
				formats: ['iife'],
				name: 'worker',
				fileName: () => 'worker.js',
			},
			target: ['chrome111', 'safari16.4', 'firefox114'],
		},
	});
}
