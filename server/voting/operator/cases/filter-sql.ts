/**
 * The part of a statement that finds votes by a filter. Each filter starts from one index: the given fans, the fans of a
 * network, the fans who joined in a period, or otherwise the time of the votes.
 */
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import { maybeOne, type Tx } from '#server/kernel/database.ts';

/** Where a filter looks: in which ranking, and what it does not say itself. Times are as PostgreSQL writes them. */
export interface Scope {
	rankingId: number;
	filter: CaseFilter;
	/** Cases of the ranking that were dropped. They hold no votes. */
	dropped: number[];
	/** The time of the votes: within the ranking's own, because no vote lies outside it. */
	castFrom: string;
	castTo: string;
	joinedFrom: string | null;
	joinedTo: string | null;
}

/**
 * Reads what the next statement needs of other tables. It names none of them, so that each shard finds its own votes.
 * Returns null if the ranking was deleted.
 */
export async function readScope(tx: Tx, rankingId: number, filter: CaseFilter): Promise<Scope | null> {
	const instant = (number: number) => `($${number}::timestamp at time zone timezone)`;
	const row = await maybeOne<Omit<Scope, 'rankingId' | 'filter'>>(tx, {
		text: `select greatest(starts_at, ${instant(2)})::text as "castFrom", least(ends_at, ${instant(3)})::text as "castTo",
				${instant(4)}::text as "joinedFrom", ${instant(5)}::text as "joinedTo",
				array(select case_id from vote_case join vote_case_end using (case_id)
					where vote_case.ranking_id = $1 and outcome = 'dropped') as dropped
			from ranking cross join site_setting where ranking_id = $1`,
		values: [
			rankingId,
			filter.cast_from_local ?? null,
			filter.cast_to_local ?? null,
			filter.joined_from_local ?? null,
			filter.joined_to_local ?? null,
		],
	});
	return row && { ...row, rankingId, filter };
}

export interface Found {
	/** SQL that selects from votes (as `vote`), with its conditions. */
	from: string;
	values: unknown[];
}

/** Selects votes that match the filter and that no other case holds. */
export function found({ rankingId, filter, ...scope }: Scope): Found {
	const values: unknown[] = [rankingId, scope.dropped];
	const given = (value: unknown) => `$${values.push(value)}`;
	const ofFan: string[] = [];
	if (scope.joinedFrom) ofFan.push(`registered_at >= ${given(scope.joinedFrom)}`);
	if (scope.joinedTo) ofFan.push(`registered_at < ${given(scope.joinedTo)}`);
	const isByJoining = ofFan.length > 0;
	if (filter.country !== undefined) ofFan.push(`country = ${given(filter.country)}`);

	const chosen: string[] = [];
	if (filter.fan_ids) {
		chosen.push(`select distinct bucket_of(id) as bucket, id as fan_id
			from unnest(${given(filter.fan_ids)}::bigint[]) as id`);
	}
	if (filter.network !== undefined) {
		chosen.push(`select distinct bucket, fan_id from session
			where network_hash = decode(${given(filter.network)}, 'hex')`);
	}
	if (isByJoining) chosen.push(`select bucket, fan_id from fan where ${ofFan.join(' and ')}`);
	// Votes of chosen fans are read by their key: the sum is in no index, where the time alone would be.
	const castAt = chosen.length > 0 ? `cast_at + interval '0'` : 'cast_at';
	const wanted = [
		'vote.ranking_id = $1',
		`${castAt} >= ${given(scope.castFrom)}::timestamptz`,
		`${castAt} < ${given(scope.castTo)}::timestamptz`,
		NOT_HELD,
	];
	if (filter.artist_id !== undefined) wanted.push(`vote.artist_id = ${given(filter.artist_id)}`);
	const among = chosen.map((fans, index) => `join (${fans}) chosen${index} using (bucket, fan_id)`).join(' ');
	const who = isByJoining || ofFan.length === 0 ? '' : `join fan using (bucket, fan_id)`;
	return { from: `from vote ${among} ${who} where ${[...wanted, ...(who ? ofFan : [])].join(' and ')}`, values };
}

// A vote is held if it is in a case that was not dropped, and was not restored since.
const NOT_HELD = `not exists (
	select from vote_case_vote held
	where held.bucket = vote.bucket and held.fan_id = vote.fan_id and held.idempotency_key = vote.idempotency_key
		and held.case_id <> all ($2)
		and not exists (select from vote_restore back where back.case_id = held.case_id and back.bucket = held.bucket
			and back.fan_id = held.fan_id and back.idempotency_key = held.idempotency_key))`;
