// Runs before every npm script, on whatever Node the machine has: installs what the lock file says unless exactly that is there.
// The script that follows then finds the pinned Node first on npm's path. `npm run serve` installs nothing: at night, without a
// registry, it would have deleted what the site runs with.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderFault, missingIn } from './lib/installation.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (name) => (existsSync(join(root, name)) ? JSON.parse(readFileSync(join(root, name), 'utf8')) : null);
const isThere = (path) => existsSync(join(root, path, 'package.json'));
const isServing = process.env.npm_lifecycle_event === 'preserve';
const fault = folderFault(root);
if (fault !== null) {
	process.stderr.write(`${fault}\n`);
	process.exit(1);
}
const missing = missingIn(read('package-lock.json'), read('node_modules/.package-lock.json'), isThere, { isServing });

if (missing !== null && isServing) {
	process.stderr.write(
		`${missing} is not installed as package-lock.json says: run "npm ci" and "npm run build" first\n`,
	);
	process.exit(1);
}
if (missing !== null) {
	process.stdout.write('Installing what package-lock.json names …\n');
	const npm = process.env.npm_execpath;
	const [program, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
	// Whatever the machine's npm leaves out, or NODE_ENV=production does.
	const all = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
	const { status } = spawnSync(program, [...args, ...all], { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}
