/** Which tables are distributed, and by which column. All others are plain tables of the coordinator. */

interface Placed {
	table: string;
	/** The column whose value is the key of a shard. */
	by: 'bucket' | 'shard';
	/** Columns of the primary key where it has to get the column as well. */
	key?: string;
}

/** In this order: rows of a fan first. Every table is placed with the first one. */
export const DISTRIBUTED: readonly [Placed, ...Placed[]] = [
	{ table: 'fan', by: 'bucket' },
	{ table: 'wallet', by: 'bucket' },
	{ table: 'session', by: 'bucket', key: 'token_hash, bucket' },
	{ table: 'ledger_entry', by: 'bucket' },
	{ table: 'vote', by: 'bucket' },
	{ table: 'refused_key', by: 'bucket' },
	{ table: 'own_votes', by: 'bucket' },
	{ table: 'own_votes_summed', by: 'bucket' },
	{ table: 'failed_vote', by: 'bucket' },
	{ table: 'voter_secret', by: 'bucket' },
	{ table: 'check_in', by: 'bucket' },
	{ table: 'gem_lot', by: 'bucket' },
	{ table: 'gem_adjustment', by: 'bucket' },
	{ table: 'make_good_grant', by: 'bucket' },
	{ table: 'idempotency_record', by: 'bucket' },
	{ table: 'deletion_request', by: 'bucket' },
	{ table: 'favorite', by: 'bucket' },
	{ table: 'reminder_setting', by: 'bucket' },
	{ table: 'vote_case_vote', by: 'bucket' },
	{ table: 'vote_void', by: 'bucket' },
	{ table: 'vote_restore', by: 'bucket' },
	{ table: 'ranking_terms', by: 'shard' },
	{ table: 'ranking_terms_artist', by: 'shard' },
	{ table: 'tally', by: 'shard', key: 'ranking_id, artist_id, slot, shard' },
	{ table: 'tally_slot', by: 'shard', key: 'ranking_id, slot, shard' },
	{ table: 'log_batch', by: 'shard', key: 'batch_id, shard' },
];

/** Tables of the coordinator whose rows name a fan by bucket and id. */
export const NAMING_FANS = [
	'fan_identity',
	'gem_order',
	'refund_request',
	'push_subscription',
	'vote_case_work',
	'vote_top_fan',
] as const;

/** Foreign keys between distributed tables. They are checked in the shard, as on one server. */
export const FOREIGN_KEYS = [
	['wallet', 'fan', 'bucket, fan_id'],
	['session', 'fan', 'bucket, fan_id'],
	['deletion_request', 'fan', 'bucket, fan_id'],
	['favorite', 'fan', 'bucket, fan_id'],
	['reminder_setting', 'fan', 'bucket, fan_id'],
	['vote_void', 'vote_case_vote', 'case_id, bucket, fan_id, idempotency_key'],
	['vote_restore', 'vote_void', 'case_id, bucket, fan_id, idempotency_key'],
] as const;
