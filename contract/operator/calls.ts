/** Lists every call of the console. Kept apart from the fans' calls, whose bundle and OpenAPI document omit these. */
import { callsIn, type Endpoint } from '../endpoint.ts';
import * as accounts from './accounts.ts';
import * as approvals from './approvals.ts';
import * as artists from './artists.ts';
import * as auditTrail from './audit-trail.ts';
import * as checkIn from './check-in.ts';
import * as dashboard from './dashboard.ts';
import * as gems from './gems.ts';
import * as goods from './goods.ts';
import * as incidents from './incidents/incidents.ts';
import * as makeGood from './incidents/make-good.ts';
import * as bulk from './lists/bulk.ts';
import * as exports from './lists/exports.ts';
import * as savedViews from './lists/saved-views.ts';
import * as media from './media.ts';
import * as news from './news.ts';
import * as operators from './operators/operators.ts';
import * as passkeys from './operators/passkeys.ts';
import * as session from './operators/session.ts';
import * as sessions from './operators/sessions.ts';
import * as orders from './orders.ts';
import * as birthdays from './rankings/birthdays.ts';
import * as entries from './rankings/entries.ts';
import * as publishing from './rankings/publishing.ts';
import * as rankings from './rankings/rankings.ts';
import * as refunds from './refunds.ts';
import * as search from './search.ts';
import * as setup from './setup.ts';
import * as content from './site/content.ts';
import * as settings from './site/settings.ts';
import * as translations from './translations.ts';
import * as casePreviews from './voting/case-previews.ts';
import * as cases from './voting/cases.ts';
import * as concentration from './voting/concentration.ts';
import * as decisions from './voting/decisions.ts';
import * as topFans from './voting/top-fans.ts';
import * as voteLogs from './voting/vote-logs.ts';

/** In the order of the OpenAPI document, which sorts the files of one row together. */
const rows = [
	[approvals],
	[artists],
	[auditTrail],
	[birthdays],
	[dashboard, setup],
	[entries],
	[accounts, gems],
	[incidents, makeGood],
	[bulk, exports, savedViews],
	[media],
	[news],
	[operators],
	[orders, refunds],
	[passkeys],
	[rankings],
	[search],
	[publishing],
	[session],
	[sessions],
	[content, settings, checkIn],
	[goods],
	[translations],
	[concentration, topFans, cases, casePreviews, decisions],
	[voteLogs],
];

export const operatorCalls: readonly Endpoint[] = rows.flatMap(callsIn);
