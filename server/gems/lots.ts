/**
 * Computes the unspent gems of one order. Bought gems are spent lot by lot, first in, first out, and within a lot the
 * base before the bonus. Pure. Lots are replayed from the ledger on demand, never while a vote is cast.
 */
import type { LedgerKind } from './rules.ts';

/** A ledger entry that moved bought gems. */
export interface LotEntry {
	kind: LedgerKind;
	/** Signed. */
	purchased: number;
	/** The trade_no for entries of an order. */
	cause: string;
}

export interface LotContent {
	base: number;
	bonus: number;
}

interface Lot extends LotContent {
	cause: string | null;
	baseMost: number;
	bonusMost: number;
	/** That were spent, and may come back when what they paid for is undone. */
	baseSpent: number;
	bonusSpent: number;
}

/** Lots in the order in which they came, and what the fan owes beyond them. Lots less debt are the bought balance. */
interface Lots {
	lots: Lot[];
	debt: number;
}

/** Entries in the order of the ledger. */
export function replayLots(entries: readonly LotEntry[]): Lots {
	const held: Lots = { lots: [], debt: 0 };
	for (const entry of entries) {
		if (entry.purchased > 0) credit(held, entry);
		else debit(held, entry, -entry.purchased);
	}
	return held;
}

export function leftOf({ lots }: Lots, tradeNo: string): LotContent {
	const lot = lots.find(({ cause }) => cause === tradeNo);
	return { base: lot?.base ?? 0, bonus: lot?.bonus ?? 0 };
}

const isOfOrder = (kind: LedgerKind) => kind === 'refund' || kind === 'chargeback';

function credit(held: Lots, { kind, purchased, cause }: LotEntry): void {
	const known = held.lots.find((lot) => lot.cause === cause);
	if (kind === 'purchase') held.lots.push(newLot(cause, purchased));
	else if (kind === 'bonus' && known) {
		known.bonus += purchased;
		known.bonusMost += purchased;
	} else if (isOfOrder(kind) && known) putBack(held, known, purchased);
	else if (kind === 'void_return') unspend(held, purchased);
	else held.lots.push(newLot(null, purchased));
	payDebt(held);
}

function newLot(cause: string | null, base: number): Lot {
	return { cause, base, bonus: 0, baseMost: base, bonusMost: 0, baseSpent: 0, bonusSpent: 0 };
}

/** Gems of a dispute that was won: the bonus was spent last, so it is whole again first. */
function putBack(held: Lots, lot: Lot, gems: number): void {
	const bonus = Math.min(gems, lot.bonusMost - lot.bonus);
	const base = Math.min(gems - bonus, lot.baseMost - lot.base);
	lot.bonus += bonus;
	lot.base += base;
	if (gems > bonus + base) held.lots.push(newLot(null, gems - bonus - base));
}

/** As if they had never been spent: what was spent last was spent for lack of them. */
function unspend(held: Lots, gems: number): void {
	let open = gems;
	for (const lot of held.lots.toReversed()) {
		const bonus = Math.min(open, lot.bonusSpent);
		const base = Math.min(open - bonus, lot.baseSpent);
		lot.bonus += bonus;
		lot.bonusSpent -= bonus;
		lot.base += base;
		lot.baseSpent -= base;
		open -= bonus + base;
	}
	if (open > 0) held.lots.push(newLot(null, open));
}

function payDebt(held: Lots): void {
	const { debt } = held;
	held.debt = 0;
	spend(held, debt);
}

function debit(held: Lots, { kind, cause }: LotEntry, gems: number): void {
	const lot = isOfOrder(kind) ? held.lots.find((candidate) => candidate.cause === cause) : undefined;
	spend(held, lot ? gems - takeEvenly(lot, gems) : gems);
}

/** From base and bonus alike, as a refund of part of the price does; gives how many there were to take. */
function takeEvenly(lot: Lot, gems: number): number {
	const held = lot.base + lot.bonus;
	const taken = Math.min(gems, held);
	if (taken === 0) return 0;
	const bonus = Number((BigInt(taken) * BigInt(lot.bonus)) / BigInt(held));
	lot.bonus -= bonus;
	lot.base -= taken - bonus;
	return taken;
}

function spend(held: Lots, gems: number): void {
	let open = gems;
	for (const lot of held.lots) {
		const base = Math.min(open, lot.base);
		lot.base -= base;
		lot.baseSpent += base;
		const bonus = Math.min(open - base, lot.bonus);
		lot.bonus -= bonus;
		lot.bonusSpent += bonus;
		open -= base + bonus;
	}
	held.debt += open;
}
