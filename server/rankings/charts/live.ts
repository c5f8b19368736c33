/** While a ranking has listeners, its board is read several times a second, and each change is encoded once for all. */
import { changeBetween } from '#contract/values/live-chart.ts';
import type { Chart } from '#contract/rankings.ts';
import type { Boards } from './boards.ts';

/** Destination of events: a connection that stays open. */
export interface Listener {
	send(event: Buffer): void;
	end(): void;
}

export type Live = ReturnType<typeof openLive>;

interface Feed {
	listeners: Set<Listener>;
	chart: Chart;
	/** The whole chart as an event, built when first needed. */
	whole: Buffer | null;
	/** Id of the state. The same chart has the same id in every process. */
	id: string;
	/** The latest changes, oldest first. Each one leads from one state to the next. */
	changes: { from: string; event: Buffer }[];
	reading: NodeJS.Timeout;
}

const READ_EVERY_MS = 250;
/** Proxies cut silent connections, often after 30 s. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = Buffer.from(':\n\n');
/** All the others may be ending at the same moment, but not these: each ends at a time of its own. */
const AGAIN_SOON = Buffer.from('retry: 100\n\n');
/** The part of a drain in which the streams end. The last ones need a moment to open their next one. */
const DRAINED_WITHIN = 0.8;
/** One minute of changes of a busy chart, for clients that reconnect after a short outage. */
const CHANGES_KEPT = 120;

export function openLive(boards: Boards, { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}) {
	const feeds = new Map<string, Feed>();
	let closed = false;
	const heart = setInterval(() => {
		for (const { listeners } of feeds.values()) for (const listener of listeners) listener.send(HEARTBEAT);
	}, heartbeatMs);
	heart.unref();

	async function openFeed(rankingKey: string): Promise<Feed | null> {
		const build = await boards.read(rankingKey);
		// Another listener may have opened the feed while this one waited.
		const opened = feeds.get(rankingKey);
		if (!build || opened || closed) return opened ?? null;
		const feed: Feed = {
			listeners: new Set(),
			chart: build.chart,
			whole: null,
			id: idOf(build.prepared.etag),
			changes: [],
			reading: setInterval(() => void readAgain(rankingKey, feed), READ_EVERY_MS),
		};
		feeds.set(rankingKey, feed);
		return feed;
	}

	async function readAgain(rankingKey: string, feed: Feed): Promise<void> {
		// A failed read is retried shortly. Until then listeners receive only heartbeats.
		const build = await boards.read(rankingKey).catch(() => null);
		if (!build) return;
		const id = idOf(build.prepared.etag);
		if (id === feed.id) return;
		const change = changeBetween(feed.chart, build.chart);
		const event = change ? eventOf('change', id, change) : eventOf('chart', id, build.chart);
		feed.changes.push({ from: feed.id, event });
		if (feed.changes.length > CHANGES_KEPT) feed.changes.shift();
		feed.chart = build.chart;
		feed.whole = null;
		feed.id = id;
		for (const listener of feed.listeners) listener.send(event);
	}

	function enter(rankingKey: string, feed: Feed, listener: Listener, lastEventId: string | null): () => void {
		for (const event of missedSince(feed, lastEventId)) listener.send(event);
		feed.listeners.add(listener);
		return () => leave(rankingKey, feed, listener);
	}

	function leave(rankingKey: string, feed: Feed, listener: Listener): void {
		feed.listeners.delete(listener);
		if (feed.listeners.size > 0 || feeds.get(rankingKey) !== feed) return;
		clearInterval(feed.reading);
		feeds.delete(rankingKey);
	}

	return {
		/** Sends the chart, or only what changed since `lastEventId`, then every change. Null if unknown or while closing. */
		async listen(rankingKey: string, listener: Listener, lastEventId: string | null) {
			const feed = feeds.get(rankingKey) ?? (await openFeed(rankingKey));
			if (!feed || closed) return null;
			return enter(rankingKey, feed, listener, lastEventId);
		},
		isHeard: (rankingKey: string) => feeds.has(rankingKey),
		listeners: () => feeds.values().reduce((sum, { listeners }) => sum + listeners.size, 0),
		/** Ends every stream, one after the other over that time, and tells each browser to come back at once. */
		drain(milliseconds: number) {
			const all = [...feeds.values()].flatMap(({ listeners }) => [...listeners]);
			for (const [index, listener] of all.entries())
				setTimeout(
					() => {
						listener.send(AGAIN_SOON);
						listener.end();
					},
					(milliseconds * DRAINED_WITHIN * index) / all.length,
				).unref();
		},
		/** Ends every stream. Browsers reconnect to another process by themselves. */
		close() {
			closed = true;
			clearInterval(heart);
			for (const { reading, listeners } of feeds.values()) {
				clearInterval(reading);
				for (const listener of listeners) listener.end();
			}
			feeds.clear();
		},
	};
}

/** Returns the events that lead to the present state: none, the changes since, or the whole chart. */
function missedSince(feed: Feed, lastEventId: string | null): Buffer[] {
	const { id, chart, changes } = feed;
	if (lastEventId === id) return [];
	const since = changes.findLastIndex(({ from }) => from === lastEventId);
	if (since !== -1) return changes.slice(since).map(({ event }) => event);
	return [(feed.whole ??= eventOf('chart', id, chart))];
}

const eventOf = (name: 'chart' | 'change', id: string, data: unknown): Buffer =>
	Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** Returns the ETag without its quotes. The ETag does not cover the countdown, so a passing second creates no event. */
const idOf = (etag: string): string => etag.slice(3, -1);
