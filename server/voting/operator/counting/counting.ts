/** Everything that is counted of votes for operators. Each count goes on if another fails. */
import { runAllSettled } from '#server/jobs/each.ts';
import type { Database } from '#server/kernel/database.ts';
import { countVotes, forgetNetworks } from '../concentration/concentration.ts';
import { countFans, forgetTopFans } from '../top-fans/top-fans.ts';

/** Runs every minute. */
export async function countAll(db: Database, stopping?: AbortSignal): Promise<void> {
	await runAllSettled([countVotes, countFans], (count) => count(db, stopping));
}

/** Runs once a day. */
export async function forgetCounts(db: Database): Promise<void> {
	await runAllSettled([forgetNetworks, forgetTopFans], (forget) => forget(db));
}
