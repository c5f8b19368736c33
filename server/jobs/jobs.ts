/** Work that happens after the answer, kept in the database by graphile-worker until it is done. */
import { sql, type Tx } from '#server/kernel/database.ts';
import type { SsoType } from '#contract/values/shapes.ts';

/** Jobs that the clock starts, with their times in UTC. */
const CLOCK = {
	close_rankings: '* * * * *',
	take_snapshots: '*/10 * * * *',
	prepare_month: '7 * * * *',
	forget_traces: '13 3 * * *',
	erase_accounts: '23 * * * *',
	reconcile: '41 * * * *',
	work_on_cases: '* * * * *',
	give_make_goods: '* * * * *',
	count_votes: '* * * * *',
	remind: '* * * * *',
	send_alerts: '* * * * *',
	watch_orders: '* * * * *',
	read_payment_events: '*/10 * * * *',
};

/** A failed run is retried until the next one is due, which replaces it by the job key. */
export const CRONTAB = Object.entries(CLOCK)
	.map(([name, at]) => `${at} ${name} ?jobKey=${name}${name === 'remind' ? '&queue=remind' : ''}`)
	.join('\n');

export interface JobPayloads extends Record<keyof typeof CLOCK, Record<string, never>> {
	settle_order: { tradeNo: string };
	refund_payment: { paymentId: string };
	copy_avatar: { fanId: number; provider: SsoType; pictureUrl: string };
}

export type JobName = keyof JobPayloads;

/** The signal is aborted when the process stops. A job of many steps then ends after the step under way. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], stopping: AbortSignal) => Promise<void> };

/** Adds a job in the caller's transaction. With a `key`, a waiting job of the same key is replaced. */
export async function enqueue<Name extends JobName>(
	tx: Tx,
	name: Name,
	payload: JobPayloads[Name],
	{ key = null as string | null, attempts = 5 } = {},
): Promise<void> {
	await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}, job_key := ${key},
		max_attempts := ${attempts})`
		.prepared('enqueue')
		.run(tx);
}
