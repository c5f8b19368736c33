/** The database's clock, turned by hand, and the emulators' clock with it. */
import type { Database } from '#server/kernel/database.ts';

export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	set(at: number): Promise<void>;
}

export async function openClock(owner: Database, at: number): Promise<Clock> {
	const [cluster] = await owner.query({ text: `select 1 from pg_extension where extname = 'citus'` });
	let now = at;
	const clock: Clock = {
		now: () => now,
		async set(next) {
			if (next < now) throw new Error('The clock goes forward only');
			now = next;
			const text = `do $$ begin
				delete from test_clock; insert into test_clock values (to_timestamp(${next} / 1000.0));
			end $$`;
			// Each server of a cluster has a clock of its own.
			if (cluster) await owner.query({ text: 'select run_command_on_workers($1)', values: [text] });
			await owner.query({ text });
		},
	};
	await clock.set(at);
	return clock;
}
