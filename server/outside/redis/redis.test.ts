import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { canRunRedis, startRedis } from '../../../tests/fixtures/processes/real-redis.ts';
import { aTinyRedis, type TinyRedis } from '../../../tests/fixtures/processes/tiny-redis.ts';
import { openRedis } from './redis.ts';

const WINDOW_MS = 60_000;
let tiny: TinyRedis;

beforeAll(async () => void (tiny = await aTinyRedis()));
afterAll(() => tiny.stop());

function opened(url: string, prefix = 'site:') {
	const store = openRedis(url, prefix);
	onTestFinished(() => store.close());
	return store;
}

async function expectToCount(url: string): Promise<void> {
	const [one, other, neighbor] = [opened(url), opened(url), opened(url, 'another-site:')];
	expect(await one.add('sign-in 203.0.113.1', 3, WINDOW_MS)).toEqual({ count: 3, restMs: expect.any(Number) });
	const { count, restMs } = await other.add('sign-in 203.0.113.1', 2, WINDOW_MS * 2);
	expect(count).toBe(5);
	// The first request of a window says when it ends.
	expect(restMs).toBeGreaterThan(0);
	expect(restMs).toBeLessThanOrEqual(WINDOW_MS);
	expect((await one.add('sign-in 203.0.113.2', 1, WINDOW_MS)).count).toBe(1);
	expect((await neighbor.add('sign-in 203.0.113.1', 1, WINDOW_MS)).count).toBe(1);
	await one.add('short', 9, 20);
	await expect.poll(async () => (await other.add('short', 1, 20)).count).toBeLessThan(9);
}

it('counts the requests of all processes, in windows, apart from those of other sites', () => expectToCount(tiny.url));

describe.runIf(await canRunRedis())('with a real server', () => {
	it('counts in the same way', async () => {
		const redis = await startRedis();
		onTestFinished(redis.stop);
		await expectToCount(redis.url);
	});
});

it('fails while the server is full, hangs or is away, and goes on afterwards', async () => {
	const store = opened(tiny.url);
	const add = () => store.add('key', 1, WINDOW_MS);
	await add();
	tiny.mood = 'full';
	await expect(add()).rejects.toThrow(/EXECABORT|OOM/);
	tiny.mood = 'answers';
	await add();
	tiny.mood = 'hangs';
	await expect(add()).rejects.toThrow('timed out');
	await tiny.stop();
	await expect(add()).rejects.toThrow();
	tiny.mood = 'answers';
	await tiny.start();
	await expect.poll(async () => (await add().catch(() => ({ count: 0 }))).count).toBeGreaterThan(2);
});
