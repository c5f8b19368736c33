/** Checks whether a program is installed. A bench leaves out a missing peer and never estimates its figures. */
import { spawn } from 'node:child_process';

export function isInstalled(program: string): Promise<boolean> {
	return new Promise((resolve) => {
		const child = spawn(program, ['-v'], { stdio: 'ignore', timeout: 5_000 });
		child.on('error', () => resolve(false));
		child.on('exit', () => resolve(true));
	});
}
