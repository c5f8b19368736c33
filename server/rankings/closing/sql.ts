/** Statements that pause, close and certify rankings. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochMs } from '#server/kernel/epoch.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Standing } from '../rules.ts';

export async function selectToClose(db: Db): Promise<number[]> {
	const rows = await db.query<{ rankingId: number }>({
		text: `select ranking_id as "rankingId" from ranking where ends_at <= lightstick_now() and published_at is not null
			and not exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)`,
	});
	return rows.map(({ rankingId }) => rankingId);
}

/** Returns the rankings that have ended by the clock of the shard and are open there. */
export async function selectEndedIn(db: Db, shard: number): Promise<number[]> {
	const rows = await db.query<{ rankingId: number }>({
		text: `select ranking_id as "rankingId" from ranking_terms
			where shard = $1 and published and not closed and ends_at <= lightstick_now()`,
		values: [shard],
	});
	return rows.map(({ rankingId }) => rankingId);
}

export async function selectOpenShards(db: Db, rankingId: number): Promise<number[]> {
	const rows = await db.query<{ shard: number }>({
		text: 'select shard from ranking_terms where ranking_id = $1 and not closed order by shard',
		values: [rankingId],
	});
	return rows.map(({ shard }) => shard);
}

/** @throws {pg.DatabaseError} 55P03 if the shard's batches do not end in time */
export async function closeShard(db: Db, shard: number, rankingId: number): Promise<void> {
	await db.query({ text: 'select close_shard($1, $2)', values: [shard, rankingId] });
}

/** The last clock counts. Returns false if a shard is still open, or if another process has already closed the ranking. */
export async function insertClosing(tx: Tx, rankingId: number): Promise<boolean> {
	const row = await maybeOne(tx, {
		text: `insert into ranking_closing (ranking_id, closed_at)
			select ranking_id, max(closed_at) from ranking_terms where ranking_id = $1
			group by ranking_id having bool_and(closed_at is not null)
			on conflict do nothing returning ranking_id`,
		values: [rankingId],
	});
	return row !== null;
}

/** Keeps which clock decided the end in each shard. */
export async function insertShardClosings(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({
		text: `insert into ranking_closing_shard (ranking_id, shard, closed_at, closed_by)
			select ranking_id, shard, closed_at, closed_by from ranking_terms where ranking_id = $1`,
		values: [rankingId],
	});
}

// Votes that may still be voided or restored: a case that has not ended, or a decision that a job still carries out.
const CASE_IS_OPEN = `exists (
	select from vote_case where vote_case.ranking_id = ranking.ranking_id
		and not exists (select from vote_case_end ending where ending.case_id = vote_case.case_id)
	union all
	select from vote_case_work work join vote_case using (case_id)
		where vote_case.ranking_id = ranking.ranking_id and finished_at is null)`;

/** Returns true if an open case holds votes of the ranking, so that a result would include them. */
export async function hasOpenCase(tx: Tx, rankingId: number): Promise<boolean> {
	const row = await maybeOne<{ open: boolean }>(tx, {
		text: `select ${CASE_IS_OPEN} as open from ranking where ranking_id = $1`,
		values: [rankingId],
	});
	return row?.open ?? false;
}

/** Returns closed rankings whose review is over and that have no open case. */
export async function selectToCertify(db: Db): Promise<number[]> {
	const rows = await db.query<{ rankingId: number }>({
		text: `select ranking_id as "rankingId" from ranking join ranking_closing closing using (ranking_id)
			where closing.closed_at + make_interval(hours => review_hours) <= lightstick_now()
				and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
				and not ${CASE_IS_OPEN}`,
	});
	return rows.map(({ rankingId }) => rankingId);
}

/**
 * Sums the tallies of the listed artists. It does not read `standing`: under the ranking's exclusive lock, the tallies
 * are exact.
 */
export function selectTallies(tx: Tx, rankingId: number): Promise<Standing[]> {
	return tx.query<Standing>({
		text: `select entry.artist_id as "artistId", coalesce(sum(tickets), 0)::bigint as tickets,
				coalesce(max(${epochMs('last_vote_at')}), 0) as "reachedAt"
			from ranking_entry entry left join tally using (ranking_id, artist_id)
			where entry.ranking_id = $1 and entry.hidden_at is null group by entry.artist_id`,
		values: [rankingId],
	});
}

export interface FinalEntry {
	rank: number;
	artistId: number;
	tickets: number;
}

/** Writes the final list, unless there is one. */
export async function insertResult(tx: Tx, rankingId: number, entries: readonly FinalEntry[]): Promise<void> {
	const total = entries.reduce((sum, { tickets }) => sum + tickets, 0);
	const row = await maybeOne(tx, {
		text: `insert into ranking_result (ranking_id, certified_at, total_tickets) values ($1, lightstick_now(), $2)
			on conflict do nothing returning ranking_id`,
		values: [rankingId, total],
	});
	if (!row) return;
	await tx.query({
		text: `insert into ranking_result_entry (ranking_id, revision, rank, artist_id, tickets)
			select $1, 1, rank, artist_id, tickets
			from unnest($2::integer[], $3::integer[], $4::bigint[]) as entry (rank, artist_id, tickets)`,
		values: [
			rankingId,
			entries.map(({ rank }) => rank),
			entries.map(({ artistId }) => artistId),
			entries.map(({ tickets }) => tickets),
		],
	});
}

/** Has the precision of vote times, so that the first vote after a pause is not earlier than its end. */
const TO_THE_MILLISECOND = `date_trunc('milliseconds', lightstick_now())`;

/** @throws {Problem} busy where shards do not show a new ranking yet, milliseconds after it was made (decision 0056) */
export async function selectShards(tx: Tx, rankingId: number): Promise<number[]> {
	const { keys } = await one<{ keys: number }>(tx, { text: 'select cardinality(shard_keys()) as keys' });
	const rows = await tx.query<{ shard: number }>({
		text: 'select shard from ranking_terms where ranking_id = $1 order by shard',
		values: [rankingId],
	});
	if (rows.length < keys) throw new Problem('busy', { retryAfter: 1 });
	return rows.map(({ shard }) => shard);
}

/**
 * Returns when, as PostgreSQL writes it.
 * @throws {pg.DatabaseError} 55P03 if the shard's batches do not end in time
 */
export async function stopShard(db: Db, shard: number, rankingId: number): Promise<string> {
	const { stopped } = await one<{ stopped: string }>(db, {
		// The call alone in the from clause: a distributed database sends it to the shard's server so, and not inside of another
		// expression.
		text: 'select stopped::text from stop_shard($1, $2) as stopped',
		values: [shard, rankingId],
	});
	return stopped;
}

/** Makes the terms of stopped shards what the pauses say. */
export async function startStopped(db: Db): Promise<void> {
	await db.query({
		text: `select refresh_ranking_terms(
				array(select distinct ranking_id from ranking_terms where stopped_at is not null))`,
	});
}

/** The pause begins with the last shard that was stopped: no vote is later. */
export async function insertPause(
	tx: Tx,
	rankingId: number,
	{ stopped, reason }: { stopped: readonly string[]; reason: string },
): Promise<void> {
	await tx.query({
		text: `insert into ranking_pause (ranking_id, paused_at, reason)
			select $1, max(stopped), $3 from unnest($2::timestamptz[]) stopped on conflict do nothing`,
		values: [rankingId, stopped, reason],
	});
}

export async function endPause(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({
		text: `update ranking_pause set ended_at = ${TO_THE_MILLISECOND} where ranking_id = $1 and ended_at is null`,
		values: [rankingId],
	});
}
