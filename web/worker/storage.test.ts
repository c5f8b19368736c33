import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from './storage.ts';

vi.stubGlobal('BUILD_ID', 'now');
vi.stubGlobal('BUILT_FILES', ['/theme.js']);
const { fileFor, pictureFor } = await import('./files.ts');
const { pageFor } = await import('./pages.ts');

const PAGE = '<html lang="en"><div id="first-screen">from the server</div>';

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(console, 'warn').mockReturnValue();
	vi.stubGlobal('fetch', async () => new Response(PAGE));
});

afterEach(() => void vi.useRealTimers());
// Other files run in this process afterwards.
afterAll(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

type Work = (...parameters: unknown[]) => Promise<unknown>;

/** A store whose works succeed, but for those that a test breaks. */
function aStore(broken: Record<string, Work>) {
	const kept = new Map<string, Response>();
	const cache: Record<string, Work> = {
		match: async (key) => kept.get(keyOf(key))?.clone(),
		put: async (key, response) => void kept.set(keyOf(key), response as Response),
		keys: async () => [...kept.keys()].map((url) => new Request(url)),
		delete: async (key) => kept.delete(keyOf(key)),
	};
	const store: Record<string, Work> = {
		open: async () => ({ ...cache, ...broken }),
		match: async () => undefined,
		keys: async () => [],
	};
	return { ...store, ...broken };
}

const keyOf = (key: unknown) => (key instanceof Request ? key.url : String(key));

const answers = { 'a page': pageFor, 'a file of the build': fileFor, 'a picture': pictureFor };

const ways: Record<string, Work> = {
	rejects: () => Promise.reject(new DOMException('Quota exceeded.', 'QuotaExceededError')),
	'throws at once': () => {
		throw new DOMException('The operation is insecure.', 'SecurityError');
	},
	hangs: () => new Promise(() => {}),
	'gives nonsense': async () => null,
};

const cases = Object.keys(answers).flatMap((what) =>
	['open', 'match', 'put', 'keys', 'delete'].flatMap((work) =>
		Object.keys(ways).map((how) => [what, work, how] as const),
	),
);

describe('a device whose storage fails', () => {
	it.each(cases)('gets %s from the network when `%s` %s', async (what, work, how) => {
		vi.stubGlobal('caches', aStore({ [work]: ways[how] as Work }));
		await expectNetwork(answers[what as keyof typeof answers]);
	});

	it.each(Object.keys(answers))('gets %s from the network when the browser has no storage', async (what) => {
		vi.stubGlobal('caches', undefined);
		await expectNetwork(answers[what as keyof typeof answers]);
	});

	it('gets a page from the network when the stored one is damaged', async () => {
		const damaged = new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('read failed')) }), {
			headers: { 'x-stored-at': String(Date.now()) },
		});
		vi.stubGlobal('caches', aStore({ match: async () => damaged }));
		await expectNetwork(pageFor);
	});
});

it('an answer does not wait until it is stored', async () => {
	let end: (value: unknown) => void = () => {};
	vi.stubGlobal('caches', aStore({ put: () => new Promise((resolve) => (end = resolve)) }));
	const work: Promise<unknown>[] = [];
	const response = await pictureFor(new Request('http://localhost/media/1'), (promise) => void work.push(promise));
	expect([await response.text(), work.length]).toEqual([PAGE, 1]);
	end(undefined);
	await Promise.all(work);
});

/** Two visits: the second may find what the first has stored. What the worker leaves behind never rejects. */
async function expectNetwork(answer: (typeof answers)[keyof typeof answers]): Promise<void> {
	const left: Promise<unknown>[] = [];
	for (const visit of [1, 2]) {
		const coming = answer(new Request('http://localhost/news'), (work) => void left.push(work));
		await vi.advanceTimersByTimeAsync(PATIENCE_MS);
		expect(await (await coming).text(), `visit ${visit}`).toContain('from the server');
	}
	const silence = new Promise((resolve) => setTimeout(resolve, 0));
	await vi.advanceTimersByTimeAsync(1);
	await Promise.race([Promise.all(left), silence]);
}
