import { describe, expect, it } from 'vitest';
import { unusualOf, unusualOfArtist, type Part } from './rules.ts';

const part = (kind: Part['kind'], value: string, tickets: number, votes = 100): Part => ({
	kind,
	value,
	votes,
	tickets,
});
const whole = { votes: 10_000, tickets: 10_000 };

describe('of a whole ranking stands out', () => {
	it('a network with a twentieth of all votes; less, a handful of votes, and the unknown do not', () => {
		expect(unusualOf(part('network', 'a', 500), whole, [])).toBe('One network gave 5 % of all votes');
		expect(unusualOf(part('network', 'a', 499), whole, [])).toBeNull();
		expect(unusualOf(part('network', 'a', 5_000, 49), whole, [])).toBeNull();
		expect(unusualOf(part('network', '', 9_000), whole, [])).toBeNull();
	});

	it('what accounts of a day gave, when it is a fifth; old ones and countries may give anything', () => {
		expect(unusualOf(part('age', 'day', 2_000), whole, [])).toMatch(/less than a day gave 20 %/);
		expect(unusualOf(part('age', 'older', 9_999), whole, [])).toBeNull();
		expect(unusualOf(part('country', 'KR', 9_999), whole, [])).toBeNull();
	});

	it('an hour with five times the votes of a usual one', () => {
		const hours = [10, 11, 12, 9, 10, 55].map((tickets, hour) => part('hour', String(hour), tickets));
		const usual = Array.from({ length: 5 }, () => null);
		expect(hours.map((hour) => unusualOf(hour, whole, hours))).toEqual([...usual, '5 times the votes of a usual hour']);
	});
});

it('of an artist stands out what is unlike the others’', () => {
	const artist = { votes: 500, tickets: 1_000 };
	const found = (own: Part, all: number) => unusualOfArtist(own, artist, { ...own, tickets: all }, whole);
	expect(found(part('country', 'BR', 600), 1_500)).toBe('60 % of this artist’s votes, 10 % of the others’');
	expect(found(part('country', 'BR', 600), 6_000)).toBeNull();
	expect(found(part('country', 'BR', 90), 90)).toBeNull();
	expect(unusualOfArtist(part('country', 'BR', 1_000), whole, part('country', 'BR', 1_000), whole)).toBeNull();
});
