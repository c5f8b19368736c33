/**
 * Lists and searches of operators over a big site. Every answer comes within the bar, the thousandth page costs what the
 * first does, and none reads a table of fans from end to end.
 */
import type { Database } from '#server/kernel/database.ts';
import { fillConsole, VOTES_OF_A_FAN } from './ground.ts';
import { deepLists, type ListPage, type Question, quickAnswers } from './lists.ts';
import { type Reads, readsOf } from '../lib/explain.ts';
import { openGround } from '../lib/ground.ts';
import type { Bench, Result } from '../lib/report.ts';
import { inRounds, median, quantile, ratio, type Contestants } from '../lib/rounds.ts';
import { startOurs } from '../lib/servers.ts';

const ROWS = 50;
/** One more says whether there is another page. */
const ROWS_READ = ROWS + 1;
const PAGE = 1_000;
const REQUESTS = 40;
/** Milliseconds of the slowest answers of 20, the cost of a page far down, and rows read for one that is shown. */
const BARS = { p95: 100, page: 1.5, rows: 3 };

type Ask = (path: string, cursor: string | null) => Promise<ListPage>;

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
		const ask: Ask = async (path, cursor) => {
			const query = `limit=${ROWS}${cursor === null ? '' : `&cursor=${cursor}`}`;
			const response = await fetch(`${server.address}/api/v1${path}${query}`, { headers: { cookie } });
			if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
			return ((await response.json()) as { data: ListPage }).data;
		};
		const result: Result = { metrics: { stored_s, ...(await countRows(database.db)) }, ratios: {} };
		const times: Record<string, number[]> = {};
		const missed: string[] = [];
		const rowsOf = async (name: string, question: Question, at?: string) => {
			const { rows, whole } = await rowsRead(database.db, question, at);
			if (whole.length > 0) missed.push(`${name} reads ${whole.join(', ')} from end to end`);
			return rows;
		};
		const contestants: Contestants = {};
		for (const [name, question] of Object.entries(deepLists)) {
			const cursor = await walk((at) => ask(question.path, at), name);
			contestants[`${name}_page_1`] = () => timesOf(() => ask(question.path, null), (times[name] ??= []));
			contestants[`${name}_page_${PAGE}`] = () => timesOf(() => ask(question.path, cursor));
			for (const [page, at] of Object.entries({ 1: undefined, [PAGE]: cursor })) {
				const rows = await rowsOf(name, question, at);
				result.metrics[`${name}_rows_read_per_row_page_${page}`] = rows / ROWS_READ;
			}
		}
		for (const [name, question] of Object.entries(quickAnswers)) {
			contestants[name] = () => timesOf(() => ask(question.path, null), (times[name] ??= []));
			result.metrics[`${name}_rows_read`] = await rowsOf(name, question);
		}
		const measured = await inRounds(contestants, length);
		for (const [name, all] of Object.entries(measured)) result.metrics[`${name}_ms`] = median(all);
		for (const [name, all] of Object.entries(times)) {
			result.metrics[`${name}_p50_ms`] = median(all);
			result.metrics[`${name}_p95_ms`] = quantile(all, 0.95);
		}
		for (const name of Object.keys(deepLists)) {
			result.ratios[`${name}_page_${PAGE}_vs_1`] = ratio(measured[`${name}_page_${PAGE}`], measured[`${name}_page_1`]);
		}
		return judge(result, missed);
	} finally {
		for (const close of closing) await close();
	}
};

function rowsRead(db: Database, { read }: Question, cursor?: string): Promise<Reads> {
	return readsOf(db, (watched) => read(watched, { cursor, limit: ROWS }));
}

/** Follows the cursor to the last page before the one that is measured; every row comes once. */
async function walk(ask: (cursor: string | null) => Promise<ListPage>, name: string): Promise<string> {
	const seen = new Set<string>();
	let cursor: string | null = null;
	for (let page = 1; page < PAGE; page += 1) {
		const answer: ListPage = await patiently(() => ask(cursor));
		for (const row of answer.list) seen.add(JSON.stringify(row));
		if (!answer.cursor) throw new Error(`${name} ends at page ${page}`);
		({ cursor } = answer);
	}
	// Votes carry no number of their own: those of one second for one artist look alike.
	if (!name.endsWith('votes') && seen.size !== (PAGE - 1) * ROWS) throw new Error(`${name} shows rows twice`);
	return cursor ?? '';
}

/** Nothing is measured on the way, so a moment without an answer on a crowded machine may pass. */
async function patiently<Answer>(request: () => Promise<Answer>, tries = 5): Promise<Answer> {
	for (let left = tries; left > 1; left -= 1) {
		try {
			return await request();
		} catch (error) {
			console.log(String(error));
		}
	}
	return request();
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

async function countRows(db: Database): Promise<Result['metrics']> {
	const counted: Result['metrics'] = {};
	for (const table of ['fan', 'ledger_entry', 'vote', 'gem_order', 'audit_entry']) {
		const [row] = await db.query<{ rows: number }>({ text: `select count(*) as rows from ${table}` });
		counted[`${table}_rows`] = row?.rows ?? 0;
	}
	return counted;
}

/** The worst counts for all of them. What misses a bar is printed, and the bench fails. */
function judge({ metrics, ratios }: Result, missed: string[]): Result {
	const worst = (values: [string, number | string | null][], part: string) =>
		Math.max(...values.filter(([name]) => name.includes(part)).map(([, value]) => Number(value)));
	const page = worst(Object.entries(ratios), `page_${PAGE}_vs_1`);
	const rows = worst(Object.entries(metrics), 'rows_read_per_row');
	const p95 = worst(Object.entries(metrics), '_p95_ms');
	if (rows > BARS.rows) missed.push(`a list reads ${rows} rows for one that it shows`);
	if (page > BARS.page) missed.push(`page ${PAGE} takes ${page.toFixed(2)} times what page 1 takes`);
	if (p95 > BARS.p95) missed.push(`one answer of 20 takes ${p95.toFixed(0)} ms or longer`);
	for (const line of missed) console.log(`MISSED: ${line}`);
	if (missed.length > 0) process.exitCode = 1;
	return {
		metrics: { ...metrics, rows_read_per_row: rows, worst_p95_ms: p95 },
		ratios: { ...ratios, [`page_${PAGE}_vs_1`]: page },
	};
}
