/** Votes a second over HTTP, against pgbench, against ourselves without batches, and with a second process. */
import { countStolen, cpuOf, cpuOfPostgres } from './lib/cpu.ts';
import { pgbench, hasPgbench, preparePgbench } from './lib/pgbench.ts';
import { assertBalanced, openGround, type BenchDatabase } from './lib/ground.ts';
import { loadTool, loadVotes, USUAL, type Measured } from './lib/load.ts';
import { best, inRounds, median, ratio, type Contestants } from './lib/rounds.ts';
import type { Bench } from './lib/report.ts';
import { LIMITS, SINGLE, startOurs } from './lib/servers.ts';
import { measureSteady } from './lib/steady.ts';

const CLIENTS = [1, 8, 32, 64];
const CONNECTIONS = 256;
/** So few that each has the machine to itself: what its noise alone makes of a vote. */
const FEW_PER_SECOND = 50;

export const votes: Bench = async (length) => {
	const { seconds } = length;
	const ground = await openGround();
	try {
		const [ours, single, peer] = [
			await ground.database('ours'),
			await ground.database('single'),
			await ground.database('peer'),
		];
		await preparePgbench(peer);
		const servers = [await startOurs(ours), await startOurs(ours), await startOurs(single, SINGLE)] as const;
		const [first, second, alone] = servers;
		const runs: Measured[] = [];
		const [atHalf, few]: [Measured[], Measured[]] = [[], []];
		const full: number[] = [];
		const [serverUs, postgresUs, walBytes]: [number[], number[], number[]] = [[], [], []];
		const stolen: { full: number[]; half: number[] } = { full: [], half: [] };
		const load = async (address: string, connections: number) => {
			const measured = await loadVotes(address, USUAL, { connections, seconds });
			runs.push(measured);
			return measured['perSecond'];
		};
		const measured = await inRounds(
			{
				ours: async () => {
					const [server, postgres] = [cpuOf(first.child.pid ?? 0), cpuOfPostgres()];
					const stolenSince = countStolen();
					const walBefore = await walPosition(ours);
					const perSecond = await load(first.address, CONNECTIONS);
					full.push(perSecond);
					stolen.full.push(stolenSince() ?? Number.NaN);
					const good = runs.at(-1)?.good ?? Number.NaN;
					serverUs.push(((cpuOf(first.child.pid ?? 0) ?? Number.NaN) - (server ?? 0)) / good);
					postgresUs.push(((cpuOfPostgres() ?? Number.NaN) - (postgres ?? 0)) / good);
					walBytes.push(((await walPosition(ours)) - walBefore) / good);
					return perSecond;
				},
				single: () => load(alone.address, CONNECTIONS),
				two: async () => {
					// As many fans at each as at the one: whoever adds a process has them.
					const both = [first, second].map(({ address }) => load(address, CONNECTIONS));
					return (await Promise.all(both)).reduce((sum, perSecond) => sum + perSecond, 0);
				},
				...peers(peer, seconds),
				p99AtHalf: async () => {
					const stolenSince = countStolen();
					const steady = await measureSteady(first.address, { perSecond: median(full) / 2, seconds });
					stolen.half.push(stolenSince() ?? Number.NaN);
					atHalf.push(steady);
					return steady.p99Ms;
				},
				fewP99: async () => {
					few.push(await measureSteady(first.address, { perSecond: FEW_PER_SECOND, seconds }));
					return few.at(-1)?.p99Ms ?? Number.NaN;
				},
				commitMs: () => medianCommitMs(ours),
			},
			length,
		);
		for (const server of servers) await server.terminate();
		const stored = (await assertBalanced(ours)) + (await assertBalanced(single));
		const acknowledged = [...runs, ...atHalf, ...few].reduce((sum, { good }) => sum + good, 0);
		if (stored < acknowledged) throw new Error(`${acknowledged} votes were acknowledged, ${stored} are stored`);
		const of = (script: string) => CLIENTS.map((clients) => measured[`${script}_${clients}`] ?? []);
		const [naive, call] = [best(of('naive')), best(of('call'))];
		return {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS} connections, limits ${JSON.stringify(LIMITS)}`,
				votes_per_second: median(measured['ours']),
				server_cpu_us_per_vote: median(serverUs),
				postgres_cpu_us_per_vote: median(postgresUs),
				// Of everything that the site writes meanwhile, standings and the public log among it.
				wal_bytes_per_vote: median(walBytes),
				single_per_second: median(measured['single']),
				two_processes_per_second: median(measured['two']),
				...Object.fromEntries(
					Object.entries(measured)
						.filter(([name]) => /_\d+$/.test(name))
						.map(([name, values]) => [`pgbench_${name}_per_second`, median(values)]),
				),
				// By the host of a virtual machine: what it keeps back stops server, database and load program alike.
				stolen_percent_at_full_load: median(stolen.full),
				p50_ms_at_full_load: median(runs.map(({ p50Ms }) => p50Ms)),
				half_rate_per_second: median(atHalf.map(({ perSecond }) => perSecond)),
				half_rate_p50_ms: median(atHalf.map(({ p50Ms }) => p50Ms)),
				half_rate_p99_ms: median(measured['p99AtHalf']),
				half_rate_stolen_percent: median(stolen.half),
				half_rate_p99_ms_by_stolen_percent: byStolen(stolen.half, atHalf),
				few_per_second: FEW_PER_SECOND,
				few_p50_ms: median(few.map(({ p50Ms }) => p50Ms)),
				few_p99_ms: median(measured['fewP99']),
				durable_commit_ms: median(measured['commitMs']),
				half_rate_p99_in_commits: ratio(measured['p99AtHalf'], measured['commitMs']),
				refused_or_lost: [...runs, ...atHalf, ...few].reduce((sum, { bad }) => sum + bad, 0),
				votes_acknowledged: acknowledged,
				votes_stored: stored,
			},
			ratios: {
				vs_pgbench: ratio(measured['ours'], naive),
				vs_call: ratio(measured['ours'], call),
				vs_single: ratio(measured['ours'], measured['single']),
				two_vs_one: ratio(measured['two'], measured['ours']),
			},
		};
	} finally {
		await ground.close();
	}
};

function peers(peer: BenchDatabase, seconds: number): Contestants {
	if (!hasPgbench) return {};
	const scripts = { naive: 'pgbench/naive.sql', call: 'pgbench/call.sql' } as const;
	return Object.fromEntries(
		Object.entries(scripts).flatMap(([name, script]) =>
			CLIENTS.map((clients) => [`${name}_${clients}`, () => pgbench(peer, script, { clients, seconds, ...USUAL })]),
		),
	);
}

/** Bytes of write-ahead log that the server has written since it was made. */
async function walPosition({ db }: BenchDatabase): Promise<number> {
	const [row] = await db.query<{ position: number }>({
		text: `select pg_current_wal_insert_lsn() - '0/0' as position`,
	});
	return row?.position ?? Number.NaN;
}

/** Every measurement beside what was stolen in it, the calmest first. */
function byStolen(stolen: readonly number[], atHalf: readonly Measured[]): string {
	const pairs = atHalf.map(({ p99Ms }, n) => [stolen[n] ?? Number.NaN, p99Ms] as const);
	const sorted = pairs.toSorted(([one], [other]) => one - other);
	return sorted.map(([percent, p99Ms]) => `${percent.toFixed(0)} %: ${p99Ms.toFixed(0)}`).join(', ');
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
