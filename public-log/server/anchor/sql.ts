/** Statements on the anchor log itself: its state, its leaves, its publication. */
import { epochSeconds, raw, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import { formatAnchorLeaf, type AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { encodeBundle } from '#public-log/format/tiles.ts';
import type { LogState, NextLeaves, Published } from '../sql.ts';

/** Folder of the anchor in the store. No ranking's key has an underscore. */
export const ANCHOR_FOLDER = '_anchor';

export const selectAnchor = (db: Db): Promise<LogState> =>
	sql`select ${ANCHOR_FOLDER} as name, size, published_size as "publishedSize", checkpoint,
			partial_bundle as bundle, partial_tiles as tiles, public_key as "publicKey"
		from anchor_log`
		.prepared('select_anchor')
		.one<LogState>(db);

export async function selectAnchorLeaves(db: Db, from: number, most: number): Promise<NextLeaves> {
	const leaves =
		await sql`select leaf from anchor_leaf where index >= ${from} and index < ${from + most} order by index`
			.prepared('select_anchor_leaves')
			.column<Buffer>(db);
	return { leaves: Buffer.from(encodeBundle(leaves)), count: leaves.length };
}

/** Exposes a checkpoint of the anchor, once. False if another process was faster. */
export function publishAnchor(tx: Tx, published: Published): Promise<boolean> {
	const { from, size, checkpoint, bundle, tiles, publicKey } = published;
	return sql`update anchor_log set published_size = ${size}, checkpoint = ${checkpoint}, partial_bundle = ${bundle},
			partial_tiles = ${tiles}, published_at = lightstick_now(), public_key = ${publicKey}
		where published_size = ${from} and coalesce(public_key, ${publicKey}) = ${publicKey} returning size`.exists(tx);
}

export interface Announced {
	index: number;
	leaf: Buffer;
	/** The last checkpoint that enough witnesses have cosigned. 0 and null: there is none. */
	witnessedSize: number;
	witnessedCheckpoint: string | null;
}

/** The last leaf that tells the hash of the auditor or of the witnesses' policy. */
export const selectAnnounced = (db: Db, kind: 'program' | 'policy'): Promise<Announced | null> =>
	sql`select index, leaf, witnessed_size as "witnessedSize", witnessed_checkpoint as "witnessedCheckpoint"
		from anchor_leaf cross join anchor_log where kind = '${raw(kind)}' order by index desc limit 1`
		.prepared(`select_announced_${kind}`)
		.maybeOne<Announced>(db);

export interface AnchorDues {
	size: number;
	/** Epoch seconds. */
	now: number;
	/** True once a minute. */
	isDue: boolean;
	isSupplyDue: boolean;
	areAccountsDue: boolean;
	/** Public half of the anchor's key. Null: nothing is signed yet. */
	publicKey: Buffer | null;
}

const due = (column: string, interval: string) =>
	raw(`(${column} is null or ${column} <= lightstick_now() - interval '${interval}')`);
const DUES = sql`select size, ${epochSeconds('lightstick_now()')} as now, ${due('checked_at', '1 minute')} as "isDue",
	${due('supply_at', '1 hour')} as "isSupplyDue", ${due('accounts_at', '1 day')} as "areAccountsDue",
	public_key as "publicKey" from anchor_log`;

export const selectDues = (db: Db): Promise<AnchorDues> => sql`${DUES}`.prepared('select_anchor_dues').one(db);

/**
 * Locks the anchor until the transaction ends. In a transaction on one snapshot, the second of two processes fails with
 * 40001.
 */
export const lockAnchor = (tx: Tx): Promise<AnchorDues> => sql`${DUES} for update`.one<AnchorDues>(tx);

/** Appends leaves to the locked anchor of this size. There may be none. A checkpoint names its ranking, for proofs. */
export async function appendAnchorLeaves(tx: Tx, size: number, leaves: readonly AnchorLeaf[]): Promise<void> {
	const kinds = leaves.map(({ type }) => type);
	const logs = leaves.map((leaf) => (leaf.type === 'cp' || leaf.type === 'result' ? leaf : null));
	await sql`insert into anchor_leaf (index, kind, leaf, ranking_id, log_size)
		select ${size} + ordinal - 1, kind, leaf, ranking_id, log_size
		from unnest(${kinds}::text[], ${leaves.map(formatAnchorLeaf)}::bytea[],
				${logs.map((log) => log && log.origin.slice(log.origin.lastIndexOf('/') + 1))}::text[],
				${logs.map((log) => log && log.size)}::bigint[])
			with ordinality as new (kind, leaf, ranking_key, log_size, ordinal)
		left join ranking using (ranking_key)`.run(tx);
	await sql`update anchor_log set size = ${size + leaves.length}, checked_at = lightstick_now(),
			supply_at = case when ${kinds.includes('supply')} then lightstick_now() else supply_at end,
			accounts_at = case when ${kinds.includes('accounts')} then lightstick_now() else accounts_at end
		where size = ${size}`.run(tx);
}

export interface Anchorable {
	rankingId: number;
	rankingKey: string;
	size: number;
	root: Buffer;
	/** True if its last leaf is the result. */
	isFinal: boolean;
}

/** Logs with a newer checkpoint than the anchor knows. */
export const selectAnchorable = (tx: Tx): Promise<Anchorable[]> =>
	sql`select vote_log.ranking_id as "rankingId", ranking_key as "rankingKey", published_size as size, root,
			certified_at is not null and published_size = vote_log.size as "isFinal"
		from vote_log join ranking using (ranking_id)
		join log_checkpoint signed on signed.ranking_id = vote_log.ranking_id and signed.size = published_size
		left join log_anchoring known on known.ranking_id = vote_log.ranking_id
		where published_size > coalesce(known.size, 0)
		order by vote_log.ranking_id`
		.prepared('select_anchorable')
		.all<Anchorable>(tx);

export async function markAnchored(tx: Tx, anchored: readonly Anchorable[]): Promise<void> {
	await sql`insert into log_anchoring (ranking_id, size, result_anchored)
		select * from unnest(${anchored.map(({ rankingId }) => rankingId)}::integer[],
			${anchored.map(({ size }) => size)}::bigint[], ${anchored.map(({ isFinal }) => isFinal)}::boolean[])
		on conflict (ranking_id) do update
			set size = excluded.size, result_anchored = excluded.result_anchored`.run(tx);
}

export interface AnnouncedKey {
	vkey: string;
	/** Epoch seconds. */
	addedAt: number;
	isRetired: boolean;
}

export const selectKeys = (db: Db): Promise<AnnouncedKey[]> =>
	sql`select vkey, ${epochSeconds('added_at')} as "addedAt", retired_at is not null as "isRetired"
		from anchor_key order by added_at, vkey`.all<AnnouncedKey>(db);

/** Both in Unix seconds. Null: the key is still in use. */
export async function keepKey(tx: Tx, vkey: string, addedAt: number, retiredAt: number | null): Promise<void> {
	await sql`insert into anchor_key (vkey, added_at, retired_at) 
		values (${vkey}, to_timestamp(${addedAt}), to_timestamp(${retiredAt}))
		on conflict (vkey) do update set retired_at = excluded.retired_at`.run(tx);
}

export const selectKeysOfLogs = (tx: Tx): Promise<Buffer[]> =>
	sql`select distinct public_key from vote_log where public_key is not null order by 1`.column(tx);

/** Public halves of the keys of logs that still grow. */
export const selectKeysInUse = (tx: Tx): Promise<Buffer[]> =>
	sql`select distinct public_key from vote_log
		where public_key is not null and (certified_at is null or published_size < size)`.column(tx);

/** Moves what was written since the last time into the totals. */
export async function countChanges(tx: Tx): Promise<void> {
	await sql`with taken as (delete from supply_change returning kind, earned, purchased)
		insert into supply_total
		select kind, coalesce(sum(earned) filter (where earned > 0), 0),
			coalesce(-sum(earned) filter (where earned < 0), 0),
			coalesce(sum(purchased) filter (where purchased > 0), 0),
			coalesce(-sum(purchased) filter (where purchased < 0), 0)
		from taken group by kind order by kind
		on conflict (kind) do update set earned_in = supply_total.earned_in + excluded.earned_in,
			earned_out = supply_total.earned_out + excluded.earned_out,
			purchased_in = supply_total.purchased_in + excluded.purchased_in,
			purchased_out = supply_total.purchased_out + excluded.purchased_out`.run(tx);
}

export interface Gems {
	earned: number;
	purchased: number;
}

export interface KindTotal {
	kind: string;
	cameIn: Gems;
	wentOut: Gems;
}

const gems = (earned: string, purchased: string) =>
	raw(`json_build_object('earned', coalesce(${earned}, 0)::bigint, 'purchased', coalesce(${purchased}, 0)::bigint)`);

export const selectTotals = (tx: Tx): Promise<KindTotal[]> =>
	sql`select kind, ${gems('earned_in', 'purchased_in')} as "cameIn",
			${gems('earned_out', 'purchased_out')} as "wentOut"
		from supply_total`.all<KindTotal>(tx);

export interface Sums {
	/** Epoch seconds. */
	at: number;
	/** In all wallets. */
	held: Gems;
	/** In all votes of logs. */
	voted: Gems;
	/** Index of the last supply leaf. */
	prev: number | null;
}

/** Reads every wallet: as many rows as there are fans. */
export const selectSums = (tx: Tx): Promise<Sums> =>
	sql`select ${epochSeconds('lightstick_now()')} as at,
		(select ${gems('sum(earned)', 'sum(purchased)')} from wallet) as held,
		(select ${gems('sum(gems_earned)', 'sum(gems_purchased)')} from vote_log) as voted,
		(select max(index) from anchor_leaf where kind = 'supply') as prev`.one<Sums>(tx);

export type RankingSums = Supply['rankings'][string] & { rankingId: number; rankingKey: string };

/** Logs that have grown since the last supply. */
export const selectGrown = (tx: Tx): Promise<RankingSums[]> =>
	sql`select ranking_id as "rankingId", ranking_key as "rankingKey", vote_log.size, vote_count as votes,
			tickets, gems_earned, gems_purchased
		from vote_log join ranking using (ranking_id) left join log_anchoring using (ranking_id)
		where vote_log.size > coalesce(supply_size, 0) order by ranking_id`.all<RankingSums>(tx);

export async function markSupplied(tx: Tx, grown: readonly RankingSums[]): Promise<void> {
	await sql`insert into log_anchoring (ranking_id, supply_size)
		select * from unnest(${grown.map(({ rankingId }) => rankingId)}::integer[], ${grown.map(({ size }) => size)}::bigint[])
		on conflict (ranking_id) do update set supply_size = excluded.supply_size`.run(tx);
}

type PublishedAnchor = Pick<ReplyOf<typeof getTransparencyNumbers>['anchor'], 'size' | 'published_time'>;

export const selectPublished = (db: Db): Promise<PublishedAnchor & { publicKey: Buffer | null }> =>
	sql`select published_size as size, ${epochSeconds('published_at')} as published_time,
			public_key as "publicKey"
		from anchor_log`
		.prepared('select_published_anchor')
		.one(db);

/** The last supply and the last numbers of accounts of each day of the last 30, in UTC. The oldest come first. */
export const selectNumbers = (db: Db): Promise<{ index: number; leaf: Buffer }[]> =>
	sql`select index, leaf from (
			select distinct on (kind, date_trunc('day', appended_at, 'UTC')) index, leaf from anchor_leaf
			where kind in ('supply', 'accounts') and appended_at > lightstick_now() - interval '30 days'
				and index < (select published_size from anchor_log)
			order by kind, date_trunc('day', appended_at, 'UTC'), index desc
		) last order by index`
		.prepared('select_anchor_numbers')
		.all(db);

/** Returns the last supply leaf of each day of the site's time zone, of the last `days` days. The oldest come first. */
export const selectSupplyByDay = (db: Db, days: number): Promise<{ day: string; leaf: Buffer }[]> =>
	sql`select distinct on (day) day::text, leaf from (
			select (appended_at at time zone timezone)::date as day, index, leaf from anchor_leaf
			cross join site_setting
			where kind = 'supply' and appended_at > lightstick_now() - make_interval(days => ${days + 1})
		) recent order by day, index desc`.all(db);
