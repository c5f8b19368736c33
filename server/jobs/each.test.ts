import { expect, it } from 'vitest';
import { runAllSettled } from './each.ts';

const failingAt = (...bad: number[]) => {
	const done: number[] = [];
	const work = async (item: number) => {
		if (bad.includes(item)) throw new Error(`no ${item}`);
		done.push(item);
	};
	return { done, work };
};

it('does all others when one fails, and tells of it at the end', async () => {
	const { done, work } = failingAt(2);
	await expect(runAllSettled([1, 2, 3], work)).rejects.toThrow('no 2');
	expect(done).toEqual([1, 3]);
});

it('tells of all that failed', async () => {
	const { done, work } = failingAt(1, 3);
	await expect(runAllSettled([1, 2, 3], work)).rejects.toThrow('2 of 3 failed, first: Error: no 1');
	expect(done).toEqual([2]);
});

it('throws nothing where somebody has taken note', async () => {
	const { done, work } = failingAt(1);
	const noted: unknown[] = [];
	await runAllSettled([1, 2], work, (_error, item) => void noted.push(item));
	expect([done, noted]).toEqual([[2], [1]]);
});

it('stops at once when the database is away', async () => {
	const { done, work } = failingAt();
	const lost = Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' });
	const first = async (item: number) => (item === 1 ? Promise.reject(lost) : work(item));
	await expect(runAllSettled([1, 2], first, () => undefined)).rejects.toBe(lost);
	expect(done).toEqual([]);
});
