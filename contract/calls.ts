/** Every call there is. A new call is added here and in nothing else of the contract. */
import * as accounts from './accounts.ts';
import * as artists from './artists.ts';
import * as checkIn from './check-in.ts';
import { type Endpoint, isEndpoint } from './endpoint.ts';
import * as myAccount from './my-account.ts';
import * as news from './news.ts';
import * as rankings from './rankings.ts';
import * as site from './site.ts';
import * as store from './orders.ts';
import * as voting from './voting.ts';

const nouns = { accounts, artists, 'check-in': checkIn, 'my-account': myAccount, news, rankings, site, store, voting };

// Lives with the constants, so that the browser's client does not load every call to learn it.
export { API_BASE } from './values/constants.ts';

export interface Call {
	/** The noun it belongs to, as in the folder names. */
	noun: string;
	endpoint: Endpoint;
}

export const calls: readonly Call[] = Object.entries(nouns).flatMap(([noun, exported]) =>
	Object.values(exported)
		.filter(isEndpoint)
		.map((endpoint) => ({ noun, endpoint })),
);
