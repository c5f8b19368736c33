import type { FastifyInstance } from 'fastify';
import { getBanners, getSite, getView, type SiteConfiguration } from '#contract/site.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readBanners, readSite, readView } from './site.ts';
import * as calls from '#contract/operator/site/content.ts';
import { contents as described } from '#contract/operator/site/content.ts';
import * as settingCalls from '#contract/operator/site/settings.ts';
import { serveChange, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { serveListed, type Listed } from '#server/resources/routes.ts';
import * as settings from './operator/settings.ts';
import { selectSettings } from './operator/settings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { raw, sql } from '#server/kernel/database.ts';

const SHARED = 'public, max-age=0, s-maxage=30';

export function siteRoutes(app: FastifyInstance, { known, boards }: { known: LastKnown; boards: Boards }): void {
	serveShared(
		app,
		getSite,
		{ cacheControl: 'public, max-age=0, s-maxage=1', tagged: withoutCountdowns, known },
		({ query }, reading) => readSite(reading.db, boards, query.lang),
	);

	serveShared(app, getBanners, { cacheControl: SHARED, known }, async ({ query }, { db }) => ({
		banners: await readBanners(db, query.lang),
	}));

	serveShared(app, getView, { cacheControl: SHARED, known }, async ({ query }, { db }) => {
		return { view_detail: orRefuse(await readView(db, query.id, query.lang), 'view_not_found') };
	});
}

/** Leaves out the clock: a passing second is not a change. */
function withoutCountdowns({ rank_entry_configs: entries, ...rest }: SiteConfiguration): unknown {
	return { ...rest, entries: entries.map(({ end_countdown: _, ...entry }) => entry) };
}

export function siteOperatorRoutes(deps: ConsoleDeps & settings.SettingsDeps): void {
	for (const content of contents) serveListed(deps, content);
	const { db } = deps;

	serveOperator(deps, calls.readEntryCards, () => settings.readEntryCards(db));
	serveChange(deps, calls.setEntryCards, (tx, { operator, body }) => settings.setEntryCards(tx, operator, body));

	serveOperator(deps, settingCalls.readSettings, async () => ({ settings: await selectSettings(db) }));
	serveChange(deps, settingCalls.editSettings, async (tx, { operator, body }) => ({
		settings: await settings.writeSettings(tx, operator, body),
	}));
	serveChange(deps, settingCalls.editEconomy, async (tx, { operator, body }) => {
		const approvalId = await settings.changeEconomy(tx, operator, body, deps.changeBound);
		return { settings: await selectSettings(tx), approval_id: approvalId };
	});
}

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when ends_at <= lightstick_now() then 'over'
	when starts_at > lightstick_now() then 'scheduled' else 'visible' end as visibility`;

/** Where the table, its order or its columns are not those that follow from the fields. */
const special: Readonly<Record<string, Partial<Pick<Listed<Endpoint>, 'table' | 'order' | 'read' | 'write'>>>> = {
	banner: {
		read: { new_window: sql`coalesce(link_target = '_blank', false)` },
		write: ({ new_window: isNew }: { new_window: boolean }) => ({
			new_window: undefined,
			link_target: isNew ? '_blank' : null,
		}),
	},
	pop_up: { order: sql`starts_at desc, pop_up_id limit 500` },
	view: { table: 'view_page' },
};

const contents: readonly Listed<Endpoint>[] = described.map((noun) => ({
	...noun,
	table: noun.noun,
	order: raw(`${'position' in noun.fields ? 'position, ' : ''}${noun.noun}_id`),
	...('ends_local' in noun.fields && { shown: VISIBILITY }),
	...special[noun.noun],
}));
