/** The ledger. Balances are written here, and by the batches of votes (`cast_votes`). The audit proves both. */
import { GEM_RECORDS_DAYS } from '#contract/values/constants.ts';
import { type Db, type Tx, row, sql as statement } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { pageOf, readNumberCursor } from '#server/kernel/paging.ts';
import * as sql from './sql.ts';
import { sum, type Gems, type LedgerKind, type LotEntry } from './sql.ts';

export type { Gems, LotEntry, NewEntry } from './sql.ts';

/** Statements that other rooms need as they are. They may not import sql.ts. */
export {
	insertEntries as writeEntries,
	insertWallet as openWallet,
	lockWallet,
	selectErased as isErased,
	sum,
	updateWalletFlags as flagWallet,
} from './sql.ts';

/** The wallet as last committed. */
export async function readWallet(db: Db, fan: FanKey): Promise<sql.Wallet> {
	const wallet = await sql.selectWallet(db, fan);
	if (!wallet) throw new Error(`Fan ${fan.fanId} has no wallet`);
	return wallet;
}

/** `cause`: an order's trade_no, a check-in's date, a reason. */
export async function post(
	tx: Tx,
	fan: FanKey,
	{ kind, change, cause }: Pick<sql.NewEntry, 'kind' | 'change' | 'cause'>,
): Promise<Gems & { seq: number }> {
	const wallet = await sql.lockWallet(tx, fan);
	const after = { earned: wallet.earned + change.earned, purchased: wallet.purchased + change.purchased };
	const seq = wallet.lastSeq + 1;
	await sql.insertEntries(tx, [{ fanId: fan.fanId, seq, kind, change, after, cause }]);
	return { ...after, seq };
}

/** Takes what a deleted account still holds, so that the books balance without it. A debt stays as it is. */
export async function forfeit(tx: Tx, fan: FanKey): Promise<void> {
	const { earned, purchased } = await sql.lockWallet(tx, fan);
	const change = { earned: 0 - earned, purchased: Math.min(0, 0 - purchased) };
	if (sum(change) < 0) await post(tx, fan, { kind: 'forfeit', change, cause: 'account deleted' });
}

export async function openLot(tx: Tx, fan: FanKey, tradeNo: string, { base, bonus }: LotContent): Promise<void> {
	const bought = await post(tx, fan, { kind: 'purchase', change: { earned: 0, purchased: base }, cause: tradeNo });
	if (bonus > 0) await post(tx, fan, { kind: 'bonus', change: { earned: 0, purchased: bonus }, cause: tradeNo });
	const lot = { fan_id: fan.fanId, trade_no: tradeNo, base, bonus, ledger_seq: bought.seq };
	await statement`insert into gem_lot ${row(lot)}`.run(tx);
}

/** Returns the unspent gems of an order. Stays true while the caller holds the wallet's lock. */
export const readLot = async (tx: Tx, fan: FanKey, tradeNo: string): Promise<LotContent> =>
	leftOf(replayLots(await sql.selectLotEntries(tx, fan)), tradeNo);

export async function readRecords(
	db: Db,
	fan: FanKey,
	{ cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ entries: sql.LoggedEntry[]; cursor: string | null }> {
	const page = { before: readNumberCursor(cursor), days: GEM_RECORDS_DAYS, limit: limit + 1 };
	const { list, last } = pageOf(await sql.selectEntries(db, fan, page), limit);
	return { entries: list, cursor: last && String(last.seq) };
}

/** The unspent gems of an order: lots go first in, first out, the base before the bonus. Never replayed by a vote. */

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
