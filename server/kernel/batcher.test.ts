import { describe, expect, it } from 'vitest';
import { batcher } from './cache.ts';

/** A database that answers when it is told to. */
function aSlowDatabase() {
	const asked: number[][] = [];
	const answers: ((fault?: Error) => void)[] = [];
	const double = batcher<number, number>((questions) => {
		asked.push([...questions]);
		return new Promise((resolve, reject) => {
			answers.push((fault) => (fault ? reject(fault) : resolve(questions.map((question) => question * 2))));
		});
	});
	return {
		asked,
		double,
		answer: async (fault?: Error) => expect.poll(() => answers.shift()?.(fault) !== null).toBe(true),
	};
}

describe('gathered questions', () => {
	it('that come together share a statement, and each gets its own answer', async () => {
		const { asked, double, answer } = aSlowDatabase();
		const all = Promise.all([double(1), double(2), double(3)]);
		await expect.poll(() => asked.length).toBe(1);
		await answer();
		expect(await all).toEqual([2, 4, 6]);
		expect(asked).toEqual([[1, 2, 3]]);
	});

	it('wait for the statement under way and then go together', async () => {
		const { asked, double, answer } = aSlowDatabase();
		const first = double(1);
		await expect.poll(() => asked.length).toBe(1);
		const others = Promise.all([double(2), double(3)]);
		await answer();
		expect(await first).toBe(2);
		await expect.poll(() => asked.length).toBe(2);
		await answer();
		expect(await others).toEqual([4, 6]);
		expect(asked).toEqual([[1], [2, 3]]);
	});

	it('fail with their own statement; the next ones are asked all the same', async () => {
		const { asked, double, answer } = aSlowDatabase();
		const failed = expect(double(1)).rejects.toThrow('gone');
		await expect.poll(() => asked.length).toBe(1);
		await answer(new Error('gone'));
		await failed;
		const next = double(2);
		await expect.poll(() => asked.length).toBe(2);
		await answer();
		expect(await next).toBe(4);
	});
});
