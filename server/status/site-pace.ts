/** How long votes take on the whole site: each process writes its counts down beside the voting. Two seconds old. */
import { sql, type Database, type Db } from '#server/kernel/database.ts';
import { randomUUID } from 'node:crypto';
import { openVoteWatch, type VoteCounts } from '#server/voting/pace.ts';

const WRITTEN_EVERY_MS = 2_000;

export type SitePace = ReturnType<typeof openSitePace>;

export function openSitePace(db: Database) {
	const process = randomUUID();
	const watch = openVoteWatch();
	let wasQuiet = true;
	let writing: Promise<void> | null = null;

	async function write(): Promise<void> {
		const counts = watch.counts();
		const isQuiet = counts.votes === 0 && counts.failed === 0;
		// A last row without votes ends a busy time.
		if (isQuiet && wasQuiet) return;
		await upsertPace(db, process, counts);
		wasQuiet = isQuiet;
	}

	const timer = setInterval(() => {
		// While the database is away, the status page says so itself, and the next row replaces this one.
		writing ??= write()
			.catch(() => undefined)
			.finally(() => (writing = null));
	}, WRITTEN_EVERY_MS).unref();
	return {
		watch,
		readOthers: (from: Db) => selectOthersPace(from, process),
		async close() {
			clearInterval(timer);
			await writing;
		},
	};
}

/** A process writes more often than that while it takes votes. One that is silent has ended, or has had none. */
const FRESH_SECONDS = 10;

/** Replaces what the process has written before, and removes processes that ended long ago. */
export async function upsertPace(db: Db, process: string, { votes, failed, buckets }: VoteCounts): Promise<void> {
	await sql`with ended as (
			delete from vote_pace where process in (
				select process from vote_pace
				where at < lightstick_now() - interval '1 hour' and process <> ${process} for update skip locked)
		)
		insert into vote_pace (process, at, votes, failed, buckets)
		values (${process}, lightstick_now(), ${votes}::integer, ${failed}::integer, ${buckets}::integer[])
		on conflict (process) do update
			set at = excluded.at, votes = excluded.votes, failed = excluded.failed, buckets = excluded.buckets`.run(db);
}

export const selectOthersPace = async (db: Db, process: string): Promise<VoteCounts[]> =>
	sql`select votes, failed, buckets from vote_pace
			where process <> ${process} and at > lightstick_now() - make_interval(secs => ${FRESH_SECONDS})`.all(db);
