/** Statements that find what the anchor does not know yet of rankings' logs and of keys. */
import type { Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface Anchorable {
	rankingId: number;
	rankingKey: string;
	/** The last checkpoint. */
	size: number;
	root: Buffer;
	/** True if its last leaf is the result. */
	isFinal: boolean;
}

/** Logs with a newer checkpoint than the anchor knows. */
export function selectAnchorable(tx: Tx): Promise<Anchorable[]> {
	return tx.query<Anchorable>({
		name: 'select_anchorable',
		text: `select vote_log.ranking_id as "rankingId", ranking_key as "rankingKey", published_size as size, root,
				certified_at is not null and published_size = vote_log.size as "isFinal"
			from vote_log join ranking using (ranking_id)
			join log_checkpoint signed on signed.ranking_id = vote_log.ranking_id and signed.size = published_size
			left join log_anchoring known on known.ranking_id = vote_log.ranking_id
			where published_size > coalesce(known.size, 0)
			order by vote_log.ranking_id`,
	});
}

export async function markAnchored(tx: Tx, anchored: readonly Anchorable[]): Promise<void> {
	await tx.query({
		text: `insert into log_anchoring (ranking_id, size, result_anchored)
			select * from unnest($1::integer[], $2::bigint[], $3::boolean[])
			on conflict (ranking_id) do update set size = excluded.size, result_anchored = excluded.result_anchored`,
		values: [
			anchored.map(({ rankingId }) => rankingId),
			anchored.map(({ size }) => size),
			anchored.map(({ isFinal }) => isFinal),
		],
	});
}

export interface AnnouncedKey {
	vkey: string;
	/** Epoch seconds. */
	addedAt: number;
	isRetired: boolean;
}

export function selectKeys(tx: Tx): Promise<AnnouncedKey[]> {
	return tx.query<AnnouncedKey>({
		text: `select vkey, ${epochSeconds('added_at')} as "addedAt", retired_at is not null as "isRetired" from anchor_key
			order by added_at, vkey`,
	});
}

/** Both in Unix seconds. Null: the key is still in use. */
export async function keepKey(tx: Tx, vkey: string, addedAt: number, retiredAt: number | null): Promise<void> {
	await tx.query({
		text: `insert into anchor_key (vkey, added_at, retired_at) values ($1, to_timestamp($2), to_timestamp($3))
			on conflict (vkey) do update set retired_at = excluded.retired_at`,
		values: [vkey, addedAt, retiredAt],
	});
}
