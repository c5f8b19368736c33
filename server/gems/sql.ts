/** Statements on wallets and the ledger. Batches of votes have theirs in db/functions/cast_votes.sql. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { LotEntry } from './lots.ts';
import type { Gems, LedgerKind } from './rules.ts';

export interface Wallet extends Gems {
	lastSeq: number;
	registered: boolean;
	suspended: boolean;
	frozen: boolean;
}

const WALLET = `earned, purchased, last_seq as "lastSeq", registered, suspended, frozen`;

/** Creates an empty wallet for a new fan. Does nothing if there is one. */
export async function insertWallet(tx: Tx, { fanId }: FanKey): Promise<void> {
	await tx.query({
		text: `insert into wallet (fan_id) values ($1) on conflict do nothing`,
		values: [fanId],
	});
}

export function selectWallet(db: Db, { fanId }: FanKey): Promise<Wallet | null> {
	return maybeOne<Wallet>(db, {
		name: 'select_wallet',
		text: `select ${WALLET} from wallet where fan_id = $1`,
		values: [fanId],
	});
}

/**
 * Locks the wallet until the transaction ends, so that decisions based on it stay true: nobody else can change it, or
 * commit a vote with it.
 */
export function lockWallet(tx: Tx, { fanId }: FanKey): Promise<Wallet> {
	return one<Wallet>(tx, {
		text: `select ${WALLET} from wallet where fan_id = $1 for update`,
		values: [fanId],
	});
}

/**
 * Returns true if the account is deleted, so that nobody can use its gems. Stays true while the wallet is locked. Run it
 * after the lock, as its own statement: one that waits for the lock sees the fan as before the wait.
 */
export async function selectErased(tx: Tx, { fanId }: FanKey): Promise<boolean> {
	const { erased } = await one<{ erased: boolean }>(tx, {
		text: `select erased_at is not null as erased from fan where fan_id = $1`,
		values: [fanId],
	});
	return erased;
}

/** Sets what is read under the wallet's lock when a vote is committed. Leaves the flags that are not given. */
export async function updateWalletFlags(
	tx: Tx,
	{ fanId }: FanKey,
	flags: Partial<Pick<Wallet, 'registered' | 'suspended' | 'frozen'>>,
): Promise<void> {
	await tx.query({
		text: `update wallet set registered = coalesce($2, registered), suspended = coalesce($3, suspended),
			frozen = coalesce($4, frozen) where fan_id = $1`,
		values: [fanId, flags.registered ?? null, flags.suspended ?? null, flags.frozen ?? null],
	});
}

export interface NewEntry extends FanKey {
	seq: number;
	kind: LedgerKind;
	change: Gems;
	after: Gems;
	cause: string;
}

/**
 * Writes ledger entries, and the balances after them. Needs the locks of the wallets. Entries of one fan have consecutive
 * numbers after the wallet's last.
 */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
	if (entries.length === 0) return;
	await tx.query({
		name: 'insert_ledger_entries',
		text: `with entry as (
				select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
						$8::text[])
					as entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause)
			), balance as (
				update wallet set earned = earned_after, purchased = purchased_after, last_seq = seq
				from (select distinct on (fan_id) fan_id, seq, earned_after, purchased_after from entry order by fan_id, seq desc) last
				where wallet.fan_id = last.fan_id
			)
			insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, lightstick_now() from entry`,
		values: [
			entries.map(({ fanId }) => fanId),
			entries.map(({ seq }) => seq),
			entries.map(({ kind }) => kind),
			entries.map(({ change }) => change.earned),
			entries.map(({ change }) => change.purchased),
			entries.map(({ after }) => after.earned),
			entries.map(({ after }) => after.purchased),
			entries.map(({ cause }) => cause),
		],
	});
}

export interface LoggedEntry {
	seq: number;
	kind: LedgerKind;
	change: number;
	after: number;
	createdTime: number;
	/** Artist of the vote that spent the gems. */
	artistName: string | null;
	tickets: number | null;
	/** The incident that an adjustment makes good for. */
	incidentId: number | null;
	incidentTitle: string | null;
}

/** Entries of the last days, newest first, below `before` (a seq). */
export function selectEntries(
	db: Db,
	{ fanId }: FanKey,
	{ before, days, limit }: { before: number; days: number; limit: number },
): Promise<LoggedEntry[]> {
	return db.query<LoggedEntry>({
		text: `select entry.seq, entry.kind, entry.earned + entry.purchased as change,
				entry.earned_after + entry.purchased_after as after,
				${epochSeconds('entry.created_at')} as "createdTime",
				artist.en_name as "artistName", vote.tickets, made.incident_id as "incidentId", incident.title as "incidentTitle"
			from ledger_entry entry
			left join vote on entry.kind = 'vote' and vote.fan_id = entry.fan_id
				and vote.idempotency_key = entry.cause
			left join artist on artist.artist_id = vote.artist_id
			left join make_good_grant made on entry.kind = 'adjustment' and made.fan_id = entry.fan_id
				and made.ledger_seq = entry.seq
			left join incident on incident.incident_id = made.incident_id
			where entry.fan_id = $1 and entry.seq < $2::bigint
				and entry.created_at > lightstick_now() - make_interval(days => $3)
			order by entry.seq desc limit $4`,
		values: [fanId, before, days, limit],
	});
}

export interface NewLot {
	tradeNo: string;
	base: number;
	bonus: number;
	/** Number of the base's ledger entry. */
	seq: number;
}

export async function insertLot(tx: Tx, { fanId }: FanKey, lot: NewLot): Promise<void> {
	const { tradeNo, base, bonus, seq } = lot;
	await tx.query({
		text: `insert into gem_lot (fan_id, trade_no, base, bonus, ledger_seq) values ($1, $2, $3, $4, $5)`,
		values: [fanId, tradeNo, base, bonus, seq],
	});
}

/** Every move of bought gems, in order. */
export function selectLotEntries(tx: Tx, { fanId }: FanKey): Promise<LotEntry[]> {
	return tx.query<LotEntry>({
		text: `select kind, purchased, cause from ledger_entry
			where fan_id = $1 and purchased <> 0 order by seq`,
		values: [fanId],
	});
}

/** Gems adjusted in the last 24 hours without anybody's approval, by these operators together and for the fan. */
export function selectAdjusted(
	tx: Tx,
	operatorIds: readonly number[],
	{ fanId }: FanKey,
): Promise<{ byOperators: number; ofFan: number }> {
	const day = `approval_id is null and adjusted_at > lightstick_now() - interval '24 hours'`;
	return one(tx, {
		text: `select
			(select coalesce(sum(amount), 0) from gem_adjustment where operator_id = any($1) and ${day}) as "byOperators",
			(select coalesce(sum(amount), 0) from gem_adjustment where fan_id = $2 and ${day}) as "ofFan"`,
		values: [operatorIds, fanId],
	});
}

export interface NewAdjustment {
	seq: number;
	operatorId: number;
	approvalId: string | null;
	amount: number;
}

export async function insertAdjustment(tx: Tx, { fanId }: FanKey, made: NewAdjustment): Promise<void> {
	const { seq, operatorId, approvalId, amount } = made;
	await tx.query({
		text: `insert into gem_adjustment (fan_id, ledger_seq, operator_id, approval_id, amount)
			values ($1, $2, $3, $4, $5)`,
		values: [fanId, seq, operatorId, approvalId, amount],
	});
}
