/** Every call of the console. Apart from the fans' calls: their bundle and their OpenAPI document know nothing of these. */
import { type Endpoint, isEndpoint } from '../endpoint.ts';
import * as approvals from './approvals.ts';
import * as artists from './artists.ts';
import * as audit from './audit.ts';
import * as birthdays from './birthdays.ts';
import * as dashboard from './dashboard.ts';
import * as entries from './entries.ts';
import * as fans from './fans.ts';
import * as media from './media.ts';
import * as news from './news.ts';
import * as operators from './operators.ts';
import * as orders from './orders.ts';
import * as passkeys from './passkeys.ts';
import * as rankings from './rankings.ts';
import * as session from './session.ts';
import * as sessions from './sessions.ts';
import * as site from './site.ts';
import * as store from './store.ts';
import * as votes from './votes.ts';

const nouns = {
	...{ approvals, artists, audit, birthdays, dashboard, entries, fans, media },
	...{ news, operators, orders, passkeys, rankings, session, sessions, site, store, votes },
};

export const operatorCalls: readonly Endpoint[] = Object.values(nouns).flatMap((exported) =>
	Object.values(exported).filter(isEndpoint),
);
