/** A Chromium to drive: CHROME, else the one that npm packages for Linux, else the system's. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packaged, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { createRequire } from 'node:module';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** A few switches: no sandbox (tests may run as root), and nothing that talks to the outside. */
export const CHROMIUM_ARGS = [
	'--headless=shell',
	'--no-sandbox',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
];

/** Path of the program; unpacks the packaged one once per machine. */
export async function findChromium(): Promise<string> {
	if (process.env.CHROME) return process.env.CHROME;
	if (process.platform === 'linux' && process.arch === 'x64') {
		if (!(await hasSystemLibraries())) await unpackLibraries();
		return packaged.executablePath();
	}
	const found = SYSTEM.find((path) => existsSync(path));
	if (!found) throw new Error('There is no Chromium: name one in CHROME');
	return found;
}

/** The packaged browser needs NSS; a bare container may not have it. */
async function hasSystemLibraries(): Promise<boolean> {
	const listed = await promisify(execFile)('/sbin/ldconfig', ['-p']).catch(() => ({ stdout: '' }));
	return listed.stdout.includes('libnss3.so');
}

async function unpackLibraries(): Promise<void> {
	const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
	await inflate(join(entry, '../../bin/al2023.tar.br'));
	setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
}
