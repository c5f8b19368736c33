/** Renders pages in a thread that reads nothing. Where it is busy, slow or broken, the browser fills the page. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Language } from '#contract/values/languages.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';

/** What the build makes of web/entry-server.tsx, which has the same shapes. */
const BUILT = join(import.meta.dirname, '../../../dist/server/entry-server.js');

export interface PageToRender {
	address: string;
	language: Language;
	firstScreen: Record<string, unknown>;
}

export interface RenderedPage {
	html: string;
	hall: string;
}

type End = (rendered: RenderedPage | null) => void;

/** Whoever asks for thousands of addresses gets pages without a rendering: a quarter of a processor at most renders. */
const PACE = { perSecond: 50, burst: 200 };
const WAITING_MAX = 50;
/** Larger pages are sent without a rendering: it would cost what hundreds of others do. */
const CHARACTERS_MAX = 1_000_000;
const WAITED_MS_MAX = 2_000;
/** A chart takes 3 ms. A thread that has ended nothing for so long is ended itself, and started again after a while. */
const RENDERED_WITHIN_MS = 1_000;
const OPENED_WITHIN_MS = 10_000;
const AGAIN_MS = 5_000;

/** `warn` hears once a minute of each place that fails. @param built the script that renders, which the build makes */
export function openRenderer(warn: (error: unknown) => void, built = BUILT) {
	const waiting: End[] = [];
	const pace = tokenBuckets<string>(PACE);
	const warnings = tokenBuckets<string>({ perSecond: 1 / 60, burst: 1 });
	let thread: Worker | null = null;
	let answersBy = 0;
	let startsAt = 0;

	function tell(error: unknown): void {
		if (warnings.take(/^\s+at .*$/m.exec((error as Error).stack ?? '')?.[0] ?? '') === 0) warn(error);
	}

	function start(): Worker {
		const started = new Worker(new URL('./thread.ts', import.meta.url), {
			name: 'pages',
			workerData: pathToFileURL(built).href,
		});
		started.unref();
		started.on('message', ({ rendered, error }: { rendered?: RenderedPage; error?: unknown }) => {
			answersBy = performance.now() + RENDERED_WITHIN_MS;
			if (error !== undefined) tell(error);
			waiting.shift()?.(rendered ?? null);
		});
		started.on('error', (error) => stop(started, error));
		started.on('exit', () => stop(started, new Error('The thread of pages has ended')));
		answersBy = performance.now() + OPENED_WITHIN_MS;
		return started;
	}

	function stop(ended: Worker, error: unknown): void {
		if (ended !== thread) return;
		thread = null;
		startsAt = performance.now() + AGAIN_MS;
		tell(error);
		void ended.terminate();
		for (const end of waiting.splice(0)) end(null);
	}

	return {
		/** Returns null where the page has to be sent without. */
		async render(page: PageToRender): Promise<RenderedPage | null> {
			const isAway = thread === null && performance.now() < startsAt;
			if (isAway || waiting.length >= WAITING_MAX || pace.take('') > 0) return null;
			const message = JSON.stringify(page);
			if (message.length > CHARACTERS_MAX) return null;
			const used = (thread ??= start());
			if (waiting.length === 0) answersBy = Math.max(answersBy, performance.now() + RENDERED_WITHIN_MS);
			return new Promise((resolve) => {
				const patience = setTimeout(() => {
					resolve(null);
					if (performance.now() > answersBy)
						stop(used, new Error('A page was not rendered in time', { cause: page.address }));
				}, WAITED_MS_MAX);
				waiting.push((rendered) => {
					clearTimeout(patience);
					resolve(rendered);
				});
				used.postMessage(message);
			});
		},
		async close(): Promise<void> {
			const ended = thread;
			thread = null;
			await ended?.terminate();
			for (const end of waiting.splice(0)) end(null);
		},
	};
}
