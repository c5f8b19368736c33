import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOf, replayLots, type LotEntry } from './gems.ts';

const bought = (cause: string, base: number, bonus = 0): LotEntry[] => [
	moved('purchase', base, cause),
	...(bonus > 0 ? [moved('bonus', bonus, cause)] : []),
];
const moved = (kind: LotEntry['kind'], purchased: number, cause: string): LotEntry => ({ kind, purchased, cause });
const voted = (gems: number) => moved('vote', -gems, 'a vote');
const left = (entries: LotEntry[], cause: string) => leftOf(replayLots(entries), cause);

describe('gems of an order', () => {
	it('are spent after those of earlier orders, the base before the bonus', () => {
		const entries = [...bought('one', 100, 20), ...bought('two', 50), voted(110)];
		expect(left(entries, 'one')).toEqual({ base: 0, bonus: 10 });
		expect(left(entries, 'two')).toEqual({ base: 50, bonus: 0 });
	});

	it('that a refund took are its own, not those of the order before', () => {
		const entries = [...bought('one', 100), ...bought('two', 50), voted(30)];
		const refund = moved('refund', -50, 'two');
		expect(left([...entries, refund], 'one')).toEqual({ base: 70, bonus: 0 });
		expect(left([...entries, refund], 'two')).toEqual({ base: 0, bonus: 0 });
	});

	it('pay an open debt before they can be spent', () => {
		const chargeback = moved('chargeback', -100, 'one');
		const entries = [...bought('one', 100), voted(80), chargeback, ...bought('two', 200)];
		expect(left(entries, 'two')).toEqual({ base: 120, bonus: 0 });
	});

	it('come back to their lot when a dispute is won', () => {
		const taken = moved('chargeback', -120, 'one');
		const back = moved('chargeback', 120, 'one');
		expect(left([...bought('one', 100, 20), taken, back], 'one')).toEqual({ base: 100, bonus: 20 });
	});

	it('come back to the lot that was spent last when votes are voided, and are spent again when they are restored', () => {
		const entries = [...bought('one', 100, 20), ...bought('two', 50), voted(130)];
		const voided = moved('void_return', 30, 'case 1');
		expect(left([...entries, voided], 'two')).toEqual({ base: 50, bonus: 0 });
		expect(left([...entries, voided], 'one')).toEqual({ base: 0, bonus: 20 });
		const restored = moved('void_return', -30, 'case 1');
		expect(left([...entries, voided, restored], 'two')).toEqual({ base: 40, bonus: 0 });
	});

	it('that a refund took do not come back with voided votes that other gems paid for', () => {
		const refund = moved('refund', -100, 'two');
		const voided = moved('void_return', 60, 'case 1');
		const entries = [...bought('one', 60), voted(60), ...bought('two', 100), refund, voided];
		expect(left(entries, 'two')).toEqual({ base: 0, bonus: 0 });
		expect(left(entries, 'one')).toEqual({ base: 60, bonus: 0 });
	});

	it('are unknown for an order that gave none', () => {
		expect(left([], 'none')).toEqual({ base: 0, bonus: 0 });
	});
});

it('lots less debt are the bought balance, after whatever happens', () => {
	const cause = fc.constantFrom('one', 'two', 'three');
	const amount = fc.integer({ min: 1, max: 500 });
	const either = fc.oneof(
		amount,
		amount.map((n) => -n),
	);
	const gained = fc.constantFrom<LotEntry['kind']>('purchase', 'bonus');
	const lost = fc.constantFrom<LotEntry['kind']>('vote', 'forfeit');
	const kind = fc.constantFrom<LotEntry['kind']>('refund', 'chargeback', 'adjustment', 'void_return');
	const entry = fc.oneof(
		fc.record({ kind: gained, purchased: amount, cause }),
		fc.record({ kind: lost, purchased: amount.map((n) => -n), cause }),
		fc.record({ kind, purchased: either, cause }),
	);
	fc.assert(
		fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
			const { lots, debt } = replayLots(entries);
			expect(lots.every(({ base, bonus }) => base >= 0 && bonus >= 0)).toBe(true);
			const held = lots.reduce((sum, { base, bonus }) => sum + base + bonus, 0);
			expect(held - debt).toBe(entries.reduce((sum, { purchased }) => sum + purchased, 0));
			expect(debt === 0 || held === 0).toBe(true);
		}),
	);
});
