import { describe, expect, test } from 'vitest';
import { effectOf, nextRank, takenBy, type VoteTarget } from './vote-target.ts';

const third: VoteTarget = {
	rankingKey: 'monthly-2026-11',
	ratio: 10,
	artist: {
		artist_id: 3,
		en_name: 'Mirinae Gil',
		native_name: null,
		native_lang: null,
		avatar_url: null,
		fan_color: null,
		rank: 3,
		tickets: 100,
	},
	above: [
		{ rank: 1, tickets: 500 },
		{ rank: 2, tickets: 200 },
	],
	below: { rank: 4, tickets: 90 },
};

describe('before voting, a fan sees what the votes would do', () => {
	test('how many are missing to the next rank', () => {
		expect(effectOf(third, 40)).toEqual({ kind: 'gap', rank: 2, tickets: 60 });
	});

	test('that they draw level, which overtakes nobody', () => {
		expect(effectOf(third, 100)).toEqual({ kind: 'level', rank: 2 });
	});

	test('which rank they take', () => {
		expect(effectOf(third, 101)).toEqual({ kind: 'takes', rank: 2 });
		expect(effectOf(third, 401)).toEqual({ kind: 'takes', rank: 1 });
	});

	test('how far the leader would lead', () => {
		const leader = { ...third, above: [], artist: { ...third.artist, rank: 1 } };
		expect(effectOf(leader, 10)).toEqual({ kind: 'lead', tickets: 20 });
		expect(effectOf({ ...leader, below: null }, 10)).toEqual({ kind: 'alone' });
	});
});

test('after voting, a fan is told the rank that the votes took, which may be more than one further up', () => {
	expect(takenBy(third, { artist_tickets: 201, ticket_number: 101 })).toBe(2);
	expect(takenBy(third, { artist_tickets: 501, ticket_number: 401 })).toBe(1);
});

test('after voting, a fan is told nothing of a rank that was only drawn level with, or that others had taken before', () => {
	expect(takenBy(third, { artist_tickets: 200, ticket_number: 100 })).toBeNull();
	expect(takenBy(third, { artist_tickets: 260, ticket_number: 10 })).toBeNull();
});

test('the fewest votes that take the next rank, over all who are level there, or how far the gems reach', () => {
	expect(nextRank(third, 1_000)).toEqual({ votes: 101, rank: 2, left: 0 });
	expect(nextRank(third, 60)).toEqual({ votes: 60, rank: 2, left: 41 });
	expect(nextRank(third, 0)).toBeNull();
	const level = [500, 500].map((tickets, index) => ({ rank: index + 1, tickets }));
	expect(nextRank({ ...third, above: level }, Infinity)).toEqual({ votes: 401, rank: 1, left: 0 });
	expect(nextRank({ ...third, above: [{ rank: 1, tickets: 100 }] }, 5)).toEqual({ votes: 1, rank: 1, left: 0 });
	expect(nextRank({ ...third, above: [] }, 5)).toBeNull();
});
