/** Statements of a revocation. */
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import type { End } from './ends.ts';

/** The largest checkpoint of a ranking's log that a published checkpoint of the anchor covers. Null: none. */
export function selectAnchoredEnd(tx: Tx, rankingKey: string): Promise<End | null> {
	return maybeOne<End>(tx, {
		text: `select log_size as size, encode(root, 'base64') as root
			from anchor_leaf join ranking using (ranking_id)
			join log_checkpoint signed on signed.ranking_id = ranking.ranking_id and signed.size = log_size
			where ranking_key = $1 and index < (select published_size from anchor_log)
			order by log_size desc limit 1`,
		values: [rankingKey],
	});
}

/** True if this key signs a log. */
export async function selectSigns(db: Db, publicKey: Buffer): Promise<boolean> {
	const row = await maybeOne(db, {
		text: `select 1 from vote_log where public_key = $1
			union all select 1 from anchor_log where public_key = $1 limit 1`,
		values: [publicKey],
	});
	return row !== null;
}

export async function selectIsRevoked(db: Db, publicKey: Buffer): Promise<boolean> {
	const text = 'select 1 from log_generation where revoked_key = $1 limit 1';
	return (await maybeOne(db, { text, values: [publicKey] })) !== null;
}
