/** Lists every call. A new call is added here, and in no other list of the contract. */
import * as accounts from './accounts.ts';
import * as artists from './artists.ts';
import * as checkIn from './check-in.ts';
import { callsIn, type Endpoint } from './endpoint.ts';
import * as favorites from './favorites.ts';
import * as gems from './gems.ts';
import * as myAccount from './my-account.ts';
import * as news from './news.ts';
import * as newsPreview from './news-preview.ts';
import * as orders from './orders.ts';
import * as push from './push.ts';
import * as race from './race.ts';
import * as rankings from './rankings.ts';
import * as site from './site.ts';
import * as status from './status.ts';
import * as transparency from './transparency.ts';
import * as voting from './voting.ts';

/** The tags of the OpenAPI document. Programs know them, so they stay when a file is split. */
const tags = {
	accounts: [accounts, gems],
	artists: [artists],
	'check-in': [checkIn],
	'my-account': [myAccount],
	favorites: [favorites],
	news: [news, newsPreview],
	push: [push],
	rankings: [rankings, race],
	site: [site],
	status: [status],
	store: [orders],
	transparency: [transparency],
	voting: [voting],
};

// Defined beside the constants, so that the browser's client does not load every call for it.
export { API_BASE } from './values/constants.ts';

export interface Call {
	/** The noun that the call belongs to: its tag in the OpenAPI document. */
	noun: string;
	endpoint: Endpoint;
}

export const calls: readonly Call[] = Object.entries(tags).flatMap(([noun, files]) =>
	callsIn(files).map((endpoint) => ({ noun, endpoint })),
);
