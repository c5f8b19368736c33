/**
 * Keeps rendered pages as charts are kept: once per address, language and version of what it shows. Counts that move by
 * themselves are renewed once a second; everything else with the first request that finds it changed.
 */
import { cachedByKey } from '#server/kernel/cache.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';
import type { PageToRender, RenderedPage } from './renderer.ts';

const RENEWED_MS = 1_000;
/** Larger pages are sent without a rendering: it would cost what hundreds of others do. */
const DATA_CHARACTERS_MAX = 1_000_000;
const KEPT_CHARACTERS_MAX = 16 * 1024 * 1024;
/** Whoever asks for thousands of addresses gets pages without a rendering: a quarter of a processor at most renders. */
const PACE = { perSecond: 50, burst: 200 };

/** What changes without anybody's doing, with each vote and each second. */
const MOVING = new Set([
	'end_countdown',
	'artist_list',
	'total_tickets',
	'votes_per_minute',
	'chart_version',
	'log_size',
	'top3',
	'rank_info',
]);

/** A page and the data that it was rendered with, which the browser has to begin with. */
export interface KeptPage extends RenderedPage {
	firstScreen: Record<string, unknown>;
	/** Milliseconds since the epoch. */
	madeAt: number;
	/** Its documents, compressed, by head and encoding: one page may be known by a few addresses. */
	documents: ReturnType<typeof cachedByKey<[() => Promise<Buffer>], Buffer>>;
}

const DOCUMENTS_MAX = 6;

interface Entry {
	version: string;
	page: Promise<KeptPage | null>;
	at: number;
	size: number;
}

export function keepPages(
	render: (page: PageToRender) => Promise<RenderedPage | null>,
	now: () => number = () => performance.now(),
) {
	const kept = new Map<string, Entry>();
	const pace = tokenBuckets<string>({ ...PACE, now });
	let size = 0;

	function forget(key: string): void {
		size -= kept.get(key)?.size ?? 0;
		kept.delete(key);
	}

	function keep(key: string, entry: Entry, characters: number): void {
		if (kept.get(key) !== entry) return;
		entry.size = characters;
		size += characters;
		for (const oldest of kept.keys()) {
			if (size <= KEPT_CHARACTERS_MAX) break;
			forget(oldest);
		}
	}

	async function make(page: PageToRender): Promise<KeptPage | null> {
		const madeAt = Date.now();
		const rendered = await render(page);
		const documents = cachedByKey(
			{ ageMs: Number.POSITIVE_INFINITY, max: DOCUMENTS_MAX },
			(_: string, write: () => Promise<Buffer>) => write(),
		);
		return rendered && { ...rendered, firstScreen: page.firstScreen, madeAt, documents };
	}

	return {
		/** Returns null where the page has to be sent without a rendering. */
		read(page: PageToRender): Promise<KeptPage | null> {
			const key = `${page.language} ${page.address}`;
			const version = JSON.stringify(page.firstScreen, (name, value: unknown) => (MOVING.has(name) ? null : value));
			const found = kept.get(key);
			if (found?.version === version && now() - found.at < RENEWED_MS) return found.page;
			const characters = JSON.stringify(page.firstScreen).length;
			if (characters > DATA_CHARACTERS_MAX || pace.take('') > 0) return Promise.resolve(null);
			const entry: Entry = { version, page: make(page), at: now(), size: 0 };
			forget(key);
			kept.set(key, entry);
			entry.page.then(
				(made) => (made ? keep(key, entry, characters + made.html.length) : undefined),
				() => undefined,
			);
			// What could not be rendered takes no place, and is tried again with the next request.
			const end = (made: KeptPage | null) => {
				if (!made && kept.get(key) === entry) kept.delete(key);
				return made;
			};
			return entry.page.then(end, () => end(null));
		},
	};
}
