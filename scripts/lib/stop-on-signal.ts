/**
 * On SIGTERM, SIGINT and SIGHUP, scripts drain and finish requests in flight. They exit with 1 after the drain and this time,
 * which is before ten seconds.
 */
import { readFileSync } from 'node:fs';

const GIVE_UP_MS = 9_500;
const LOOK_EVERY_MS = 250;

export function stopOnSignal(stop: () => Promise<void>, drainMs = 0): void {
	const giveUpMs = drainMs + GIVE_UP_MS;
	let stopping = false;
	const begin = (why: string) => {
		if (stopping) return;
		stopping = true;
		console.log(`Lightstick stops: ${why}`);
		setTimeout(() => {
			console.error(`Lightstick could not finish within ${giveUpMs / 1000} s and ends now`);
			process.exit(1);
		}, giveUpMs).unref();
		stop().then(
			() => process.exit(0),
			(error: unknown) => {
				console.error(error);
				process.exit(1);
			},
		);
	};
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => begin(signal));
	// npm starts a shell, and the shell this process. SIGTERM to npm ends those two and never comes here, and kill -9 of npm
	// leaves the shell.
	if (process.env.npm_lifecycle_event === undefined) return;
	const parents = readParents();
	setInterval(() => {
		if (readParents() !== parents) begin('npm has ended');
	}, LOOK_EVERY_MS).unref();
}

/** The parent and, where Linux tells it, the parent of a shell. That of npm itself may end: npm may run without a terminal. */
function readParents(): string {
	try {
		const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
		const [, name = '', ppid = ''] = /\((.*)\) \S (\d+)/s.exec(stat) ?? [];
		return /^(?:da|ba)?sh$/.test(name) ? `${process.ppid} of ${ppid}` : String(process.ppid);
	} catch {
		return String(process.ppid);
	}
}
