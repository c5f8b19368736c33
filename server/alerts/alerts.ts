/** Alerts: a message to the operators' chat for each dispute, approval, paused ranking and failing job. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readAlerts } from '#contract/operator/site/settings.ts';
import { type Database, type Db, epochSeconds, sql } from '#server/kernel/database.ts';

export interface Alerting {
	db: Database;
	chat: SendToChat;
	consoleUrl: string;
}

type Alerts = ReplyOf<typeof readAlerts>['alerts'];

export const selectAlerts = (db: Db) =>
	sql`select alert_webhook as webhook_url, alert_version as version,
	case when alert_failed_at is not null then json_build_object('text', alert_failure,
		'time', ${epochSeconds('alert_failed_at')}) end as failure from site_setting`.one<Alerts>(db);

export const noteFailure = (db: Db, failure: string | null) =>
	sql`update site_setting set alert_failure = ${failure}::text,
	alert_failed_at = case when ${failure}::text is not null then lightstick_now() end
	where ${failure}::text is not null or alert_failed_at is not null`.run(db);

/** A job tells at most so many; the next run tells the rest. Chats limit what a webhook may send. */
const MESSAGES_MAX = 20;
/** A chat may refuse one text for its words, and takes the others. After so many, the fault is the chat's. */
const REFUSED_MAX = 3;

/** The job of alerts. Several processes may run it: who takes an alert holds it until the chat has it, or until it dies. */
export async function sendAlerts({ db, chat, consoleUrl }: Alerting, stopping: AbortSignal): Promise<void> {
	await insertNew.run(db);
	const refused: string[] = [];
	for (let sent = 0; sent < MESSAGES_MAX && refused.length < REFUSED_MAX && !stopping.aborted; sent += 1) {
		const told = await db.transaction(async (tx) => {
			const alert = await takeNext(refused).maybeOne<{ key: string; text: string; path: string; webhook: string }>(tx);
			if (!alert) return null;
			const failure = await chat(alert.webhook, `${alert.text}\n${consoleUrl}/console${alert.path}`);
			if (failure === null) await sql`update alert set sent_at = lightstick_now() where key = ${alert.key}`.run(tx);
			return { key: alert.key, failure };
		});
		if (told === null) return;
		if (told.failure !== null) refused.push(told.key);
		if (told.failure !== null || refused.length === 0) await noteFailure(db, told.failure);
	}
}

// What began within a day: a webhook that is set later is not told of old things. A job counts once a day.
const insertNew = sql`insert into alert (key, text, path)
	select key, text, path from (
		select 'dispute:' || dispute_id as key, 'New dispute: ' || coalesce(replace(reason, '_', ' '), 'no reason given') as text,
			'/orders/' || trade_no as path, heard_at as since
		from payment_dispute join payment using (payment_id) where payment_dispute.status in ('inquiry', 'open')
		union all
		select 'approval:' || approval_id, 'Approval waiting: ' || replace(kind, '_', ' '), '/approvals', asked_at
		from approval where decision is null and expires_at > lightstick_now()
		union all
		select 'pause:' || ranking_key || ':' || paused_at, 'Ranking paused: ' || title, '/rankings/' || ranking_key, paused_at
		from ranking join ranking_pause pause using (ranking_id) where ended_at is null
		union all
		select distinct 'job:' || task_identifier || ':' || lightstick_now()::date, 'Job failing: ' || task_identifier, '/',
			lightstick_now()
		from graphile_worker.jobs where attempts >= 2 and last_error is not null and updated_at > lightstick_now() - interval '1 day'
	) found cross join site_setting
	where alert_webhook is not null and since > lightstick_now() - interval '1 day'
	on conflict do nothing`;

const takeNext = (
	refused: string[],
) => sql`select key, text, path, alert_webhook as webhook from alert cross join site_setting
	where alert_webhook is not null and sent_at is null and key <> all(${refused}) and found_at > lightstick_now() - interval '1 day'
	order by found_at, key limit 1 for update of alert skip locked`;

/** Long after anything of a day could be found again. */
export const forgetAlerts = (db: Db): Promise<void> =>
	sql`delete from alert where found_at < lightstick_now() - interval '30 days'`.run(db);

/** Sends a text to a webhook. Never rejects: returns why the chat did not take it, or null. `server/outside/chat/` provides it. */
export type SendToChat = (webhook: string, text: string) => Promise<string | null>;
