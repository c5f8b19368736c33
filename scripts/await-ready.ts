/** Waits until the site at the given address is ready. Exits with 1 if it is not within two minutes. */
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

let last: string | null = null;
for (const until = performance.now() + WITHIN_MS; performance.now() < until; await wait(AGAIN_MS)) {
	last = await reason();
	if (last === null) process.exit(0);
}
console.error(`${address} is not ready: ${last}`);
process.exit(1);
