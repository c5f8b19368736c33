// Runs before every npm script, on whatever Node the machine has: installs what the lock file says when it is missing
// or older than the lock. The script that follows then finds the pinned Node first on npm's path.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, 'node_modules', '.package-lock.json');
const lock = join(root, 'package-lock.json');

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
	process.stdout.write('Installing what package-lock.json names …\n');
	const npm = process.env.npm_execpath;
	const [program, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
	const { status } = spawnSync(program, [...args, '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}
