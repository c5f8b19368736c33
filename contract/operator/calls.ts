/** Every call of the console. Apart from the fans' calls: their bundle and their OpenAPI document know nothing of these. */
import { type Endpoint, isEndpoint } from '../endpoint.ts';
import * as approvals from './approvals.ts';
import * as artists from './artists.ts';
import * as audit from './audit-trail.ts';
import * as birthdays from './rankings/birthdays.ts';
import * as dashboard from './dashboard.ts';
import * as entries from './rankings/entries.ts';
import * as fans from './accounts.ts';
import * as media from './media.ts';
import * as news from './news.ts';
import * as operators from './operators/operators.ts';
import * as orders from './orders.ts';
import * as passkeys from './operators/passkeys.ts';
import * as rankings from './rankings/rankings.ts';
import * as session from './operators/session.ts';
import * as sessions from './operators/sessions.ts';
import * as site from './site/content.ts';
import * as store from './goods.ts';
import * as votes from './voting/cases.ts';

const nouns = {
	...{ approvals, artists, audit, birthdays, dashboard, entries, fans, media },
	...{ news, operators, orders, passkeys, rankings, session, sessions, site, store, votes },
};

export const operatorCalls: readonly Endpoint[] = Object.values(nouns).flatMap((exported) =>
	Object.values(exported).filter(isEndpoint),
);
