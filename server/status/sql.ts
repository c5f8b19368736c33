/** Statements on the pace of votes that processes write down for each other. */
import { sql, type Db } from '#server/kernel/database.ts';
import type { VoteCounts } from '#server/voting/pace.ts';

/** A process writes more often than that while it takes votes. One that is silent has ended, or has had none. */
const FRESH_SECONDS = 10;

/** Replaces what the process has written before, and removes processes that ended long ago. */
export async function upsertPace(db: Db, process: string, { votes, failed, buckets }: VoteCounts): Promise<void> {
	await db.query({
		text: `with ended as (
				delete from vote_pace where process in (
					select process from vote_pace
					where at < lightstick_now() - interval '1 hour' and process <> $1 for update skip locked)
			)
			insert into vote_pace (process, at, votes, failed, buckets)
			values ($1, lightstick_now(), $2::integer, $3::integer, $4::integer[])
			on conflict (process) do update
				set at = excluded.at, votes = excluded.votes, failed = excluded.failed, buckets = excluded.buckets`,
		values: [process, votes, failed, buckets],
	});
}

/** Returns what all processes but this one have written lately. */
export async function selectOthersPace(db: Db, process: string): Promise<VoteCounts[]> {
	return db.query<VoteCounts>(sql`select votes, failed, buckets from vote_pace
			where process <> ${process} and at > lightstick_now() - make_interval(secs => ${FRESH_SECONDS})`);
}
