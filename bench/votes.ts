/**
 * Votes a second over HTTP against pgbench, for one hot artist, and with a second process; and how late a vote is answered,
 * also beside fans who look at the chart's page through nginx.
 */
import { median } from '../testkit/quantile.ts';
import { readSpent, spentByVote, type Spent } from '../testkit/spent.ts';
import { assertBalanced, openGround, type BenchDatabase, ARTISTS, FANS } from './lib/ground.ts';
import { HOT, loadReads, loadVotes, USUAL, type Load, type Measured, type Spread } from './lib/load.ts';
import { inRounds, ratio, type Bench, type Contestants } from './lib/report.ts';
import { LIMITS, startOurs } from './lib/servers.ts';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled } from '../testkit/installed.ts';
import { canRunNginx, startShippedNginx } from '../testkit/nginx.ts';

const CLIENTS = [1, 8, 32, 64];
const CONNECTIONS = 256;
/** 500 views a second. */
const VIEWS = { connections: 50, everyMs: 100 };

export const votes: Bench = async (length) => {
	const { seconds } = length;
	await using ground = await openGround();
	const [ours, peer] = [await ground.database('ours'), await ground.database('peer')];
	await preparePgbench(peer);
	const [first, second] = [await startOurs(ours, { TRUST_PROXY: '127.0.0.1' }), await startOurs(ours)];
	await using nginx = (await canRunNginx()) ? await startShippedNginx([Number(new URL(first.address).port)]) : null;
	const views: Measured[] = [];
	const runs: Measured[] = [];
	const full: number[] = [];
	const spent: Spent[] = [];
	const load = async (address: string, spread: Spread = USUAL, pace: Partial<Load> = {}) => {
		const measured = await loadVotes(address, spread, { connections: CONNECTIONS, seconds, ...pace });
		runs.push(measured);
		return measured;
	};
	const p99AtHalf = async () =>
		(await load(first.address, USUAL, { everyMs: (2_000 * CONNECTIONS) / median(full), seconds: seconds + 1 })).p99Ms;
	const measured = await inRounds(
		{
			votes: async () => {
				const before = await readSpent(ours.db, first);
				const { perSecond, good } = await load(first.address);
				full.push(perSecond);
				spent.push(spentByVote(before, await readSpent(ours.db, first), good));
				return perSecond;
			},
			hot_artist: async () => (await load(first.address, HOT)).perSecond,
			two_processes: async () => {
				// As many fans at each as at the one: whoever adds a process has them.
				const both = await Promise.all([first, second].map(({ address }) => load(address)));
				return both.reduce((sum, { perSecond }) => sum + perSecond, 0);
			},
			...peers(peer, seconds),
			half_rate_p99_ms: p99AtHalf,
			...(nginx && {
				beside_views_p99_ms: async () => {
					const page = `${nginx.address}/leader-board`;
					const viewed = loadReads(page, { 'accept-encoding': 'gzip' }, { ...VIEWS, seconds: seconds + 1 });
					const [p99] = await Promise.all([p99AtHalf(), viewed.then((one) => views.push(one))]);
					return p99;
				},
			}),
			durable_commit_ms: () => medianCommitMs(ours),
		},
		length,
	);
	await Promise.all([first.terminate(), second.terminate()]);
	const stored = await assertBalanced(ours);
	const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
	const acknowledged = sum(runs.map(({ good }) => good));
	if (stored < acknowledged) throw new Error(`${acknowledged} votes were acknowledged, ${stored} are stored`);
	const rates = Object.entries(measured).filter(([name]) => !name.endsWith('_ms'));
	const byMedian = CLIENTS.map((clients) => measured[`pgbench_${clients}`] ?? []).toSorted(
		(one, other) => median(other) - median(one),
	);
	return {
		metrics: {
			load: `wrk, ${CONNECTIONS} connections, limits ${JSON.stringify(LIMITS)}`,
			...Object.fromEntries(rates.map(([name, values]) => [`${name}_per_second`, median(values)])),
			server_cpu_us_per_vote: median(spent.map(({ serverUs }) => serverUs)),
			postgres_cpu_us_per_vote: median(spent.map(({ postgresUs }) => postgresUs)),
			// Of everything that the site writes meanwhile, standings and the public log among it.
			wal_bytes_per_vote: median(spent.map(({ walBytes }) => walBytes)),
			half_rate_p99_ms: median(measured['half_rate_p99_ms']),
			views_per_second: median(views.map(({ perSecond }) => perSecond)),
			durable_commit_ms: median(measured['durable_commit_ms']),
			half_rate_p99_in_commits: ratio(measured['half_rate_p99_ms'], measured['durable_commit_ms']),
			refused_or_lost: sum([...runs, ...views].map(({ bad }) => bad)),
			votes_acknowledged: acknowledged,
			votes_stored: stored,
		},
		ratios: {
			vs_pgbench: ratio(measured['votes'], byMedian[0]),
			two_vs_one: ratio(measured['two_processes'], measured['votes']),
			hot_vs_usual: ratio(measured['hot_artist'], measured['votes']),
			p99_beside_views: ratio(measured['beside_views_p99_ms'], measured['half_rate_p99_ms']),
		},
	};
};

function peers(peer: BenchDatabase, seconds: number): Contestants {
	if (!hasPgbench) return {};
	return Object.fromEntries(
		CLIENTS.map((clients) => [`pgbench_${clients}`, () => pgbench(peer, { clients, seconds, ...USUAL })]),
	);
}

/** Returns the median duration (ms) of a small durable transaction on an idle database. */
async function medianCommitMs({ db }: BenchDatabase): Promise<number> {
	await db.query({ text: 'create table if not exists commit_probe (n integer)' });
	const times: number[] = [];
	for (let n = 0; n < 200; n += 1) {
		const startedAt = performance.now();
		await db.query({ name: 'probe', text: 'insert into commit_probe values ($1)', values: [n] });
		times.push(performance.now() - startedAt);
	}
	return median(times);
}

/** The peer for votes: PostgreSQL's own load program, on tables, indexes and durability like ours. */
const SCRIPT = join(import.meta.dirname, 'lib/naive-vote.sql');

const hasPgbench = await isInstalled('pgbench');

/** Creates the tally rows that a naive vote updates. */
async function preparePgbench({ db }: BenchDatabase): Promise<void> {
	await db.query({ text: `insert into tally select 1, 0, artist_id, 0, lightstick_now() from artist` });
}

/** Transactions a second. */
async function pgbench(
	{ url }: BenchDatabase,
	{ clients, seconds, hotPercent }: Spread & { clients: number; seconds: number },
): Promise<number> {
	const variables = { fans: FANS, artists: ARTISTS, hot: hotPercent };
	const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
	const options = { '-f': SCRIPT, '-M': 'prepared', '-T': seconds, '-c': clients, '-j': Math.min(clients, 2) };
	const args = ['-n', ...Object.entries(options).flat().map(String), ...defined, url];
	const { stdout } = await promisify(execFile)('pgbench', args);
	const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
	if (tps === undefined) throw new Error(`pgbench said nothing of tps: ${stdout}`);
	return Number(tps);
}
