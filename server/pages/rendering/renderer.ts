/**
 * Renders pages in a thread of its own, so that no vote waits for one. All that it is given is known: it reads nothing. Where
 * it is busy, slow or broken there is no rendering: the page is sent without, and the browser fills it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Language } from '#contract/values/languages.ts';

/** What the build makes of web/entry-server.tsx. */
const BUILT = join(import.meta.dirname, '../../../dist/server/entry-server.js');

/** As web/entry-server.tsx has them. */
export interface PageToRender {
	address: string;
	language: Language;
	firstScreen: Record<string, unknown>;
}

export interface RenderedPage {
	html: string;
	hall: string;
}

/** Loading the pages takes a slow machine a second or two. */
const OPENED_WITHIN_MS = 10_000;
/** A chart takes 3 ms. What takes longer than this is ended with its thread. */
const RENDERED_WITHIN_MS = 1_000;
const WAITING_MAX = 50;
/** A visitor waits no longer than this, while the thread is started or busy. */
const WAITED_MS_MAX = 2_000;
/** Time after which a thread that ended is started again. */
const AGAIN_MS = 5_000;

interface Task {
	page: PageToRender;
	end: (rendered: RenderedPage | null) => void;
}

/** `onFailed` is told why a page is sent without. @param built the script that renders, which the build makes */
export function openRenderer(onFailed: (error: unknown) => void, built = BUILT) {
	const waiting: Task[] = [];
	let worker: Worker | null = null;
	let current: Task | null = null;
	let timer: NodeJS.Timeout | undefined;
	let brokenAt = Number.NEGATIVE_INFINITY;
	let hasRendered = false;

	function start(): Worker {
		hasRendered = false;
		const thread = new Worker(new URL('./thread.ts', import.meta.url), {
			name: 'pages',
			workerData: pathToFileURL(built).href,
		});
		thread.unref();
		thread.on('message', ({ rendered, error }: { rendered?: RenderedPage; error?: unknown }) => {
			if (thread !== worker) return;
			hasRendered = true;
			if (error !== undefined) onFailed(error);
			next(rendered ?? null);
		});
		thread.on('error', (error) => fail(thread, error));
		thread.on('exit', () => fail(thread, new Error('The thread of pages has ended')));
		return thread;
	}

	function fail(thread: Worker, error: unknown): void {
		if (thread !== worker) return;
		worker = null;
		brokenAt = performance.now();
		onFailed(error);
		void thread.terminate();
		for (const task of waiting.splice(0)) task.end(null);
		next(null);
	}

	/** Ends the current page and begins the next one. */
	function next(rendered: RenderedPage | null): void {
		clearTimeout(timer);
		const ended = current;
		current = waiting.shift() ?? null;
		ended?.end(rendered);
		if (current) send(current);
	}

	function send({ page }: Task): void {
		const thread = (worker ??= start());
		timer = setTimeout(
			() => fail(thread, new Error(`A page was not rendered in time: ${page.address}`)),
			hasRendered ? RENDERED_WITHIN_MS : OPENED_WITHIN_MS,
		);
		thread.postMessage(page);
	}

	return {
		/** Returns null where the page has to be sent without. */
		async render(page: PageToRender): Promise<RenderedPage | null> {
			const isBroken = worker === null && performance.now() - brokenAt < AGAIN_MS;
			if (isBroken || waiting.length >= WAITING_MAX || !existsSync(built)) return null;
			return new Promise((resolve) => {
				const patience = setTimeout(() => resolve(null), WAITED_MS_MAX);
				const end = (rendered: RenderedPage | null) => {
					clearTimeout(patience);
					resolve(rendered);
				};
				const task = { page, end };
				if (current) return void waiting.push(task);
				current = task;
				return send(task);
			});
		},
		async close(): Promise<void> {
			const ended = worker;
			worker = null;
			clearTimeout(timer);
			await ended?.terminate();
			for (const task of [...(current ? [current] : []), ...waiting.splice(0)]) task.end(null);
			current = null;
		},
	};
}
