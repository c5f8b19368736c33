import { describe, expect, it } from 'vitest';
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
