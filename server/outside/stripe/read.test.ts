import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disputeOf, disputeStatuses } from './read.ts';

describe('a dispute', () => {
	it('has a place in our books for every state that the library knows', async () => {
		const library = dirname(createRequire(import.meta.url).resolve('stripe'));
		const declared = await readFile(join(library, 'resources/Disputes.d.ts'), 'utf8');
		const union = /namespace Dispute \{[^]*?type Status = ([^;]+);/.exec(declared)?.[1] ?? '';
		const states = [...union.matchAll(/'([a-z_]+)'/g)].map(([, state = '']) => state);
		expect(states).toContain('appeal_under_review');
		expect(Object.keys(disputeStatuses).toSorted()).toEqual(states.toSorted());
	});

	const dispute = { object: 'dispute', id: 'du_1', payment_intent: 'pi_1', amount: 499, currency: 'usd' };

	it('in a state that nobody has heard of moves no gems', () => {
		expect(disputeOf({ ...dispute, status: 'arbitration_on_the_moon' }).status).toBe('inquiry');
	});

	it.each(['ISK', 'ugx'])('of a part of the smallest unit of %s counts as a whole one', (currency) =>
		expect(disputeOf({ ...dispute, amount: 12_345, currency, status: 'lost' }).amountMinor).toBe(124),
	);

	it('says the bank’s reason and until when to answer, and is not lost where they are odd', () => {
		const lost = { ...dispute, status: 'lost' };
		const due = { reason: 'product_not_received', evidence_details: { due_by: 1_800_000_000 } };
		expect(disputeOf({ ...lost, ...due })).toMatchObject({ reason: 'product_not_received', dueAt: 1_800_000_000 });
		const late = { evidence_details: { due_by: 1e300 } };
		for (const odd of [{ reason: 'x\0' }, { reason: 7 }, late, { evidence_details: 'no' }])
			expect(disputeOf({ ...lost, ...odd })).toMatchObject({ status: 'lost', reason: null, dueAt: null });
	});
});
