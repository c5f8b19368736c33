/** Whether a program is there: a peer that is not is left out, never guessed. */
import { spawn } from 'node:child_process';

export function isInstalled(program: string): Promise<boolean> {
	return new Promise((resolve) => {
		const child = spawn(program, ['-v'], { stdio: 'ignore', timeout: 5_000 });
		child.on('error', () => resolve(false));
		child.on('exit', () => resolve(true));
	});
}
