/** Console routes for the site's content around its charts, and for its settings. */
import * as calls from '#contract/operator/site/content.ts';
import * as settingCalls from '#contract/operator/site/settings.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import * as settings from './settings.ts';
import { selectSettings } from './settings-sql.ts';
import * as content from './content.ts';

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
	const banners = async () => ({ banners: await content.listBanners(db) });
	const popUps = async () => ({ pop_ups: await content.listPopUps(db) });
	const views = async () => ({ views: await content.listViews(db) });

	serveOperator(deps, calls.listBanners, banners);
	serveOperator(deps, calls.createBanner, async ({ operator, body }) => {
		await content.createBanner(db, operator, body);
		return banners();
	});
	serveOperator(deps, calls.editBanner, async ({ operator, params, body }) => {
		await content.editBanner(db, operator, params.banner_id, body);
		return banners();
	});

	serveOperator(deps, calls.listPopUps, popUps);
	serveOperator(deps, calls.createPopUp, async ({ operator, body }) => {
		await content.createPopUp(db, operator, body);
		return popUps();
	});
	serveOperator(deps, calls.editPopUp, async ({ operator, params, body }) => {
		await content.editPopUp(db, operator, params.pop_up_id, body);
		return popUps();
	});

	serveOperator(deps, calls.listViews, views);
	serveOperator(deps, calls.createView, async ({ operator, body }) => {
		await content.createView(db, operator, body);
		return views();
	});
	serveOperator(deps, calls.editView, async ({ operator, params, body }) => {
		await content.editView(db, operator, { ...body, view_id: params.view_id });
		return views();
	});
}
