/** The set of pseudonyms and tags is exact. */
import { expect, it } from 'vitest';
import { TokenSet } from './token-set.ts';

it('numbers each token once, also when it grows', () => {
	const set = new TokenSet(3);
	const tokenOf = (number: number) =>
		Uint8Array.of(number % 256, Math.floor(number / 256) % 256, Math.floor(number / 65_536));
	const COUNT = 100_000;
	for (let number = 0; number < COUNT; number += 1) expect(set.add(tokenOf(number))).toBe(number);
	for (let number = 0; number < COUNT; number += 997) expect(set.add(tokenOf(number))).toBe(number);
	expect(set.size).toBe(COUNT);
});
