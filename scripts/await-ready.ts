/**
 * Waits until the site at the given address is ready. Exits with 1 if it is not within two minutes, and as soon as the process
 * MAINPID has ended, which systemd names.
 */
import './lib/refusals.ts';
import { setTimeout as wait } from 'node:timers/promises';

const WITHIN_MS = 120_000;
const AGAIN_MS = 250;

const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2);

async function reason(): Promise<string | null> {
	try {
		const response = await fetch(new URL('/readyz', address), { signal: AbortSignal.timeout(5_000) });
		return response.ok ? null : `${response.status} ${await response.text()}`;
	} catch (error) {
		return String(error instanceof Error ? (error.cause ?? error) : error);
	}
}

/** The signal 0 is not delivered: it only asks whether the process is there. */
function hasEnded(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'ESRCH';
	}
}

const main = Number(process.env.MAINPID) || null;
let last: string | null = null;
for (const until = performance.now() + WITHIN_MS; performance.now() < until; await wait(AGAIN_MS)) {
	last = await reason();
	if (main !== null && hasEnded(main)) {
		console.error('The process has ended: its last lines say why');
		process.exit(1);
	}
	if (last === null) process.exit(0);
}
console.error(`${address} is not ready: ${last}`);
process.exit(1);
