/** Polls the chart during the whole test, like a fan with the page open, and counts missing charts. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChartWatch {
	looks(): number;
	/** Counts what arrived instead of a chart during this fault, by kind. */
	misses(fault: string): Record<string, number>;
	/** Number of stale charts, which state their age. */
	old(): number;
	/** Sets the name of the current fault, under which misses are counted. */
	under(fault: string): void;
	stop(): Promise<void>;
}

const EVERY_MS = 50;
/** A fan leaves an empty page after this time. */
const PATIENCE_MS = 5_000;

export function watchChart(address: () => string, rankingKey: string): ChartWatch {
	const misses = new Map<string, Record<string, number>>();
	let looks = 0;
	let old = 0;
	let fault = 'nothing';
	const stopping = new AbortController();

	function miss(during: string, what: string): void {
		const missed = misses.get(during) ?? {};
		missed[what] = (missed[what] ?? 0) + 1;
		misses.set(during, missed);
	}

	async function look(): Promise<void> {
		looks += 1;
		const during = fault;
		try {
			const url = `${address()}/api/v1/rankings/detail?ranking_key=${rankingKey}`;
			const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
			if (response.status !== 200) miss(during, String(response.status));
			else if (Number(response.headers.get('age') ?? 0) > 0) old += 1;
			await response.arrayBuffer();
		} catch (error) {
			miss(during, String(error));
		}
	}

	async function watch(): Promise<void> {
		while (!stopping.signal.aborted) {
			await look();
			await sleep(EVERY_MS);
		}
	}

	const watching = watch();
	return {
		looks: () => looks,
		misses: (during) => misses.get(during) ?? {},
		old: () => old,
		under: (name) => (fault = name),
		async stop() {
			stopping.abort();
			await watching;
		},
	};
}
