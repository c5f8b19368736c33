/** Runs the npm that started this script and returns its output. */
import { execFile } from 'node:child_process';
import { ROOT } from './steps.ts';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** An exit code other than 0 is no error: `npm audit` ends with 1 when it finds something. */
export function npmOutput(args: string[]): Promise<string> {
	const npm = process.env.npm_execpath;
	const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
	return new Promise((resolve, reject) => {
		execFile(program, [...first, ...args], { cwd: ROOT, maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout, stderr) => {
			if (stdout) resolve(stdout);
			else reject(error ?? new Error(stderr || 'npm printed nothing'));
		});
	});
}
