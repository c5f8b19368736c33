import { describe, expect, it } from 'vitest';
import { rankMoves } from './cases.ts';
import { settleRestores, settleVoids, stateOf, type CaseVote, type CaseWallet } from './rules.ts';

const vote = (fanId: number, earned: number, purchased: number): CaseVote => ({
	fanId,
	key: `${fanId} ${earned}`,
	artistId: 1,
	tickets: 1,
	gems: { earned, purchased },
});
const walletOf = (fanId: number, earned: number, purchased: number, erased = false): [number, CaseWallet] => [
	fanId,
	{ fanId, earned, purchased, lastSeq: 4, erased },
];

describe('a void', () => {
	it('gives back vote by vote, each by an entry of its own that follows the one before', () => {
		const settled = settleVoids([vote(1, 5, 10), vote(1, 0, 7)], new Map([walletOf(1, 1, 1)]), 'STOL');
		expect(settled).toMatchObject([
			{ moved: { earned: 5, purchased: 10 }, entry: { seq: 5, after: { earned: 6, purchased: 11 } } },
			{ moved: { earned: 0, purchased: 7 }, entry: { seq: 6, after: { earned: 6, purchased: 18 } } },
		]);
	});

	it('gives nothing to an account that is deleted, and pays a debt first', () => {
		const wallets = new Map([walletOf(1, 0, 0, true), walletOf(2, 0, -30)]);
		const [gone, indebted] = settleVoids([vote(1, 5, 5), vote(2, 0, 20)], wallets, 'ERR');
		expect(gone?.entry).toBeNull();
		expect(indebted?.entry?.after).toEqual({ earned: 0, purchased: -10 });
	});
});

it('a restore takes every gem of a vote: bought ones for earned ones that are gone, and the rest as a debt', () => {
	const votes = [vote(1, 5, 10), vote(1, 5, 1), vote(1, 0, 2)];
	const settled = settleRestores(votes, new Map([walletOf(1, 8, 14)]));
	expect(settled.map(({ moved }) => [0 - moved.earned, 0 - moved.purchased])).toEqual([
		[5, 10],
		[3, 3],
		[0, 2],
	]);
	expect(settled.at(-1)?.entry?.after).toEqual({ earned: 0, purchased: -1 });
});

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

const at = (artistId: number, tickets: number, reachedAt = 0) => ({ artistId, enName: 'One', tickets, reachedAt });
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
