/** Looks at the chart all along, as a fan with the page open, and notes what did not come. */

export interface ChartWatch {
	looks(): number;
	/** What came instead of a chart while this fault lasted, and how often. */
	misses(fault: string): Record<string, number>;
	/** Charts that said how old they are, being older than usual. */
	old(): number;
	/** What is being done to the site at this moment, for the notes. */
	under(fault: string): void;
	stop(): Promise<void>;
}

const EVERY_MS = 50;
/** Longer than this nobody looks at an empty page. */
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
			await new Promise((resolve) => void setTimeout(resolve, EVERY_MS));
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
