/** Lists of operators over a big site, page by page with the cursor: the thousandth page costs what the first does. */
import { listFans, readFanVotes, readLedger } from '#server/accounts/operator/accounts.ts';
import type { Database } from '#server/kernel/database.ts';
import { readTrail } from '#server/audit-trail/audit-trail.ts';
import { listOrders } from '#server/orders/operator/orders.ts';
import { BUSY, fillConsole } from './lib/console-ground.ts';
import { readsOf } from './lib/explain.ts';
import { openGround } from './lib/ground.ts';
import type { Bench, Result } from './lib/report.ts';
import { inRounds, median, ratio, type Contestants } from './lib/rounds.ts';
import { startOurs } from './lib/servers.ts';

const ROWS = 50;
const PAGE = 1_000;
const REQUESTS = 40;
/** The list may cost so much more far down, and read so many rows for one that it shows. */
const BARS = { page: 1.5, rows: 3 };

interface Page {
	list: unknown[];
	cursor: string | null;
}

type Asked = { cursor?: string | undefined; limit: number };

/** Each as the server answers it, and as its statements are explained. */
const lists: Record<string, { path: string; read: (db: Database, page: Asked) => Promise<Page> }> = {
	fans: { path: '/console/fans?', read: listFans },
	ledger: {
		path: `/console/fans/${BUSY.ledger}/ledger?`,
		read: (db, page) => readLedger(db, BUSY.ledger, page),
	},
	votes: { path: `/console/fans/${BUSY.votes}/votes?`, read: (db, page) => readFanVotes(db, BUSY.votes, page) },
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

export const consoleLists: Bench = async (length) => {
	const ground = await openGround();
	const closing = [() => ground.close()];
	try {
		const database = await ground.database('console');
		console.log('storing a million ledger entries, orders, votes and an audit trail');
		const cookie = await fillConsole(database, ROWS);
		const server = await startOurs(database);
		closing.unshift(() => server.kill());
		const ask = async (path: string, cursor: string | null): Promise<Page> => {
			const query = `limit=${ROWS}${cursor === null ? '' : `&cursor=${cursor}`}`;
			const response = await fetch(`${server.address}/api/v1${path}${query}`, { headers: { cookie } });
			if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
			return ((await response.json()) as { data: Page }).data;
		};
		const result: Result = { metrics: await countRows(database.db), ratios: {} };
		const contestants: Contestants = {};
		for (const [name, { path, read }] of Object.entries(lists)) {
			const cursor = await walk((at) => ask(path, at), name);
			contestants[`${name}_page_1`] = () => timeOf(() => ask(path, null));
			contestants[`${name}_page_${PAGE}`] = () => timeOf(() => ask(path, cursor));
			for (const [page, at] of Object.entries({ 1: undefined, [PAGE]: cursor })) {
				const { rows, whole } = await readsOf(database.db, (db) => read(db, { cursor: at, limit: ROWS }));
				if (whole.length > 0) throw new Error(`${name} reads ${whole.join(', ')} from end to end`);
				result.metrics[`${name}_rows_read_per_row_page_${page}`] = rows / ROWS;
			}
		}
		const measured = await inRounds(contestants, length);
		for (const [name, times] of Object.entries(measured)) result.metrics[`${name}_ms`] = median(times);
		for (const name of Object.keys(lists)) {
			result.ratios[`${name}_page_${PAGE}_vs_1`] = ratio(measured[`${name}_page_${PAGE}`], measured[`${name}_page_1`]);
		}
		return judge(result);
	} finally {
		for (const close of closing) await close();
	}
};

/** Follows the cursor to the last page before the one that is measured; every row comes once. */
async function walk(ask: (cursor: string | null) => Promise<Page>, name: string): Promise<string> {
	const seen = new Set<string>();
	let cursor: string | null = null;
	for (let page = 1; page < PAGE; page += 1) {
		const answer: Page = await ask(cursor);
		for (const row of answer.list) seen.add(JSON.stringify(row));
		if (answer.cursor === null) throw new Error(`${name} ends at page ${page}`);
		({ cursor } = answer);
	}
	// Votes carry no number of their own: those of one second for one artist look alike.
	if (name !== 'votes' && seen.size !== (PAGE - 1) * ROWS) throw new Error(`${name} shows rows twice`);
	return cursor ?? '';
}

/** Milliseconds of one request. */
async function timeOf(request: () => Promise<Page>): Promise<number> {
	const times: number[] = [];
	for (let time = 0; time < REQUESTS; time += 1) {
		const startedAt = performance.now();
		const { list } = await request();
		times.push(performance.now() - startedAt);
		if (list.length !== ROWS) throw new Error('A page is not full');
	}
	return median(times);
}

async function countRows(db: Database): Promise<Result['metrics']> {
	const counted: Result['metrics'] = {};
	for (const table of ['fan', 'ledger_entry', 'vote', 'gem_order', 'audit_entry']) {
		const [row] = await db.query<{ rows: number }>({ text: `select count(*) as rows from ${table}` });
		counted[`${table}_rows`] = row?.rows ?? 0;
	}
	return counted;
}

/** The worst list counts for all of them. @throws {Error} above a bar */
function judge({ metrics, ratios }: Result): Result {
	const worst = (values: [string, number | string | null][], part: string) =>
		Math.max(...values.filter(([name]) => name.includes(part)).map(([, value]) => Number(value)));
	const page = worst(Object.entries(ratios), `page_${PAGE}_vs_1`);
	const rows = worst(Object.entries(metrics), 'rows_read_per_row');
	if (rows > BARS.rows) throw new Error(`A list reads ${rows} rows for one that it shows`);
	if (page > BARS.page) console.log(`MISSED: page ${PAGE} takes ${page.toFixed(2)} times what page 1 takes`);
	return { metrics: { ...metrics, rows_read_per_row: rows }, ratios: { ...ratios, [`page_${PAGE}_vs_1`]: page } };
}
