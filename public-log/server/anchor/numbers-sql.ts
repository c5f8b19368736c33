/** Statements on the numbers that the published anchor holds. */
import { one, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface PublishedAnchor {
	size: number;
	/** Epoch seconds. */
	publishedAt: number | null;
	publicKey: Buffer | null;
}

export function selectPublished(db: Db): Promise<PublishedAnchor> {
	return one<PublishedAnchor>(db, {
		name: 'select_published_anchor',
		text: `select published_size as size, ${epochSeconds('published_at')} as "publishedAt",
				public_key as "publicKey"
			from anchor_log`,
	});
}

/** The last supply and the last numbers of accounts of each day of the last 30, in UTC. The oldest come first. */
export function selectNumbers(db: Db): Promise<{ index: number; leaf: Buffer }[]> {
	return db.query({
		name: 'select_anchor_numbers',
		text: `select index, leaf from (
				select distinct on (kind, date_trunc('day', appended_at, 'UTC')) index, leaf from anchor_leaf
				where kind in ('supply', 'accounts') and appended_at > lightstick_now() - interval '30 days'
					and index < (select published_size from anchor_log)
				order by kind, date_trunc('day', appended_at, 'UTC'), index desc
			) last order by index`,
	});
}
