/** Console routes for the site's content around its charts, and for its settings. */
import * as calls from '#contract/operator/site/content.ts';
import * as settingCalls from '#contract/operator/site/settings.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import * as settings from './settings.ts';
import { selectSettings } from './settings-sql.ts';
import * as content from './content.ts';
import { banners, popUps, views } from './content-sql.ts';

export function siteOperatorRoutes(deps: ConsoleDeps & settings.SettingsDeps): void {
	contentRoutes(deps);
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

function contentRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	const listBanners = async () => ({ banners: await content.listBanners(db) });
	const listPopUps = async () => ({ pop_ups: await content.listPopUps(db) });
	const listViews = async () => ({ views: await content.listViews(db) });

	serveOperator(deps, calls.listBanners, listBanners);
	serveOperator(deps, calls.createBanner, async ({ operator, body }) => {
		await content.createContent(db, operator, banners, body);
		return listBanners();
	});
	serveOperator(deps, calls.editBanner, async ({ operator, params, body: { version, ...fields } }) => {
		await content.editContent(db, operator, banners, { id: params.banner_id, version, fields });
		return listBanners();
	});

	serveOperator(deps, calls.listPopUps, listPopUps);
	serveOperator(deps, calls.createPopUp, async ({ operator, body }) => {
		await content.createContent(db, operator, popUps, body);
		return listPopUps();
	});
	serveOperator(deps, calls.editPopUp, async ({ operator, params, body: { version, ...fields } }) => {
		await content.editContent(db, operator, popUps, { id: params.pop_up_id, version, fields });
		return listPopUps();
	});

	serveOperator(deps, calls.listViews, listViews);
	serveOperator(deps, calls.createView, async ({ operator, body }) => {
		await content.createContent(db, operator, views, body);
		return listViews();
	});
	serveOperator(deps, calls.editView, async ({ operator, params, body: { version, ...fields } }) => {
		const id = params.view_id;
		await content.editContent(db, operator, views, { id, version, fields: { ...fields, view_id: id } });
		return listViews();
	});
}
