/**
 * This tree and another one, the release before for instance, in turns within one run: `git worktree add ../before REV`,
 * there `npm ci`, here `AGAINST=../before npm run bench -- against`. Votes, votes for one hot artist, charts: how many a
 * second, and how many a second of processor time of the server and its database, which a shared machine disturbs less.
 */
import { join, resolve } from 'node:path';
import { cpuOf, cpuOfPostgres } from './lib/cpu.ts';
import type * as GroundModule from './lib/ground.ts';
import { HOT, loadReads, loadTool, loadVotes, USUAL, type Measured, type Spread } from './lib/load.ts';
import { median, ratio, type Rounds } from './lib/rounds.ts';
import type { Bench } from './lib/report.ts';
import { LIMITS } from './lib/servers.ts';
import type * as ProcessesModule from '../tests/world/processes.ts';

const CONNECTIONS = { votes: 256, charts: 64 };

export const against: Bench = async (length) => {
	const other = process.env.AGAINST;
	if (!other) throw new Error('AGAINST names no tree: see bench/against.ts');
	// Short turns, and many: what disturbs the machine falls on both, and a ratio of neighbours hears of it least.
	const seconds = length.seconds / 2;
	const rounds = length.rounds * 4;
	const sides = { ours: await openSide(resolve(import.meta.dirname, '..')), before: await openSide(resolve(other)) };
	try {
		const votes = ({ address }: Side, spread: Spread) =>
			loadVotes(address, spread, { connections: CONNECTIONS.votes, seconds });
		const kinds: Record<string, (side: Side) => Promise<Measured>> = {
			votes: (side) => votes(side, USUAL),
			hot: (side) => votes(side, HOT),
			charts: ({ chart }) =>
				loadReads(chart, { 'accept-encoding': 'gzip' }, { connections: CONNECTIONS.charts, seconds }),
		};
		const [measured, perCpuSecond]: [Rounds, Rounds] = [{}, {}];
		for (let round = 0; round <= rounds; round += 1) {
			for (const [kind, load] of Object.entries(kinds)) {
				// Who goes first changes: a database writes out what it was given after its turn.
				const pair = Object.entries(sides);
				for (const [name, side] of round % 2 === 0 ? pair : pair.toReversed()) {
					const before = side.cpuSeconds();
					const { good, perSecond } = await load(side);
					// The first round warms up.
					if (round === 0) continue;
					(measured[`${kind}_${name}`] ??= []).push(perSecond);
					(perCpuSecond[`${kind}_${name}`] ??= []).push(good / (side.cpuSeconds() - before));
				}
			}
		}
		const versus = (rounds: Rounds, kind: string) => ratio(rounds[`${kind}_ours`], rounds[`${kind}_before`]);
		return {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS.votes} connections for votes, ${CONNECTIONS.charts} for charts`,
				...Object.fromEntries(Object.entries(measured).map(([name, rates]) => [`${name}_per_second`, median(rates)])),
			},
			ratios: {
				votes_vs_before: versus(measured, 'votes'),
				hot_artist_vs_before: versus(measured, 'hot'),
				charts_vs_before: versus(measured, 'charts'),
				votes_per_cpu_second_vs_before: versus(perCpuSecond, 'votes'),
				hot_artist_per_cpu_second_vs_before: versus(perCpuSecond, 'hot'),
				charts_per_cpu_second_vs_before: versus(perCpuSecond, 'charts'),
			},
		};
	} finally {
		await Promise.all(Object.values(sides).map((side) => side.close()));
	}
};

interface Side {
	address: string;
	chart: string;
	/** Used so far by the server, and by every PostgreSQL there is: only one side is measured at a time. */
	cpuSeconds(): number;
	close(): Promise<void>;
}

/** A tree's own code on a database server of its own: the tables may differ. */
async function openSide(tree: string): Promise<Side> {
	const { openGround, RANKING } = (await import(join(tree, 'bench/lib/ground.ts'))) as typeof GroundModule;
	const { startServerProcess } = (await import(join(tree, 'tests/world/processes.ts'))) as typeof ProcessesModule;
	const ground = await openGround();
	const { url } = await ground.database('side');
	const { address, child, terminate } = await startServerProcess(url, LIMITS);
	return {
		address,
		chart: `${address}/api/v1/rankings/detail?ranking_key=${RANKING}`,
		cpuSeconds: () => ((cpuOf(child.pid ?? 0) ?? Number.NaN) + (cpuOfPostgres() ?? Number.NaN)) / 1e6,
		async close() {
			await terminate();
			await ground.close();
		},
	};
}
