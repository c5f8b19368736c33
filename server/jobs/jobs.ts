/** Work that happens after the answer, kept in the database by graphile-worker until it is done. */
import { sql, type Tx } from '#server/kernel/database.ts';
import type { SsoType } from '#contract/values/shapes.ts';

export interface JobPayloads {
	close_rankings: Record<string, never>;
	prepare_month: Record<string, never>;
	take_snapshots: Record<string, never>;
	forget_traces: Record<string, never>;
	send_alerts: Record<string, never>;
	remind: Record<string, never>;
	erase_accounts: Record<string, never>;
	work_on_cases: Record<string, never>;
	give_make_goods: Record<string, never>;
	count_votes: Record<string, never>;
	reconcile: Record<string, never>;
	watch_orders: Record<string, never>;
	read_payment_events: Record<string, never>;
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
