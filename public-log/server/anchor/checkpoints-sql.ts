/** Statements that find what the anchor does not know yet of rankings' logs. */
import type { Tx } from '#server/kernel/database.ts';

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
