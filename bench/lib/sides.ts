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
/** Quiet nights, when hardly anybody shares a batch, and an ordinary evening. */
const FEW_CONNECTIONS = [1, 8, 64];

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

/**
 * Measures both sides and returns the ratios first ÷ second as `<kind>_vs_<second>`. Half of the rounds are of sides that were
 * opened the other way round: of two equal servers, the one that is opened last answers a few percent more.
 */
export async function versus(open: Record<string, () => Promise<Side>>, length: Length): Promise<Result> {
	const [perSecond, perCpuSecond]: [Rounds, Rounds] = [{}, {}];
	const names = Object.keys(open);
	for (const order of [names, names.toReversed()]) {
		const sides: [string, Side][] = [];
		try {
			for (const name of order) sides.push([name, await (open[name] as () => Promise<Side>)()]);
			await measureInTurns(sides, length, (kind, { perSecond: rate, perCpuSecond: cpuRate }) => {
				(perSecond[kind] ??= []).push(rate);
				(perCpuSecond[kind] ??= []).push(cpuRate);
			});
		} finally {
			await Promise.all(sides.map(([, side]) => side.close()));
		}
	}
	const [first = '', second = ''] = names;
	const ratios = (rates: Rounds, what: string) =>
		Object.keys(KINDS).map((kind) => [
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

/** @param tell gets each measurement, after a round to warm up, as `<kind>_<side>` */
async function measureInTurns(
	sides: readonly [string, Side][],
	length: Length,
	tell: (kind: string, measured: { perSecond: number; perCpuSecond: number }) => void,
): Promise<void> {
	// Short turns, and many: what disturbs the machine falls on both, and a ratio of neighbors hears of it least.
	const seconds = Math.max(1, length.seconds / 2);
	const rounds = length.rounds * 2;
	for (let round = 0; round <= rounds; round += 1) {
		for (const [kind, load] of Object.entries(KINDS)) {
			// Alternate the order: a database flushes the writes of its turn during the next one.
			for (const [name, side] of round % 2 === 0 ? sides : sides.toReversed()) {
				const before = side.cpuSeconds();
				const { good, perSecond } = await load(side, seconds);
				if (good === 0) throw new Error(`${name} answered nothing that was asked for: ${kind}`);
				if (round > 0) tell(`${kind}_${name}`, { perSecond, perCpuSecond: good / (side.cpuSeconds() - before) });
			}
		}
	}
}

type LoadSide = (side: Side, seconds: number) => Promise<Measured>;

const votes =
	(spread: Spread, connections = CONNECTIONS.votes): LoadSide =>
	({ address, loadVotes }, seconds) =>
		loadVotes(address, spread, { connections, seconds });

const KINDS: Record<string, LoadSide> = {
	votes: votes(USUAL),
	hot_artist: votes(HOT),
	...Object.fromEntries(FEW_CONNECTIONS.map((connections) => [`votes_by_${connections}`, votes(USUAL, connections)])),
	charts: ({ chart }, seconds) =>
		loadReads(chart, { 'accept-encoding': 'gzip' }, { connections: CONNECTIONS.charts, seconds }),
};
