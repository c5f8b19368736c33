/**
 * Compares two servers in turns: votes, votes for one hot artist, and charts. Reports requests per second, and requests
 * per second of processor time of the server and its database, which other load on a shared machine disturbs less.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cpuOf, cpuOfPostgres, scheduledOfProcess } from './cpu.ts';
import type * as GroundModule from './ground.ts';
import type * as LoadModule from './load.ts';
import { HOT, loadReads, loadTool, USUAL, type Measured, type Spread } from './load.ts';
import { median, ratio, type Length, type Rounds } from './rounds.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Result } from './report.ts';
import { LIMITS } from './servers.ts';
import type * as ProcessesModule from '../../tests/fixtures/processes/processes.ts';

export const OWN_TREE = resolve(import.meta.dirname, '../..');

const CONNECTIONS = { votes: 256, charts: 64 };
/** Quiet nights: hardly anybody shares a batch. */
const FEW_CONNECTIONS = [1, 8];

export interface Side {
	address: string;
	chart: string;
	/** The tree's own: tokens of its fans may look otherwise. */
	loadVotes: typeof LoadModule.loadVotes;
	/** Used so far by the server, and by every PostgreSQL there is: only one side is measured at a time. */
	cpuSeconds(): number;
	/** Of the server alone, exact to the microsecond. Other programs of the machine do not count. */
	serverCpuSeconds(): number;
	close(): Promise<void>;
}

/**
 * A tree's own code on a database server of its own: the tables may differ.
 * @param prepare changes the database before the server starts
 */
export async function openSide(
	tree: string,
	env: Record<string, string> = {},
	prepare?: (db: Database) => Promise<void>,
): Promise<Side> {
	const { openGround, RANKING } = await moduleOf<typeof GroundModule>(tree, ['bench/lib/ground.ts']);
	const { loadVotes } = await moduleOf<typeof LoadModule>(tree, ['bench/lib/load.ts']);
	const { startServerProcess } = await moduleOf<typeof ProcessesModule>(tree, PROCESSES);
	const ground = await openGround();
	const { url, db } = await ground.database('side');
	await prepare?.(db);
	const { address, child, terminate } = await startServerProcess(url, { ...LIMITS, ...env });
	return {
		address,
		loadVotes,
		chart: `${address}/api/v1/rankings/detail?ranking_key=${RANKING}`,
		cpuSeconds: () => ((cpuOf(child.pid ?? 0) ?? Number.NaN) + (cpuOfPostgres() ?? Number.NaN)) / 1e6,
		serverCpuSeconds: () => (scheduledOfProcess(child.pid ?? 0) ?? Number.NaN) / 1e6,
		async close() {
			await terminate();
			await ground.close();
		},
	};
}

/** Where releases keep it, the latest first. */
const PROCESSES = ['tests/fixtures/processes/processes.ts', 'tests/world/processes.ts'];

async function moduleOf<Module>(tree: string, paths: readonly string[]): Promise<Module> {
	const path = paths.find((one) => existsSync(join(tree, one)));
	if (path === undefined) throw new Error(`${tree} has none of ${paths.join(', ')}`);
	return (await import(join(tree, path))) as Module;
}

/** Measures both sides, closes them, and returns the ratios first ÷ second as `<kind>_vs_<second>`. */
export async function versus(sides: Record<string, Side>, length: Length): Promise<Result> {
	// Short turns, and many: what disturbs the machine falls on both, and a ratio of neighbors hears of it least.
	const seconds = Math.max(1, length.seconds / 2);
	const rounds = length.rounds * 4;
	const votes = ({ address, loadVotes }: Side, spread: Spread, connections = CONNECTIONS.votes) =>
		loadVotes(address, spread, { connections, seconds });
	const kinds: Record<string, (side: Side) => Promise<Measured>> = {
		votes: (side) => votes(side, USUAL),
		hot_artist: (side) => votes(side, HOT),
		...Object.fromEntries(
			FEW_CONNECTIONS.map((connections) => [
				`votes_by_${connections}`,
				(side: Side) => votes(side, USUAL, connections),
			]),
		),
		charts: ({ chart }) =>
			loadReads(chart, { 'accept-encoding': 'gzip' }, { connections: CONNECTIONS.charts, seconds }),
	};
	const [perSecond, perCpuSecond]: [Rounds, Rounds] = [{}, {}];
	try {
		for (let round = 0; round <= rounds; round += 1) {
			for (const [kind, load] of Object.entries(kinds)) {
				// Alternate the order: a database flushes the writes of its turn during the next one.
				const pair = Object.entries(sides);
				for (const [name, side] of round % 2 === 0 ? pair : pair.toReversed()) {
					const before = side.cpuSeconds();
					const measured = await load(side);
					if (measured.good === 0) throw new Error(`${name} answered nothing that was asked for: ${kind}`);
					// The first round warms up.
					if (round === 0) continue;
					(perSecond[`${kind}_${name}`] ??= []).push(measured.perSecond);
					(perCpuSecond[`${kind}_${name}`] ??= []).push(measured.good / (side.cpuSeconds() - before));
				}
			}
		}
	} finally {
		await Promise.all(Object.values(sides).map((side) => side.close()));
	}
	const [first = '', second = ''] = Object.keys(sides);
	const ratios = (rates: Rounds, what: string) =>
		Object.keys(kinds).map((kind) => [
			`${kind}${what}_vs_${second}`,
			ratio(rates[`${kind}_${first}`], rates[`${kind}_${second}`]),
		]);
	return {
		metrics: {
			load: `${loadTool}, ${CONNECTIONS.votes} connections for votes, ${CONNECTIONS.charts} for charts`,
			...Object.fromEntries(Object.entries(perSecond).map(([name, rates]) => [`${name}_per_second`, median(rates)])),
		},
		ratios: Object.fromEntries([...ratios(perSecond, ''), ...ratios(perCpuSecond, '_per_cpu_second')]),
	};
}
