import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutOf, disputeOf, disputeStatuses, eventOf, refundOf } from './read.ts';

const session = {
	object: 'checkout.session',
	id: 'cs_1',
	livemode: false,
	status: 'complete',
	payment_status: 'paid',
	payment_intent: 'pi_1',
	currency: 'usd',
	amount_total: 499,
	url: null,
	metadata: { trade_no: 'AAAAAAAAAAAAAAAAAAAAAA', attempt: '1' },
};
const eventWith = (object: object, event: object = {}) => ({
	object: 'event',
	id: 'evt_1',
	type: 'checkout.session.completed',
	created: 1_790_000_000,
	livemode: false,
	data: { object },
	...event,
});

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

describe('an event', () => {
	it('of our own says what was paid for which order', () => {
		expect(eventOf(eventWith(session), false).checkout).toEqual({
			sessionId: 'cs_1',
			tradeNo: 'AAAAAAAAAAAAAAAAAAAAAA',
			attempt: 1,
			status: 'complete',
			url: null,
			payment: { paymentId: 'pi_1', amountMinor: 499, currency: 'USD' },
		});
	});

	it.each(['20261121223159', '2.5', '-1', '0', '1e3', ' 1', '', '\0', 7, null, ['1']])(
		'of another product, whose metadata says attempt %j, is no attempt of ours',
		(attempt) => {
			const other = { ...session, metadata: { trade_no: 'an order\0', attempt } };
			expect(eventOf(eventWith(other), false).checkout).toMatchObject({ tradeNo: null, attempt: null });
		},
	);

	it.each([
		['with an id that no table takes', eventWith({ ...session, id: 'cs\0' }), /at id/],
		['of a connected account', eventWith(session, { account: 'acct_1' }), /another account/],
		['with parts of a króna', eventWith({ ...session, currency: 'isk', amount_total: 150 }), /minor unit/],
	])('%s is set aside without facts', (_name, event, reason) => {
		const read = eventOf(event, false);
		expect(read.setAside).toMatch(reason);
		expect([read.checkout, read.refund, read.dispute]).toEqual([undefined, undefined, undefined]);
	});

	it('of test mode never counts where the key is live', () => {
		expect(eventOf(eventWith(session), true).setAside).toMatch('of test mode, unlike the secret key');
	});
});

it('an answer of nothing at all is refused', () => {
	for (const thing of [{}, null, 'ok', []]) {
		expect(() => checkoutOf(thing, false)).toThrow('a card page of an unknown shape');
		expect(() => refundOf(thing)).toThrow('a refund of an unknown shape');
		expect(() => disputeOf(thing)).toThrow('a dispute of an unknown shape');
	}
});
