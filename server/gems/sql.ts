/** Statements on wallets and the ledger. Batches of votes have theirs in db/functions/cast_votes.sql. */
import { type Db, type Tx, epochSeconds, set, sql } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { gemLog } from '#contract/gems.ts';
import type * as z from 'zod/mini';

/** Gems by origin. Refunds and the supply report need the two apart. */
export interface Gems {
	earned: number;
	purchased: number;
}

export type LedgerKind =
	| 'purchase'
	| 'bonus'
	| 'check_in'
	| 'vote'
	| 'refund'
	| 'chargeback'
	| 'adjustment'
	| 'void_return'
	| 'forfeit';

/** A ledger entry that moved bought gems. */
export interface LotEntry {
	kind: LedgerKind;
	purchased: number;
	cause: string;
}

export const sum = ({ earned, purchased }: Gems): number => earned + purchased;

export interface Wallet extends Gems {
	lastSeq: number;
	registered: boolean;
	suspended: boolean;
	frozen: boolean;
}

const WALLET = sql`earned, purchased, last_seq as "lastSeq", registered, suspended, frozen`;

export const insertWallet = (tx: Tx, { fanId }: FanKey): Promise<void> =>
	sql`insert into wallet (fan_id) values (${fanId}) on conflict do nothing`.run(tx);

export const selectWallet = (db: Db, { fanId }: FanKey): Promise<Wallet | null> =>
	sql`select ${WALLET} from wallet where fan_id = ${fanId}`.prepared('select_wallet').maybeOne(db);

/** Locks the wallet until the transaction ends: nobody else can change it, or commit a vote with it. */
export const lockWallet = (tx: Tx, { fanId }: FanKey): Promise<Wallet> =>
	sql`select ${WALLET} from wallet where fan_id = ${fanId} for update`.one(tx);

/** Run it after the wallet's lock, as its own statement: one that waits for the lock sees the fan as before the wait. */
export const selectErased = (tx: Tx, { fanId }: FanKey): Promise<boolean> =>
	sql`select erased_at is not null as erased from fan where fan_id = ${fanId}`.value(tx);

/** Sets what is read under the wallet's lock when a vote is committed. Leaves the flags that are not given. */
export const updateWalletFlags = (
	tx: Tx,
	{ fanId }: FanKey,
	flags: Partial<Pick<Wallet, 'registered' | 'suspended' | 'frozen'>>,
): Promise<void> => sql`update wallet set ${set(flags)} where fan_id = ${fanId}`.run(tx);

export interface NewEntry extends FanKey {
	seq: number;
	kind: LedgerKind;
	change: Gems;
	after: Gems;
	cause: string;
}

/** Writes entries and the balances after them. Needs the wallets' locks; a fan's numbers follow the wallet's last. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
	if (entries.length === 0) return;
	const rows = entries.map(({ fanId, seq, kind, change, after, cause }) => ({
		fan_id: fanId,
		seq,
		kind,
		...change,
		earned_after: after.earned,
		purchased_after: after.purchased,
		cause,
	}));
	await sql`with entry as (
			select * from jsonb_to_recordset(${JSON.stringify(rows)}) as entry (fan_id bigint, seq bigint, kind text,
				earned bigint, purchased bigint, earned_after bigint, purchased_after bigint, cause text)
		), balance as (
			update wallet set earned = earned_after, purchased = purchased_after, last_seq = seq
			from (select distinct on (fan_id) fan_id, seq, earned_after, purchased_after from entry
				order by fan_id, seq desc) last
			where wallet.fan_id = last.fan_id
		)
		insert into ledger_entry
			(fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, lightstick_now() from entry`
		.prepared('insert_ledger_entries')
		.run(tx);
}

type Told = Omit<z.output<typeof gemLog>, 'description' | 'kind' | 'incident_id'>;

export interface LoggedEntry extends Told {
	seq: number;
	kind: LedgerKind;
	/** Artist of the vote that spent the gems. */
	artistName: string | null;
	tickets: number | null;
	/** The incident that an adjustment makes good for. */
	incident_id: number | null;
	incidentTitle: string | null;
}

export const selectEntries = (
	db: Db,
	{ fanId }: FanKey,
	{ before, days, limit }: { before: number; days: number; limit: number },
): Promise<LoggedEntry[]> =>
	sql`select entry.seq, entry.kind, entry.earned + entry.purchased as gem_offset,
			entry.earned_after + entry.purchased_after as balance_after, ${epochSeconds('entry.created_at')} as created_time,
			artist.en_name as "artistName", vote.tickets, made.incident_id, incident.title as "incidentTitle"
		from ledger_entry entry
		left join vote on entry.kind = 'vote' and vote.fan_id = entry.fan_id
			and vote.idempotency_key = entry.cause
		left join artist on artist.artist_id = vote.artist_id
		left join make_good_grant made on entry.kind = 'adjustment' and made.fan_id = entry.fan_id
			and made.ledger_seq = entry.seq
		left join incident on incident.incident_id = made.incident_id
		where entry.fan_id = ${fanId} and entry.seq < ${before}::bigint
			and entry.created_at > lightstick_now() - make_interval(days => ${days})
		order by entry.seq desc limit ${limit}`.all(db);

/** Every move of bought gems, in order. */
export const selectLotEntries = (tx: Tx, { fanId }: FanKey): Promise<LotEntry[]> =>
	sql`select kind, purchased, cause from ledger_entry
		where fan_id = ${fanId} and purchased <> 0 order by seq`.all(tx);

/** Gems adjusted in the last 24 hours without anybody's approval, by these operators together and for the fan. */
export function selectAdjusted(tx: Tx, operatorIds: readonly number[], { fanId }: FanKey) {
	const day = sql`approval_id is null and adjusted_at > lightstick_now() - interval '24 hours'`;
	return sql`select
		(select coalesce(sum(amount), 0) from gem_adjustment where operator_id = any(${operatorIds})
			and ${day}) as "byOperators",
		(select coalesce(sum(amount), 0) from gem_adjustment where fan_id = ${fanId} and ${day}) as "ofFan"`.one<{
		byOperators: number;
		ofFan: number;
	}>(tx);
}
