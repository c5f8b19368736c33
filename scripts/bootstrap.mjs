// Runs before every command, on whatever Node the machine has, and says in a sentence why the command cannot work: the folder, an
// installation that is not what the lock file says, an old Node. Commands of a developer's machine install what is missing.
// Those of a site never do: at night, without a registry, it would have deleted what the site runs with. The program that
// follows finds the pinned Node first on npm's path.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codelessIn, commandNeeds, folderFault, missingIn, nodeFault } from './lib/installation.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { installs, isServing } = commandNeeds(process.env.npm_lifecycle_event);
const fault = folderFault(root);
if (fault !== null) refuse(fault);
const lock = read('package-lock.json');
// Without these, Node reads no program of ours that could say so.
const [taken] = /--(?:jitless|no-(?:experimental-)?strip-types)\b/.exec(process.env.NODE_OPTIONS ?? '') ?? [];
if (taken) refuse(`NODE_OPTIONS has ${taken}, under which Node reads no TypeScript: start without it`);
const missing = findMissing();
if (missing !== null) {
	const found = `${missing}: the installation is not what package-lock.json says`;
	if (!installs) refuse(`${found}. Run "npm ci", and "npm run build" for a site`);
	const closed = [root, join(root, 'node_modules')].find((folder) => existsSync(folder) && !isOpen(folder));
	if (closed !== undefined) refuse(`${found}, and this user may not write to ${closed}: run "npm ci" as its owner`);
	process.stdout.write('Installing what package-lock.json names …\n');
	process.umask(process.umask() & 0o077);
	const npm = process.env.npm_execpath;
	const [program, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
	// Whatever the machine's npm leaves out, or NODE_ENV=production does.
	const all = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
	const whole =
		'--ignore-scripts=false --bin-links --dry-run=false --global=false --engine-strict=false --package-lock-only=false --install-strategy=hoisted';
	const { status } = spawnSync(program, [...args, ...all, ...whole.split(' ')], { cwd: root, stdio: 'inherit' });
	if (status !== 0)
		refuse(
			'The installation has failed: npm says why above. It needs the registry or a full cache, and 1 GB of disk. Start again',
		);
	const left = findMissing();
	if (left !== null)
		refuse(`${left} is missing still: a setting of this machine's npm leaves it out (npm config list)`);
}

/** A container holds what it runs with, and no list of it. */
function findMissing() {
	if (lock === null) return null;
	return (
		missingIn(lock, read('node_modules/.package-lock.json'), isThere, { isServing }) ??
		codelessIn(read('package.json'), createRequire(import.meta.url).resolve) ??
		missingNode()
	);
}

function missingNode() {
	return nodeFault(process.versions.node, existsSync(join(root, 'node_modules/.bin/node')), read('package.json'));
}

/** Null if it is not there, or was cut off while it was written. */
function read(name) {
	try {
		return JSON.parse(readFileSync(join(root, name), 'utf8'));
	} catch (error) {
		if (error.code === 'ENOENT' || name.startsWith('node_modules')) return null;
		return refuse(`${name} cannot be read (${error.message}): take it from the release again`);
	}
}

function isThere(path) {
	return existsSync(join(root, path, 'package.json'));
}

function isOpen(folder) {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

function refuse(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
}
