/** The database's clock, turned by hand, and the emulators' clock with it. */
import type { Database } from '#server/kernel/database.ts';

export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	set(at: number): Promise<void>;
}

export async function openClock(owner: Database, at: number): Promise<Clock> {
	let now = at;
	const clock: Clock = {
		now: () => now,
		async set(next) {
			if (next < now) throw new Error('The clock goes forward only');
			now = next;
			const text = `with gone as (delete from test_clock) insert into test_clock values (to_timestamp($1::bigint / 1000.0))`;
			await owner.query({ text, values: [next] });
		},
	};
	await clock.set(at);
	return clock;
}
