import { expect, it } from 'vitest';
import { rankMoves } from './cases.ts';
import { stateOf } from './rules.ts';

it('a case goes from objections to ready, and ends voided, restored or dropped', () => {
	const facts = { outcome: null, openDeed: null, waiting: false, votes: 3, restored_votes: 0, isHeard: false };
	expect(stateOf(facts)).toBe('objections');
	expect(stateOf({ ...facts, isHeard: true })).toBe('ready');
	expect(stateOf({ ...facts, isHeard: true, waiting: true })).toBe('waiting');
	expect(stateOf({ ...facts, openDeed: 'void' })).toBe('voiding');
	expect(stateOf({ ...facts, outcome: 'voided', restored_votes: 2 })).toBe('voided');
	expect(stateOf({ ...facts, outcome: 'voided', openDeed: 'restore' })).toBe('restoring');
	expect(stateOf({ ...facts, outcome: 'voided', restored_votes: 3 })).toBe('restored');
	expect(stateOf({ ...facts, outcome: 'dropped' })).toBe('dropped');
});

const at = (artistId: number, tickets: number, reachedAt = 0) => ({
	artist_id: artistId,
	en_name: 'One',
	tickets,
	reachedAt,
});
const moved = (...input: Parameters<typeof rankMoves>) =>
	rankMoves(...input).map((move) => [move.artist_id, move.rank, move.rank_after, move.tickets_after]);

it('an artist who loses votes falls behind those who have more then', () => {
	const chart = [at(1, 90), at(2, 100), at(3, 60), at(4, 10)];
	expect(moved(chart, [{ artist_id: 2, tickets: 35 }])).toEqual([
		[2, 1, 2, 65],
		[1, 2, 1, 90],
	]);
	expect(moved(chart, [{ artist_id: 2, tickets: 5 }])).toEqual([[2, 1, 1, 95]]);
	expect(moved(chart, [])).toEqual([]);
});

it('of equal numbers, the earlier one leads, as in the chart', () => {
	expect(moved([at(1, 50, 20), at(2, 60, 30)], [{ artist_id: 2, tickets: 10 }])).toEqual([
		[2, 1, 2, 50],
		[1, 2, 1, 50],
	]);
});

it('no sum falls below zero, and an artist without a place changes nothing', () => {
	expect(moved([at(1, 5), at(2, 3)], [{ artist_id: 1, tickets: 9 }])).toEqual([
		[1, 1, 2, 0],
		[2, 2, 1, 3],
	]);
	expect(moved([at(1, 5)], [{ artist_id: 7, tickets: 9 }])).toEqual([]);
});

it('a large void names the first twenty', () => {
	const chart = Array.from({ length: 60 }, (_, index) => at(index + 1, 1_000 - index));
	const moves = moved(chart, [{ artist_id: 1, tickets: 999 }]);
	expect(moves).toHaveLength(20);
	expect(moves[0]).toEqual([1, 1, 60, 1]);
	expect(moves[1]).toEqual([2, 2, 1, 999]);
});
