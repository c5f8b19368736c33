/** Build of the two bundles: the fans' site and the console. Only `scripts/build.ts` and `npm run dev` read it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { BLOCKED_WORDS } from './build/blocked-words.ts';
import { inlineMessages } from './build/inline-messages.ts';
import { slimContract } from './build/slim-contract.ts';

const here = import.meta.dirname;
const api = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** What many pages need, by package and by number: else a page loads fifty files, each asked for and compressed by itself. */
const chunkGroups = [
	{
		name: 'framework',
		test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|@lingui)\//,
		minShareCount: 20,
		priority: 2,
	},
	{ name: 'shared', minShareCount: 7, priority: 1, includeDependenciesRecursively: false },
	{ name: 'small', minShareCount: 4, maxModuleSize: 3_000, priority: 0, includeDependenciesRecursively: false },
];

export default defineConfig(bundleOf('web'));

/** Each lives in a folder of its own and is built to a folder of the same name; neither holds a line of the other. */
export function bundleOf(app: 'web' | 'console'): UserConfig {
	const configPath = resolve(here, 'lingui.config.ts');
	const macros = linguiTransformerBabelPreset({ descriptorFields: 'message' }, { configPath });
	return {
		root: resolve(here, app),
		base: app === 'console' ? '/console/' : '/',
		// Both show the same icon and set the theme before the first paint: these files keep their names.
		publicDir: resolve(here, 'web/public'),
		plugins: [
			layerOrderFirst(),
			slimContract(),
			react(),
			lingui({ configPath, failOnCompileError: true }),
			babel({ presets: [macros, { ...macros, preset: { plugins: [inlineMessages] } }] }),
		],
		// React looks for its developer tools; on the fans' site nobody needs the code that answers them.
		define: app === 'web' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
		resolve: {
			alias: [
				// Every browser below has it in React itself.
				{ find: /^use-sync-external-store\/shim$/, replacement: 'react' },
				{ find: /^react\/jsx(?:-dev)?-runtime$/, replacement: resolve(here, 'ui/text-parts.ts') },
			],
		},
		build: {
			outDir: resolve(here, 'dist', app),
			emptyOutDir: true,
			manifest: 'manifest.json',
			// All styles of the fans' site weigh less than the request for each page's own.
			cssCodeSplit: app === 'console',
			// Below this the content-security policy would have to allow data: fonts and scripts.
			assetsInlineLimit: 0,
			// Contract files have no side effects (`z` only builds shapes), so unused exports are dropped.
			rolldownOptions: {
				// The status page has a style sheet and no script: the server writes it.
				...(app === 'web' ? { input: ['index.html', 'status.html'].map((file) => resolve(here, app, file)) } : {}),
				treeshake: {
					moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
					manualPureFunctions: ['z'],
				},
				output: { ...fileNames(), ...(app === 'web' ? { codeSplitting: { groups: chunkGroups } } : {}) },
			},
			// The server names the scripts of each page (server/pages/built/chunks.ts).
			modulePreload: app === 'console' && { polyfill: false },
			target: ['chrome111', 'safari16.4', 'firefox114'],
		},
		server: {
			host: '127.0.0.1',
			proxy: { '/api': api, '/media': api, '/console': api },
		},
	};
}

/** The fans' app as one file that the server runs: it needs none of the packages that the pages are built of. */
export function serverBundle(outDir: string): UserConfig {
	return {
		...bundleOf('web'),
		publicDir: false,
		ssr: { noExternal: true },
		build: {
			ssr: 'entry-server.tsx',
			outDir,
			emptyOutDir: true,
			rolldownOptions: { output: { codeSplitting: false } },
		},
	};
}

/** Extensions block files by words of advertising in their names. Such a file is named by its hash alone. */
function fileNames(): Rolldown.OutputOptions {
	const of = (name: string, extension: string) =>
		`assets/${BLOCKED_WORDS.test(name) ? '' : `${name}-`}[hash].${extension}`;
	return {
		chunkFileNames: ({ name }) => of(name, 'js'),
		assetFileNames: ({ names: [name = ''] }) => of(name.replace(/\.\w+$/, ''), '[ext]'),
	};
}

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
