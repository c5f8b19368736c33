import { expect, test } from 'vitest';
import type { RankInfo } from '#contract/artists.ts';
import { raceOf, withOwnVote } from './standing.ts';

const third: RankInfo = {
	rank: 3,
	ticket_number: 900,
	ranking_key: 'monthly-2026-11',
	ranking_title: 'November',
	is_ongoing: true,
	ticket2gem_ratio: 10,
	above: { en_name: 'Jiwoon Pyo', rank: 2, tickets: 1200 },
	below: { en_name: 'Haebin Geum', rank: 4, tickets: 100 },
};

test('an artist chases the one above', () => {
	expect(raceOf(third)).toEqual({ kind: 'behind', name: 'Jiwoon Pyo', rank: 2, tickets: 300, share: 0.75 });
});

test('the leader is told by how much they lead', () => {
	const leader = { ...third, rank: 1, above: null, below: { en_name: 'Jiwoon Pyo', rank: 2, tickets: 650 } };
	expect(raceOf(leader)).toEqual({ kind: 'ahead', name: 'Jiwoon Pyo', rank: 2, tickets: 250, share: 1 });
});

test('equal tickets are level, whoever came first', () => {
	expect(raceOf({ ...third, ticket_number: 1200 })).toMatchObject({ kind: 'level', tickets: 0, share: 1 });
});

test('nobody races alone', () => {
	expect(raceOf({ ...third, above: null, below: null })).toBeNull();
});

test('a chart where nobody has a vote yet is level', () => {
	const above = { en_name: 'Jiwoon Pyo', rank: 2, tickets: 0 };
	expect(raceOf({ ...third, ticket_number: 0, above })).toMatchObject({ kind: 'level', share: 1 });
});

test('a fan’s own vote is never taken off the page by an older answer', () => {
	expect(withOwnVote(third, 905).ticket_number).toBe(905);
	expect(withOwnVote(third, 800).ticket_number).toBe(900);
	expect(withOwnVote(third, null)).toBe(third);
});
