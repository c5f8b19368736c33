/** How a start script ends. SIGTERM and SIGINT finish what is in flight; whatever takes longer than ten seconds is given up. */
const GIVE_UP_MS = 9_500;

export function stopOnSignal(stop: () => Promise<void>): void {
	let stopping = false;
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (stopping) return;
			stopping = true;
			setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
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

/** Ends loudly, so that whatever runs the site starts it anew. */
export function endOnFailure(failed: Promise<Error>): void {
	void failed.then((error) => {
		console.error(`Lightstick ends, because its embedded database is lost: ${error.message}`);
		process.exit(1);
	});
}
