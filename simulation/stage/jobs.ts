/** Runs jobs at the time of the simulation. By themselves they run by the clock on the wall, which stands still here. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobName } from '#server/jobs/jobs.ts';
import type { Database } from '#server/kernel/database.ts';

const LOOK_EVERY_MS = 5;
const PATIENCE_MS = 120_000;

/** All that a day brings. The audit of all books, which a site repeats every hour, is left for the end. */
export const DAILY: readonly JobName[] = [
	'close_rankings',
	'watch_orders',
	'read_payment_events',
	'take_snapshots',
	'count_votes',
	'prepare_month',
	'forget_traces',
	'erase_accounts',
];

/** Resolves when they have run, and whatever they and others have added. */
export async function runJobs(owner: Database, names: readonly JobName[]): Promise<void> {
	await owner.query({
		text: `select graphile_worker.add_job(name, payload := '{}', job_key := name) from unnest($1::text[]) name`,
		values: [names],
	});
	await noJobsLeft(owner);
}

export function noJobsLeft(owner: Database): Promise<void> {
	return until('jobs are left', async () => {
		// A job that runs while another of its key is added has no attempts left, and may still be at work.
		const [row] = await owner.query<{ left: boolean }>({
			name: 'jobs_left',
			text: `select exists (
				select from graphile_worker.jobs where attempts < max_attempts or locked_at is not null) as left`,
		});
		return row?.left === false;
	});
}

/** @throws {Error} with these words, if the condition is not met for minutes */
export async function until(fault: string, isMet: () => Promise<boolean> | boolean): Promise<void> {
	const giveUpAt = performance.now() + PATIENCE_MS;
	while (!(await isMet())) {
		if (performance.now() > giveUpAt) throw new Error(`The simulation waited in vain: ${fault}`);
		await sleep(LOOK_EVERY_MS);
	}
}
