/** Build of the two bundles: the fans' site and the console. Only `scripts/build.ts` and `npm run dev` read it. */
import { resolve } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown, type UserConfig } from 'vite';
import { BLOCKED_WORDS } from './build/blocked-words.ts';
import { inlineMessages } from './build/inline-messages.ts';
import { slimContract } from './build/slim-contract.ts';

const here = import.meta.dirname;
const api = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** By package and by number: else a page loads fifty files, each asked for and compressed by itself. */
const chunkGroups = [
	// In the order in which the sources import them: the order of the layers comes first.
	{ name: 'styles', test: /\.css$/, priority: 3 },
	{
		name: 'framework',
		test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack|@lingui)\//,
		minShareCount: 20,
		priority: 2,
	},
];
/** The console's pages have less in common: its first view would load parts of all of them. */
const webGroups = [
	// Forms alone check shapes and tell refusals.
	{
		name: 'shared',
		test: /^(?!.*(?:\/node_modules\/zod\/|\/contract\/values\/shapes\.ts|\/lib\/api\/problem-text\.ts))/,
		minShareCount: 6,
		priority: 1,
		includeDependenciesRecursively: false,
	},
	// What the same pages need, in one file.
	{
		name: 'pages',
		minShareCount: 2,
		entriesAware: true,
		entriesAwareMergeThreshold: 3_500,
		includeDependenciesRecursively: false,
	},
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
			slimContract(),
			react(),
			lingui({ configPath, failOnCompileError: true }),
			babel({ presets: [macros, { ...macros, preset: { plugins: [inlineMessages] } }] }),
		],
		// React looks for its developer tools; nobody needs the code that answers them.
		define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
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
			// All styles weigh less than the request for each page's own.
			cssCodeSplit: false,
			// Below this the content-security policy would have to allow data: fonts and scripts.
			assetsInlineLimit: 0,
			// Contract files have no side effects (`z` only builds shapes), so unused exports are dropped.
			rolldownOptions: {
				// The status page has a style sheet and no script: the server writes it.
				...(app === 'web' && {
					input: ['index.html', 'status.html', 'begin.ts'].map((file) => resolve(here, app, file)),
				}),
				treeshake: {
					moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
					manualPureFunctions: ['z'],
				},
				output: { ...fileNames(), codeSplitting: { groups: [...chunkGroups, ...(app === 'web' ? webGroups : [])] } },
			},
			// The server names the scripts of each page of the fans' site (server/pages/built/chunks.ts). The console names those
			// of its entry: a list of every page's would be kilobytes.
			modulePreload: app === 'console' && {
				polyfill: false,
				resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
			},
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
		// However the server is started: React's development build renders several times slower.
		define: { 'process.env.NODE_ENV': '"production"' },
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

/** Extensions block files by words of advertising in their names. Such a file, and one of many pages, is named by its hash alone. */
function fileNames(): Rolldown.OutputOptions {
	const of = (name: string, extension: string) =>
		`assets/${BLOCKED_WORDS.test(name) || name.includes('~') ? '' : `${name}-`}[hash].${extension}`;
	return {
		chunkFileNames: ({ name }) => of(name, 'js'),
		assetFileNames: ({ names: [name = ''] }) => of(name.replace(/\.\w+$/, ''), '[ext]'),
	};
}
