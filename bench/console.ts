/**
 * Lists and searches of operators over a big site. Every answer comes within the bar, and the thousandth page costs what the
 * first does. How many rows each reads is checked by tests/http/operators/scale.test.ts.
 */
import { median, quantile } from '../testkit/quantile.ts';
import { BUSY, fillConsole, VOTES_OF_A_FAN } from './console-data.ts';
import { openGround, RANKING } from './lib/ground.ts';
import { inRounds, ratio, type Bench, type Contestants, type Result } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

/** Paths to which further parameters are added. Of these the thousandth page is measured too. */
const DEEP_LISTS: Record<string, string> = {
	fans: '/console/fans?',
	fans_by_start: '/console/fans?search=fan&',
	ledger: `/console/fans/${BUSY.ledger}/ledger?`,
	votes: `/console/fans/${BUSY.votes}/votes?`,
	case_votes: '/console/cases/1/votes?',
	orders: '/console/orders?',
	orders_of_status: '/console/orders?status=fulfilled&',
	orders_of_fan: `/console/orders?search=${BUSY.orders}&`,
	audit_trail: '/console/audit?',
	audit_trail_of_thing: '/console/audit?target=fan%3A1&',
};
/** Short answers, whatever the size of the site. */
const QUICK_ANSWERS: Record<string, string> = {
	search_common_start: '/console/search?search=fan&',
	search_rare_start: '/console/search?search=fan7c5a&',
	search_address: '/console/search?search=mail7c5a&',
	search_number: '/console/search?search=654321&',
	search_order: '/console/search?search=7c5a&',
	search_words: '/console/search?search=bench&',
	search_nothing: '/console/search?search=zzyx&',
	fans_of_rare_start: '/console/fans?search=fan7c5a&',
	rankings: '/console/rankings?',
	artists: '/console/artists?',
	cases: '/console/cases?',
	top_fans: `/console/votes/${RANKING}/top-fans?`,
	top_fans_of_artist: `/console/votes/${RANKING}/top-fans?artist_id=1&`,
};

const ROWS = 50;
const PAGE = 1_000;
const REQUESTS = 40;
/** Milliseconds of the slowest answers of 20, and the cost of a page far down. */
const BARS = { p95: 100, page: 1.5 };

interface ListPage {
	list: unknown[];
	cursor?: string | null;
}

export const consoleLists: Bench = async (length) => {
	const ground = await openGround();
	const closing = [() => ground.close()];
	try {
		const database = await ground.database('console');
		const fans = length.stored / VOTES_OF_A_FAN;
		console.log(`storing ${fans} fans, ${length.stored} votes with their ledger entries, orders and an audit trail`);
		const startedAt = performance.now();
		const cookie = await fillConsole(database, fans, ROWS);
		const stored_s = (performance.now() - startedAt) / 1000;
		const server = await startOurs(database);
		closing.unshift(() => server.kill());
		const ask = async (path: string, cursor: string | null): Promise<ListPage> => {
			const query = `limit=${ROWS}${cursor === null ? '' : `&cursor=${cursor}`}`;
			const response = await fetch(`${server.address}/api/v1${path}${query}`, { headers: { cookie } });
			if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
			return ((await response.json()) as { data: ListPage }).data;
		};
		const result: Result = { metrics: { stored_s }, ratios: {} };
		const times: Record<string, number[]> = {};
		const contestants: Contestants = {};
		for (const [name, path] of Object.entries(DEEP_LISTS)) {
			const cursor = await walk((at) => ask(path, at), name);
			contestants[`${name}_page_1`] = () => timesOf(() => ask(path, null), (times[name] ??= []));
			contestants[`${name}_page_${PAGE}`] = () => timesOf(() => ask(path, cursor));
		}
		for (const [name, path] of Object.entries(QUICK_ANSWERS)) {
			contestants[name] = () => timesOf(() => ask(path, null), (times[name] ??= []));
		}
		const measured = await inRounds(contestants, length);
		for (const [name, all] of Object.entries(measured)) result.metrics[`${name}_ms`] = median(all);
		for (const [name, all] of Object.entries(times)) {
			result.metrics[`${name}_p95_ms`] = quantile(all, 0.95);
		}
		for (const name of Object.keys(DEEP_LISTS)) {
			result.ratios[`${name}_page_${PAGE}_vs_1`] = ratio(measured[`${name}_page_${PAGE}`], measured[`${name}_page_1`]);
		}
		return judge(result);
	} finally {
		for (const close of closing) await close();
	}
};

/** Follows the cursor to the last page before the one that is measured; every row comes once. */
async function walk(ask: (cursor: string | null) => Promise<ListPage>, name: string): Promise<string> {
	const seen = new Set<string>();
	let cursor: string | null = null;
	for (let page = 1; page < PAGE; page += 1) {
		const answer: ListPage = await ask(cursor);
		for (const row of answer.list) seen.add(JSON.stringify(row));
		if (!answer.cursor) throw new Error(`${name} ends at page ${page}`);
		({ cursor } = answer);
	}
	// Votes carry no number of their own: those of one second for one artist look alike.
	if (!name.endsWith('votes') && seen.size !== (PAGE - 1) * ROWS) throw new Error(`${name} shows rows twice`);
	return cursor ?? '';
}

/** Median milliseconds of one request. All of them are added to `kept`. */
async function timesOf(request: () => Promise<ListPage>, kept: number[] = []): Promise<number> {
	const times: number[] = [];
	for (let time = 0; time < REQUESTS; time += 1) {
		const startedAt = performance.now();
		await request();
		times.push(performance.now() - startedAt);
	}
	kept.push(...times);
	return median(times);
}

/** The worst counts for all of them. What misses a bar is printed, and the bench fails. */
function judge({ metrics, ratios }: Result): Result {
	const worst = (values: [string, number | string | null][], part: string) =>
		Math.max(...values.filter(([name]) => name.includes(part)).map(([, value]) => Number(value)));
	const page = worst(Object.entries(ratios), `page_${PAGE}_vs_1`);
	const p95 = worst(Object.entries(metrics), '_p95_ms');
	const missed = [
		...(page > BARS.page ? [`page ${PAGE} takes ${page.toFixed(2)} times what page 1 takes`] : []),
		...(p95 > BARS.p95 ? [`one answer of 20 takes ${p95.toFixed(0)} ms or longer`] : []),
	];
	for (const line of missed) console.log(`MISSED: ${line}`);
	if (missed.length > 0) process.exitCode = 1;
	return { metrics: { ...metrics, worst_p95_ms: p95 }, ratios: { ...ratios, [`page_${PAGE}_vs_1`]: page } };
}
