import * as calls from '#contract/operator/site/settings.ts';
import { changeThing, record } from '#server/audit-trail/audit-trail.ts';
import { type ConsoleDeps, serveOperator } from '#server/http/console/serve.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { type Alerting, noteFailure, selectAlerts } from './alerts.ts';

/** The trail names the host alone: whoever knows the address may write to the chat. */
const lockHost = (db: Db) =>
	sql`select alert_version as version, substring(alert_webhook from '^https://([^/?#]+)') as webhook
	from site_setting for update`.one<{ version: number }>(db);

export function alertRoutes({ chat, consoleUrl, ...deps }: ConsoleDeps & Alerting): void {
	const { db } = deps;
	const read = async () => ({ alerts: await selectAlerts(db) });
	serveOperator(deps, calls.readAlerts, read);
	serveOperator(deps, calls.editAlerts, async ({ operator, body: { version, webhook_url: webhook } }) => {
		const edit = { action: 'alerts.edit', target: 'alerts', version, missing: 'not_found' } as const;
		await db.transaction((tx) =>
			changeThing(tx, operator, edit, {
				read: () => lockHost(tx),
				write: () =>
					sql`update site_setting set alert_webhook = ${webhook}, alert_failure = null, alert_failed_at = null,
					alert_version = alert_version + 1`.run(tx),
			}),
		);
		return read();
	});
	serveOperator(deps, calls.testAlerts, async ({ operator }) => {
		const { webhook_url: webhook } = await selectAlerts(db);
		await db.transaction((tx) => record(tx, operator, { action: 'alerts.test', target: 'alerts' }));
		if (webhook !== null)
			await noteFailure(db, await chat(webhook, `Test message of the console: ${consoleUrl}/console`));
		return read();
	});
}
