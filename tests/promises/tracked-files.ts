/** The files of the repository, those included that are not committed yet. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '../..');

export interface TrackedFile {
	/** From the root of the repository. */
	name: string;
	text: string;
}

export async function trackedFiles(pattern: RegExp): Promise<TrackedFile[]> {
	const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT });
	const names = stdout.split('\n').filter((name) => pattern.test(name));
	const texts = await Promise.all(names.map((name) => readFile(join(ROOT, name), 'utf8').catch(() => null)));
	// A file that was deleted and not yet committed is listed and cannot be read.
	return names.flatMap((name, index) => {
		const text = texts[index];
		return typeof text === 'string' ? [{ name, text }] : [];
	});
}
