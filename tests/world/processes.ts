/** Programs of ours as processes of their own, to be killed and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface ServerProcess {
	/** Where it listens. */
	address: string;
	child: ChildProcess;
	/** Ends it without a word, as a power cut would. */
	kill(): Promise<void>;
	/** Asks it to end; gives its exit code. */
	terminate(): Promise<number | null>;
}

/** The production start on a database of its own. */
export async function startServerProcess(
	databaseUrl: string,
	env: Record<string, string> = {},
): Promise<ServerProcess> {
	const child = spawn(process.execPath, [join(ROOT, 'scripts/serve.ts')], {
		cwd: ROOT,
		env: {
			...process.env,
			DATABASE_URL: databaseUrl,
			PORT: '0',
			PUBLIC_URL: 'http://localhost:3000',
			LOG_LEVEL: 'error',
			...env,
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const address = await readAddress(child);
	return {
		address,
		child,
		async kill() {
			child.kill('SIGKILL');
			await ended(child);
		},
		async terminate() {
			child.kill('SIGTERM');
			return ended(child);
		},
	};
}

async function readAddress(child: ChildProcess): Promise<string> {
	if (!child.stdout) throw new Error('The server has no output');
	for await (const line of createInterface({ input: child.stdout })) {
		const address = /listening on (http\S+?)\)/.exec(line)?.[1];
		if (address) return address;
	}
	throw new Error('The server ended before it listened');
}

async function ended(child: ChildProcess): Promise<number | null> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	return child.exitCode;
}

/** Runs one of our scripts to its end. */
export async function runScript(
	name: string,
	env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
	const child = spawn(process.execPath, [join(ROOT, 'scripts', name)], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, output };
}
