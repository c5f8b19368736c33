/** Lists every call of the console. Kept apart from the fans' calls, whose bundle and OpenAPI document omit these. */
import { callsIn, type Endpoint } from '../endpoint.ts';
import * as accounts from './accounts.ts';
import * as approvals from './approvals.ts';
import * as artists from './artists.ts';
import * as auditTrail from './audit-trail.ts';
import * as dashboard from './dashboard.ts';
import * as drafts from './drafts.ts';
import * as goods from './goods.ts';
import * as incidents from './incidents/incidents.ts';
import * as bulk from './lists/bulk.ts';
import * as exports from './lists/exports.ts';
import * as savedViews from './lists/saved-views.ts';
import * as media from './media.ts';
import * as news from './news.ts';
import * as operators from './operators/operators.ts';
import * as passkeys from './operators/passkeys.ts';
import * as session from './operators/session.ts';
import * as orders from './orders.ts';
import * as entries from './rankings/entries.ts';
import * as rankings from './rankings/rankings.ts';
import * as reports from './reports.ts';
import * as search from './search.ts';
import * as settings from './site/settings.ts';
import * as content from './site/content.ts';
import * as translations from './translations.ts';
import * as cases from './voting/cases.ts';
import * as concentration from './voting/concentration.ts';
import * as voteLogs from './voting/vote-logs.ts';

/** In the order of the OpenAPI document, which sorts the files of one row together. */
const rows = [
	[approvals],
	[artists],
	[auditTrail],
	[dashboard],
	[drafts],
	[entries],
	[accounts],
	[incidents],
	[bulk, exports, savedViews],
	[media],
	[news],
	[operators],
	[orders],
	[passkeys],
	[rankings],
	[reports],
	[search],
	[session],
	[content, settings],
	[goods],
	[translations],
	[concentration, cases],
	[voteLogs],
];

export const operatorCalls: readonly Endpoint[] = rows.flatMap(callsIn);
