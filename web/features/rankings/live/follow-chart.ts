/** The event stream of one chart. It is open while the page is visible, and reconnects after a pause if it is lost. */
import { API_BASE } from '#contract/values/constants.ts';
import { withChange } from '#contract/values/live-chart.ts';
import { type Chart, type ChartChange, getLiveChart } from '#contract/rankings.ts';
import { endMoments, tellMoves } from './moves.ts';

export interface Follower {
	onChart(chart: Chart): void;
	/** Reports whether the server pushes charts. While it does not, the page has to poll. */
	onLive(live: boolean): void;
}

/** With the time of its arrival, by the page's monotonic clock, if it did not come with the page. */
type PolledChart = Chart & { received_at?: number };

interface Surroundings {
	open: (url: string) => EventSource;
	page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
	chance: () => number;
	/** Called with the chart before and after a change that the fan could watch. */
	tell: (before: Chart, after: Chart) => void;
}

const AGAIN_MS = { least: 2_000, most: 10_000 };
/** Polled charts further apart were not watched: the device has slept, or the network was gone. */
const WATCHED_MS = 10_000;

export function followChart(
	rankingKey: string,
	{ onChart, onLive }: Follower,
	{ open, page, chance, tell }: Surroundings = {
		open: (url) => new EventSource(url),
		page: document,
		chance: Math.random,
		tell: tellMoves,
	},
) {
	let source: EventSource | null = null;
	let polled: PolledChart | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function start(): void {
		if (source || page.visibilityState === 'hidden') return;
		clearTimeout(timer);
		let chart: Chart | null = null;
		const opened = open(`${API_BASE}${getLiveChart.path}?ranking_key=${encodeURIComponent(rankingKey)}`);
		source = opened;
		const show = (next: Chart) => {
			const before = chart;
			chart = next;
			polled = null;
			onLive(true);
			onChart(next);
			if (before) tell(before, next);
		};
		opened.addEventListener('chart', ({ data }: MessageEvent<string>) => show(JSON.parse(data) as Chart));
		opened.addEventListener('change', ({ data }: MessageEvent<string>) => {
			if (chart) show(withChange(chart, JSON.parse(data) as ChartChange));
		});
		opened.addEventListener('error', () => {
			onLive(false);
			// Usually the browser reconnects by itself, after the server's delay. If it gave up, we reconnect.
			if (opened.readyState !== opened.CLOSED) return;
			source = null;
			timer = setTimeout(start, AGAIN_MS.least + chance() * (AGAIN_MS.most - AGAIN_MS.least));
		});
	}

	function stop(): void {
		endMoments();
		clearTimeout(timer);
		source?.close();
		source = null;
		polled = null;
		onLive(false);
	}

	const onVisibility = () => (page.visibilityState === 'hidden' ? stop() : start());
	page.addEventListener('visibilitychange', onVisibility);
	start();
	return {
		/** Takes a chart that the page has read by itself, where no stream arrives. */
		polled(next: PolledChart) {
			const before = polled;
			polled = page.visibilityState === 'visible' ? next : null;
			const isWatched = before?.received_at && (next.received_at ?? 0) - before.received_at <= WATCHED_MS;
			if (polled && isWatched) tell(before, next);
		},
		stop() {
			page.removeEventListener('visibilitychange', onVisibility);
			stop();
		},
	};
}
