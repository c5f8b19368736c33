/** Keys that come twice are found, whether they are still in memory or not. */
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { Duplicates } from './duplicates.ts';

const keyOf = (number: number) =>
	Uint8Array.of(number % 256, Math.floor(number / 256) % 256, Math.floor(number / 65_536));
const numberOf = ([low = 0, middle = 0, high = 0]: Uint8Array) => low + 256 * middle + 65_536 * high;

it.each([
	['in memory', 65_536, 5_000],
	['in a file', 90, 50_000],
])('finds every key that came before, and where, %s', async (_place, bucketBytes, count) => {
	const duplicates = new Duplicates(3, bucketBytes);
	for (let number = 0; number < count; number += 1) duplicates.add(keyOf(number), number);
	const again = [0, 1, 255, 256, 4_096, count - 1];
	for (const [at, number] of [...again, 7, 7].entries()) duplicates.add(keyOf(number), 2 ** 40 + at);
	const found: [number, number][] = [];
	duplicates.forEach((key, index) => found.push([numberOf(key), index - 2 ** 40]));
	duplicates.close();
	expect(found.toSorted(([, one], [, other]) => one - other)).toEqual(
		[...again, 7, 7].map((number, at) => [number, at]),
	);
	expect((await readdir(tmpdir())).filter((name) => name.startsWith('audit-log-'))).toEqual([]);
});
