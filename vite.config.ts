/** How the fans' bundle is built. Only `scripts/build.ts` and `npm run dev` read this. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { slimContract } from './scripts/slim-contract.ts';

const here = import.meta.dirname;
const api = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
	root: resolve(here, 'web'),
	// The root of `web` holds its own public folder; its files keep their names (theme.js must run before the bundle).
	publicDir: resolve(here, 'web/public'),
	plugins: [
		layerOrderFirst(),
		slimContract(),
		react(),
		lingui({ configPath: resolve(here, 'lingui.config.ts') }),
		babel({ presets: [linguiTransformerBabelPreset({}, { configPath: resolve(here, 'lingui.config.ts') })] }),
	],
	build: {
		outDir: resolve(here, 'dist/web'),
		emptyOutDir: true,
		manifest: 'manifest.json',
		// Below this the content-security policy would have to allow data: fonts and scripts.
		assetsInlineLimit: 0,
		// Contract files only define (`z` builds shapes, nothing else happens): what nobody imports from them goes.
		rolldownOptions: {
			treeshake: {
				moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
				manualPureFunctions: ['z'],
			},
		},
		target: ['chrome111', 'safari16.4', 'firefox114'],
	},
	server: {
		host: '127.0.0.1',
		proxy: { '/api': api, '/media': api },
	},
});

/**
 * Which layer wins is settled by the statement that a browser sees first, and pages bring their style files in any
 * order: so every file begins with it.
 */
function layerOrderFirst(): Plugin {
	const order = readFileSync(resolve(here, 'ui/layers.css'), 'utf8');
	return {
		name: 'layer-order-first',
		enforce: 'pre',
		transform: {
			filter: { id: /\.css$/ },
			handler: (code) => ({ code: order + code, map: null }),
		},
	};
}
