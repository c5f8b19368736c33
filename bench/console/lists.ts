/** Lists and searches of the console: how the server is asked for each, and what reads it. */
import { listFans, readFanVotes, readLedger } from '#server/accounts/operator/accounts.ts';
import { listArtists } from '#server/artists/operator/artists.ts';
import { readTrail } from '#server/audit-trail/audit-trail.ts';
import type { Database } from '#server/kernel/database.ts';
import { listOrders } from '#server/orders/operator/orders.ts';
import { listRankings } from '#server/rankings/operator/rankings.ts';
import { searchEverything } from '#server/search/search.ts';
import { listCases, listCaseVotes } from '#server/voting/operator/cases/cases.ts';
import { listTopFans } from '#server/voting/operator/top-fans/top-fans.ts';
import { RANKING } from '../lib/ground.ts';
import { BUSY } from './ground.ts';

export interface ListPage {
	list: unknown[];
	cursor?: string | null;
}

export type Asked = { cursor?: string | undefined; limit: number };

export interface Question {
	/** Path of the call, to which further parameters are added. */
	path: string;
	read: (db: Database, page: Asked) => Promise<ListPage>;
}

/** Of these the thousandth page is measured too. */
export const deepLists: Record<string, Question> = {
	fans: { path: '/console/fans?', read: listFans },
	fans_by_start: {
		path: '/console/fans?search=fan&',
		read: (db, page) => listFans(db, { ...page, search: 'fan' }),
	},
	ledger: {
		path: `/console/fans/${BUSY.ledger}/ledger?`,
		read: (db, page) => readLedger(db, BUSY.ledger, page),
	},
	votes: { path: `/console/fans/${BUSY.votes}/votes?`, read: (db, page) => readFanVotes(db, BUSY.votes, page) },
	case_votes: { path: '/console/cases/1/votes?', read: (db, page) => listCaseVotes(db, 1, page) },
	orders: { path: '/console/orders?', read: listOrders },
	orders_of_status: {
		path: '/console/orders?status=fulfilled&',
		read: (db, page) => listOrders(db, { ...page, status: 'fulfilled' }),
	},
	orders_of_fan: {
		path: `/console/orders?search=${BUSY.orders}&`,
		read: (db, page) => listOrders(db, { ...page, search: String(BUSY.orders) }),
	},
	audit_trail: {
		path: '/console/audit?',
		read: (db, page) => readTrail(db, { search: '', operatorId: null, target: null }, page),
	},
	audit_trail_of_thing: {
		path: '/console/audit?target=fan%3A1&',
		read: (db, page) => readTrail(db, { search: '', operatorId: null, target: 'fan:1' }, page),
	},
};

const finder = { operatorId: 2, readsPersonalData: true };
const search = (text: string): Question => ({
	path: `/console/search?search=${encodeURIComponent(text)}&`,
	read: async (db) => ({ list: await searchEverything(db, finder, text) }),
});

/** Short answers, whatever the size of the site. */
export const quickAnswers: Record<string, Question> = {
	search_common_start: search('fan'),
	search_rare_start: search('fan7c5a'),
	search_address: search('mail7c5a'),
	search_number: search('654321'),
	search_order: search('7c5a'),
	search_words: search('bench'),
	search_nothing: search('zzyx'),
	fans_of_rare_start: {
		path: '/console/fans?search=fan7c5a&',
		read: (db, page) => listFans(db, { ...page, search: 'fan7c5a' }),
	},
	rankings: { path: '/console/rankings?', read: listRankings },
	artists: { path: '/console/artists?', read: listArtists },
	cases: { path: '/console/cases?', read: listCases },
	top_fans: { path: `/console/votes/${RANKING}/top-fans?`, read: (db) => listTopFans(db, RANKING, null) },
	top_fans_of_artist: {
		path: `/console/votes/${RANKING}/top-fans?artist_id=1&`,
		read: (db) => listTopFans(db, RANKING, 1),
	},
};
