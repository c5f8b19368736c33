/** Statements on the anchor log itself: its state, its leaves, its publication. */
import type { AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { encodeBundle } from '#public-log/format/tiles.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { LogState, NextLeaves, Published } from '../sql.ts';

/** Folder of the anchor in the store. No ranking's key has an underscore. */
const NAME = '_anchor';

export function selectAnchor(db: Db): Promise<LogState> {
	return one<LogState>(db, {
		name: 'select_anchor',
		text: `select '${NAME}' as name, size, published_size as "publishedSize", checkpoint, partial_bundle as bundle,
				partial_tiles as tiles, public_key as "publicKey"
			from anchor_log`,
	});
}

export async function selectAnchorLeaves(db: Db, from: number, most: number): Promise<NextLeaves> {
	const rows = await db.query<{ leaf: Buffer }>({
		name: 'select_anchor_leaves',
		text: 'select leaf from anchor_leaf where index >= $1 and index < $1 + $2 order by index',
		values: [from, most],
	});
	return { leaves: Buffer.from(encodeBundle(rows.map(({ leaf }) => leaf))), count: rows.length };
}

/** Exposes a checkpoint of the anchor, once. False if another process was faster. */
export async function publishAnchor(tx: Tx, published: Published): Promise<boolean> {
	const { from, size, checkpoint, bundle, tiles, publicKey } = published;
	const row = await maybeOne(tx, {
		text: `update anchor_log set published_size = $2, checkpoint = $3, partial_bundle = $4, partial_tiles = $5,
				published_at = lightstick_now(), public_key = $6
			where published_size = $1 and coalesce(public_key, $6) = $6 returning size`,
		values: [from, size, checkpoint, bundle, tiles.map((tile) => Buffer.from(tile)), Buffer.from(publicKey)],
	});
	return row !== null;
}

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
	`(${column} is null or ${column} <= lightstick_now() - interval '${interval}')`;
const DUES = `select size, ${epochSeconds('lightstick_now()')} as now, ${due('checked_at', '1 minute')} as "isDue",
	${due('supply_at', '1 hour')} as "isSupplyDue", ${due('accounts_at', '1 day')} as "areAccountsDue",
	public_key as "publicKey" from anchor_log`;

export function selectDues(db: Db): Promise<AnchorDues> {
	return one<AnchorDues>(db, { name: 'select_anchor_dues', text: DUES });
}

/**
 * Locks the anchor until the transaction ends. In a transaction on one snapshot, the second of two processes fails with
 * 40001.
 */
export function lockAnchor(tx: Tx): Promise<AnchorDues> {
	return one<AnchorDues>(tx, { text: `${DUES} for update` });
}

export interface NewLeaf {
	kind: AnchorLeaf['type'];
	leaf: Uint8Array;
	/** The ranking's log that it tells of. */
	log: { rankingKey: string; size: number } | null;
}

/** Appends leaves to the locked anchor of this size. There may be none. */
export async function appendAnchorLeaves(tx: Tx, size: number, leaves: readonly NewLeaf[]): Promise<void> {
	const kinds = leaves.map(({ kind }) => kind);
	await tx.query({
		text: `insert into anchor_leaf (index, kind, leaf, ranking_id, log_size)
			select $1 + ordinal - 1, kind, leaf, ranking_id, log_size
			from unnest($2::text[], $3::bytea[], $4::text[], $5::bigint[])
				with ordinality as new (kind, leaf, ranking_key, log_size, ordinal)
			left join ranking using (ranking_key)`,
		values: [
			size,
			kinds,
			leaves.map(({ leaf }) => Buffer.from(leaf)),
			leaves.map(({ log }) => log?.rankingKey ?? null),
			leaves.map(({ log }) => log?.size ?? null),
		],
	});
	await tx.query({
		text: `update anchor_log set size = $2, checked_at = lightstick_now(),
				supply_at = case when $3 then lightstick_now() else supply_at end,
				accounts_at = case when $4 then lightstick_now() else accounts_at end
			where size = $1`,
		values: [size, size + leaves.length, kinds.includes('supply'), kinds.includes('accounts')],
	});
}
