/** The database's clock, turned by hand, and the emulators' clock with it. */
import type { Database } from '#server/kernel/database.ts';
import { clockOf } from '../../tests/fixtures/database/clock.ts';

export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	set(at: number): Promise<void>;
}

export async function openClock(owner: Database, at: number): Promise<Clock> {
	const database = clockOf(owner);
	let now = at;
	const clock: Clock = {
		now: () => now,
		async set(next) {
			if (next < now) throw new Error('The clock goes forward only');
			now = next;
			await database.set(new Date(next));
		},
	};
	await clock.set(at);
	return clock;
}
