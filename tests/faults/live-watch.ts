/** A fan with the live chart open. A browser opens the stream again when it ends, and so does this. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface LiveWatch {
	/** Charts received so far. */
	events(): number;
	/** What was answered instead of a stream. */
	refusals: string[];
	stop(): Promise<void>;
}

const AGAIN_MS = 100;

export function watchLive(address: string, rankingKey: string): LiveWatch {
	const stopping = new AbortController();
	let events = 0;
	const refusals: string[] = [];

	async function listen(): Promise<void> {
		const response = await fetch(`${address}/api/v1/rankings/live?ranking_key=${rankingKey}`, stopping);
		if (!response.ok) refusals.push(`${response.status} ${await response.text()}`);
		for await (const chunk of response.body ?? []) {
			events += Buffer.from(chunk).toString().split('\ndata:').length - 1;
		}
	}

	async function watch(): Promise<void> {
		while (!stopping.signal.aborted) {
			await listen().catch(() => undefined);
			await sleep(AGAIN_MS);
		}
	}

	const watching = watch();
	return {
		events: () => events,
		refusals,
		async stop() {
			stopping.abort();
			await watching;
		},
	};
}
