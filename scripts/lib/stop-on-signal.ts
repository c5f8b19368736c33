/**
 * On SIGTERM, SIGINT and SIGHUP, scripts drain and finish requests in flight. They exit with 1 after the drain and this time,
 * which is before ten seconds.
 */
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
	// npm starts a shell, and the shell this process. SIGTERM to npm ends those two and never comes here.
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) begin('npm has ended');
	}, LOOK_EVERY_MS).unref();
}
