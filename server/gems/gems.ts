/** The ledger. Balances are written here, and by the batches of votes (`cast_votes`). The audit proves both. */
import { GEM_RECORDS_DAYS } from '#contract/values/constants.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { pageOf, readNumberCursor } from '#server/kernel/paging.ts';
import { leftOf, replayLots, type LotContent } from './lots.ts';
import { sum, type Gems, type LedgerKind } from './rules.ts';
import * as sql from './sql.ts';

export type { NewEntry } from './sql.ts';

/** Statements that other rooms need as they are. They may not import sql.ts. */
export {
	insertEntries as writeEntries,
	insertWallet as openWallet,
	lockWallet,
	selectErased as isErased,
	updateWalletFlags as flagWallet,
} from './sql.ts';

export interface Posting {
	kind: LedgerKind;
	/** Signed. */
	change: Gems;
	/** Reference to the cause: an order's trade_no, a check-in's date, a reason. */
	cause: string;
}

/** The wallet as last committed. */
export async function readWallet(db: Db, fan: FanKey): Promise<sql.Wallet> {
	const wallet = await sql.selectWallet(db, fan);
	if (!wallet) throw new Error(`Fan ${fan.fanId} has no wallet`);
	return wallet;
}

/** The balance after an entry, and the entry's number. */
export interface Posted extends Gems {
	seq: number;
}

/** Writes one ledger entry and updates the balance. Locks the wallet. */
export async function post(tx: Tx, fan: FanKey, { kind, change, cause }: Posting): Promise<Posted> {
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

/** Credits the gems of an order, once: posts base and bonus as separate entries, and opens their lot. */
export async function openLot(tx: Tx, fan: FanKey, tradeNo: string, { base, bonus }: LotContent): Promise<void> {
	const bought = await post(tx, fan, { kind: 'purchase', change: { earned: 0, purchased: base }, cause: tradeNo });
	if (bonus > 0) await post(tx, fan, { kind: 'bonus', change: { earned: 0, purchased: bonus }, cause: tradeNo });
	await sql.insertLot(tx, fan, { tradeNo, base, bonus, seq: bought.seq });
}

/** Returns the unspent gems of an order. Stays true while the caller holds the wallet's lock. */
export async function readLot(tx: Tx, fan: FanKey, tradeNo: string): Promise<LotContent> {
	return leftOf(replayLots(await sql.selectLotEntries(tx, fan)), tradeNo);
}

export interface GemRecords {
	entries: sql.LoggedEntry[];
	/** Where the next page begins; null at the end. */
	cursor: string | null;
}

/** The last seven days of a wallet, newest first. Older entries stay in the ledger. */
export async function readRecords(
	db: Db,
	fan: FanKey,
	{ cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<GemRecords> {
	const page = { before: readNumberCursor(cursor), days: GEM_RECORDS_DAYS, limit: limit + 1 };
	const { list, last } = pageOf(await sql.selectEntries(db, fan, page), limit);
	return { entries: list, cursor: last && String(last.seq) };
}
