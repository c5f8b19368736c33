/** Console routes for the site's content around its charts, and for its settings. */
import * as calls from '#contract/operator/site/content.ts';
import * as settingCalls from '#contract/operator/site/settings.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { serveListed } from '#server/resources/routes.ts';
import * as settings from './settings.ts';
import { selectSettings } from './settings-sql.ts';
import { contents } from './content.ts';

export function siteOperatorRoutes(deps: ConsoleDeps & settings.SettingsDeps): void {
	for (const content of contents) serveListed(deps, content);
	const { db } = deps;

	serveOperator(deps, calls.readEntryCards, () => settings.readEntryCards(db));
	serveOperator(deps, calls.setEntryCards, ({ operator, body }) => settings.setEntryCards(db, operator, body));

	serveOperator(deps, settingCalls.readSettings, async () => ({ settings: await selectSettings(db) }));
	serveOperator(deps, settingCalls.editSettings, async ({ operator, body }) => ({
		settings: await settings.changeSettings(db, operator, body),
	}));
	serveOperator(deps, settingCalls.editEconomy, async ({ operator, body }) => {
		const approvalId = await settings.changeEconomy(deps, operator, body);
		return { settings: await selectSettings(db), approval_id: approvalId };
	});
}
