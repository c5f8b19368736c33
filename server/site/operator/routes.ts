/** What the site shows around its charts, as operators work on it. */
import * as calls from '#contract/operator/site.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import * as settings from './settings.ts';
import * as showcase from './content.ts';

export function siteOperatorRoutes(house: ConsoleHouse & settings.SettingsHouse): void {
	showcaseRoutes(house);
	const { db } = house;

	serveOperator(house, calls.readEntryCards, () => settings.readEntryCards(db));
	serveOperator(house, calls.setEntryCards, ({ operator, body }) => settings.setEntryCards(db, operator, body));

	serveOperator(house, calls.readSettings, async () => ({ settings: await settings.readSettings(db) }));
	serveOperator(house, calls.editSettings, async ({ operator, body }) => ({
		settings: await settings.changeSettings(db, operator, body),
	}));
	serveOperator(house, calls.editEconomy, async ({ operator, body }) => {
		const approvalId = await settings.changeEconomy(house, operator, body);
		return { settings: await settings.readSettings(db), approval_id: approvalId };
	});

	serveOperator(house, calls.readCheckInSettings, async () => ({ check_in: await settings.readCheckIn(db) }));
	serveOperator(house, calls.editCheckInRule, async ({ operator, body }) => ({
		check_in: await settings.changeRule(db, operator, body),
	}));
	serveOperator(house, calls.editCheckInRewards, async ({ operator, body }) => {
		const approvalId = await settings.changeRewards(house, operator, body);
		return { check_in: await settings.readCheckIn(db), approval_id: approvalId };
	});
}

function showcaseRoutes(house: ConsoleHouse): void {
	const { db } = house;
	const banners = async () => ({ banners: await showcase.listBanners(db) });
	const popUps = async () => ({ pop_ups: await showcase.listPopUps(db) });
	const views = async () => ({ views: await showcase.listViews(db) });

	serveOperator(house, calls.listBanners, banners);
	serveOperator(house, calls.createBanner, async ({ operator, body }) => {
		await showcase.createBanner(db, operator, body);
		return banners();
	});
	serveOperator(house, calls.editBanner, async ({ operator, params, body }) => {
		await showcase.editBanner(db, operator, params.banner_id, body);
		return banners();
	});

	serveOperator(house, calls.listPopUps, popUps);
	serveOperator(house, calls.createPopUp, async ({ operator, body }) => {
		await showcase.createPopUp(db, operator, body);
		return popUps();
	});
	serveOperator(house, calls.editPopUp, async ({ operator, params, body }) => {
		await showcase.editPopUp(db, operator, params.pop_up_id, body);
		return popUps();
	});

	serveOperator(house, calls.listViews, views);
	serveOperator(house, calls.createView, async ({ operator, body }) => {
		await showcase.createView(db, operator, body);
		return views();
	});
	serveOperator(house, calls.editView, async ({ operator, params, body }) => {
		await showcase.editView(db, operator, { ...body, view_id: params.view_id });
		return views();
	});
}
