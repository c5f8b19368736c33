/** Statements that read the next votes of a decision: those that follow in one shard. */
import type { Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { CaseVote } from './rules.ts';
import { shardOfWork, type VoteKey, type Work } from './work-sql.ts';

export interface Page {
	/** Votes to settle, with the gems that they cost or gave back. */
	votes: CaseVote[];
	/** The last vote read. Null at the end. */
	last: VoteKey | null;
	/** False if more votes follow. */
	isLast: boolean;
}

/** Reads the next votes of the work, as many as follow in one shard. Some may already have been restored. */
export async function selectNext(tx: Tx, work: Work, limit: number): Promise<Page> {
	const [table, earned, purchased] =
		work.deed === 'void' ? ['vote_case_vote', 'cost_earned', 'cost_purchased'] : ['vote_void', 'earned', 'purchased'];
	const read = await tx.query<CaseVote>({
		text: `select bucket, fan_id as "fanId", idempotency_key as key, artist_id as "artistId", tickets,
				json_build_object('earned', ${earned}, 'purchased', ${purchased}) as gems from ${table}
			where case_id = $1 and (bucket, fan_id, idempotency_key) > ($2, $3, $4)
				and ($5::bigint is null or (bucket = $6 and fan_id = $5))
			order by bucket, fan_id, idempotency_key limit $7`,
		values: [work.caseId, work.throughBucket, work.throughFanId, work.throughKey, work.fanId, work.bucket, limit],
	});
	const rows = read.filter((row) => read[0] && shardOfWork(work, row) === shardOfWork(work, read[0]));
	const isLast = rows.length < limit && rows.length === read.length;
	const done = work.deed === 'void' ? new Set() : await selectRestored(tx, work, rows);
	return { votes: rows.filter((row) => !done.has(nameOf(row))), last: rows.at(-1) ?? null, isLast };
}

const nameOf = ({ fanId, key }: VoteKey): string => `${fanId} ${key}`;

async function selectRestored(tx: Tx, { caseId }: Work, votes: readonly VoteKey[]): Promise<Set<string>> {
	const rows = await tx.query<VoteKey>({
		text: `select fan_id as "fanId", idempotency_key as key from vote_restore
			join unnest($2::smallint[], $3::bigint[], $4::text[]) as asked (bucket, fan_id, idempotency_key)
				using (bucket, fan_id, idempotency_key)
			where case_id = $1 and bucket = any ($5)`,
		values: [caseId, ...keysOf(votes), votes.map(({ key }) => key), bucketsOf(votes)],
	});
	return new Set(rows.map(nameOf));
}

/** The buckets of the fans, each once: they name the shard. */
export function bucketsOf(fans: readonly FanKey[]): number[] {
	return [...new Set(fans.map(({ bucket }) => bucket))];
}

/** The keys of the fans as two arrays. */
export function keysOf(fans: readonly FanKey[]): [number[], number[]] {
	return [fans.map(({ bucket }) => bucket), fans.map(({ fanId }) => fanId)];
}
