import { beforeEach, expect, test, vi } from 'vitest';
import type { Chart } from '#contract/rankings.ts';
import { followChart } from './follow-chart.ts';

/** A browser's stream, played by hand. */
class Stream extends EventTarget {
	static readonly CLOSED = 2;
	readonly CLOSED = 2;
	readyState = 1;
	url: string;
	constructor(url: string) {
		super();
		this.url = url;
	}
	close() {
		this.readyState = this.CLOSED;
	}
	say(event: string, data: unknown) {
		this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
	}
	fail(givesUp: boolean) {
		if (givesUp) this.readyState = this.CLOSED;
		this.dispatchEvent(new Event('error'));
	}
}

const chart = {
	artist_list: [
		{ artist_id: 1, rank: 1, tickets: 5 },
		{ artist_id: 2, rank: 2, tickets: 4 },
	],
	ranking_config: { end_countdown: 9 },
	total_tickets: 9,
} as Chart;

class Page extends EventTarget {
	visibilityState: 'visible' | 'hidden' = 'visible';
	turn(state: 'visible' | 'hidden') {
		this.visibilityState = state;
		this.dispatchEvent(new Event('visibilitychange'));
	}
}

let streams: Stream[];
let page: Page;
let seen: Chart[];
let live: boolean[];
let told: [number, number][];
const last = () => streams.at(-1) as Stream;

function follow() {
	return followChart(
		'monthly 11',
		{ onChart: (next) => void seen.push(next), onLive: (now) => void live.push(now) },
		{
			open: (url) => {
				const stream = new Stream(url);
				streams.push(stream);
				return stream as unknown as EventSource;
			},
			page: page as unknown as Document,
			chance: () => 0.5,
			tell: (before, after) => void told.push([before.total_tickets, after.total_tickets]),
		},
	);
}

beforeEach(() => {
	vi.useFakeTimers();
	streams = [];
	page = new Page();
	seen = [];
	live = [];
	told = [];
	return () => vi.useRealTimers();
});

test('is given the whole and then what moves', () => {
	follow();
	expect(last().url).toBe('/api/v1/rankings/live?ranking_key=monthly%2011');
	last().say('chart', chart);
	const moved = [2, 1].map((artist_id, at) => ({ artist_id, rank: at + 1, tickets: 7 - at }));
	const change = moved.map(({ artist_id, rank, tickets }) => [artist_id, rank, tickets]);
	last().say('change', { moved: change, total_tickets: 13, end_countdown: 8 });
	expect(live.at(-1)).toBe(true);
	expect(seen.at(-1)).toMatchObject({ artist_list: moved, ranking_config: { end_countdown: 8 } });
});

test('asks by itself while the stream is lost; the browser finds it again', () => {
	follow();
	last().say('chart', chart);
	last().fail(false);
	expect(live.at(-1)).toBe(false);
	expect(streams).toHaveLength(1);
	last().say('chart', chart);
	expect(live.at(-1)).toBe(true);
});

test('tries again after a while of its own where the browser has given up', () => {
	follow();
	last().fail(true);
	vi.advanceTimersByTime(5_999);
	expect(streams).toHaveLength(1);
	vi.advanceTimersByTime(1);
	expect(streams).toHaveLength(2);
});

test('listens only while it is seen, and not at all once it has left', () => {
	page.visibilityState = 'hidden';
	const { stop: leave } = follow();
	expect(streams).toHaveLength(0);
	page.turn('visible');
	expect(streams).toHaveLength(1);
	page.turn('hidden');
	expect([last().readyState, live.at(-1)]).toEqual([2, false]);
	page.turn('visible');
	expect(streams).toHaveLength(2);
	// What has moved meanwhile was not watched.
	last().say('chart', { ...chart, total_tickets: 200 });
	expect(told).toEqual([]);
	last().say('change', { moved: [], total_tickets: 201, end_countdown: 8 });
	expect(told).toEqual([[200, 201]]);
	leave();
	expect(last().readyState).toBe(2);
	page.turn('hidden');
	page.turn('visible');
	expect(streams).toHaveLength(2);
});

test('tells what moved between charts that it polled, where no stream arrives', () => {
	const { polled } = follow();
	const at = (received_at: number | undefined, total_tickets: number) =>
		polled({ ...chart, total_tickets, ...(received_at && { received_at }) });
	at(undefined, 9);
	at(1_000, 10);
	expect(told).toEqual([]);
	at(3_000, 11);
	expect(told).toEqual([[10, 11]]);
	at(60_000, 200);
	at(62_000, 201);
	expect(told.slice(1)).toEqual([[200, 201]]);
	page.turn('hidden');
	at(64_000, 202);
	page.turn('visible');
	at(66_000, 203);
	last().say('chart', chart);
	at(67_000, 204);
	expect(told).toHaveLength(2);
});
