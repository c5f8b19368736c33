import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '#server/gems/rules.ts';
import { decide, entryOf, fanOf, type Ballot, type BatchFacts } from './rules.ts';

const fan = { bucket: 7, fanId: 7 };

function facts({ earned = 0, purchased = 0, listed = [1, 2] } = {}): BatchFacts {
	return {
		now: 1_500,
		wallets: new Map([
			[fanOf(fan), { earned, purchased, lastSeq: 3, registered: true, suspended: false, frozen: false }],
		]),
		rankings: new Map([
			[
				'november',
				{
					rankingId: 5,
					startsAt: 1_000,
					endsAt: 2_000,
					paused: false,
					closed: false,
					certified: false,
					gemsPerVote: 10,
					ticketsPerFanMax: null,
				},
			],
		]),
		listed: new Map(listed.map((artistId) => [entryOf(5, artistId), 100])),
		earlier: new Map(),
		given: new Map(),
	};
}

function ballot(key: string, tickets: number, more: Partial<Ballot> = {}): Ballot {
	return { fan, key, rankingKey: 'november', artistId: 1, tickets, expectedCost: null, ...more };
}

describe('a batch of votes', () => {
	it('decides several votes of one fan in order, and refuses alone what does not fit', () => {
		const decisions = decide([ballot('a', 3), ballot('b', 9), ballot('c', 2)], facts({ earned: 30, purchased: 20 }));
		expect(decisions.map((decision) => ('cast' in decision ? decision.cast.artistTickets : decision.refused))).toEqual([
			103,
			'not_enough_gems',
			105,
		]);
		expect(decisions[2]).toMatchObject({
			cast: { cost: { earned: 0, purchased: 20 }, balanceAfter: { earned: 0, purchased: 0 }, ledgerSeq: 5 },
		});
	});

	it('gives a copy in the same batch the answer of the first, and refuses the same key with another body', () => {
		const [first, copy, other] = decide([ballot('a', 1), ballot('a', 1), ballot('a', 2)], facts({ earned: 100 }));
		expect(copy).toEqual(first);
		expect(other).toEqual({ refused: 'idempotency_key_reused' });
	});

	it('answers a vote that is there already before it looks at the clock or the balance', () => {
		const late = { ...facts(), now: 9_999 };
		const [cast] = decide([ballot('a', 1)], facts({ earned: 10 }));
		if (!cast || !('cast' in cast)) throw new Error('the first vote counts');
		late.earlier.set('7 a', cast.cast);
		expect(decide([ballot('a', 1), ballot('b', 1)], late)).toEqual([cast, { refused: 'ranking_closed' }]);
	});

	it('never spends more than there is, and every gem spent is a vote', () => {
		const ballots = fc.array(
			fc.record({ tickets: fc.integer({ min: 1, max: 9 }), key: fc.integer({ min: 0, max: 5 }) }),
		);
		fc.assert(
			fc.property(ballots, fc.nat(200), fc.nat(200), (list, earned, purchased) => {
				const before = facts({ earned, purchased });
				const decisions = decide(
					list.map(({ tickets, key }) => ballot(String(key), tickets)),
					before,
				);
				const cast = new Set(decisions.flatMap((decision) => ('cast' in decision ? [decision.cast] : [])));
				const spent = [...cast].reduce((total, { cost }) => total + sum(cost), 0);
				const wallet = before.wallets.get(fanOf(fan));
				expect(spent).toBe([...cast].reduce((total, { tickets }) => total + tickets * 10, 0));
				expect(sum(wallet ?? { earned: -1, purchased: -1 })).toBe(earned + purchased - spent);
				expect(wallet?.earned).toBeGreaterThanOrEqual(0);
				expect(wallet?.purchased).toBeGreaterThanOrEqual(0);
				expect(before.listed.get(entryOf(5, 1))).toBe(100 + spent / 10);
			}),
		);
	});
});
