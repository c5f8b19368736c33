/**
 * On SIGTERM and SIGINT, scripts drain and finish requests in flight. They exit with 1 after the drain and this time,
 * which is before ten seconds.
 */
const GIVE_UP_MS = 9_500;

export function stopOnSignal(stop: () => Promise<void>, drainMs = 0): void {
	const giveUpMs = drainMs + GIVE_UP_MS;
	let stopping = false;
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (stopping) return;
			stopping = true;
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
		});
	}
}
