/**
 * This tree and another one, the release before for instance, in turns within one run: `git worktree add ../before REV`,
 * there `npm ci`, here `AGAINST=../before npm run bench -- against`. Votes, votes for one hot artist, and charts: requests per
 * second, and requests per second of processor time of the server and its database, which other load on a shared machine
 * disturbs less.
 */
import { join, resolve } from 'node:path';
import { cpuOf, cpuOfPostgres } from '../testkit/cpu.ts';
import { median } from '../testkit/quantile.ts';
import type * as GroundModule from './lib/ground.ts';
import type * as LoadModule from './lib/load.ts';
import { HOT, loadReads, USUAL, type Measured, type Spread } from './lib/load.ts';
import { ratio, type Bench, type Length, type Rounds } from './lib/report.ts';
import type * as ServersModule from './lib/servers.ts';

const CONNECTIONS = { votes: 256, charts: 64 };
/** A usual evening, and quiet nights: hardly anybody shares a batch. */
const FEWER_CONNECTIONS = [64, 8, 1];

interface Side extends AsyncDisposable {
	name: string;
	address: string;
	chart: string;
	/** The tree's own: tokens of its fans may look otherwise. */
	loadVotes: typeof LoadModule.loadVotes;
	/** Used so far by the server, and by every PostgreSQL there is: only one side is measured at a time. */
	cpuSeconds(): number;
}

type LoadSide = (side: Side, seconds: number) => Promise<Measured>;

const votes =
	(spread: Spread, connections = CONNECTIONS.votes): LoadSide =>
	({ address, loadVotes }, seconds) =>
		loadVotes(address, spread, { connections, seconds });

const KINDS: Record<string, LoadSide> = {
	votes: votes(USUAL),
	hot_artist: votes(HOT),
	...Object.fromEntries(FEWER_CONNECTIONS.map((connections) => [`votes_by_${connections}`, votes(USUAL, connections)])),
	charts: ({ chart }, seconds) =>
		loadReads(chart, { 'accept-encoding': 'gzip' }, { connections: CONNECTIONS.charts, seconds }),
};

/**
 * Gives the ratios ours ÷ before as `<kind>_vs_before`. Half of the rounds are of sides that were opened the other way round:
 * of two equal servers, the one that is opened last answers a few percent more.
 */
export const against: Bench = async (length) => {
	if (!process.env.AGAINST) throw new Error('AGAINST names no tree: see bench/against.ts');
	const trees = { ours: resolve(import.meta.dirname, '..'), before: resolve(process.env.AGAINST) };
	const [perSecond, perCpuSecond]: [Rounds, Rounds] = [{}, {}];
	for (const order of [Object.entries(trees), Object.entries(trees).toReversed()]) {
		await using closing = new AsyncDisposableStack();
		const sides: Side[] = [];
		for (const [name, tree] of order) sides.push(closing.use(await openSide(name, tree)));
		await measureInTurns(sides, length, (kind, { perSecond: rate, perCpuSecond: cpuRate }) => {
			(perSecond[kind] ??= []).push(rate);
			(perCpuSecond[kind] ??= []).push(cpuRate);
		});
	}
	const ratios = (rates: Rounds, what: string) =>
		Object.keys(KINDS).map((kind) => [
			`${kind}${what}_vs_before`,
			ratio(rates[`${kind}_ours`], rates[`${kind}_before`]),
		]);
	return {
		metrics: {
			load: `wrk, ${CONNECTIONS.votes} connections for votes, ${CONNECTIONS.charts} for charts`,
			...Object.fromEntries(Object.entries(perSecond).map(([name, rates]) => [`${name}_per_second`, median(rates)])),
		},
		ratios: Object.fromEntries([...ratios(perSecond, ''), ...ratios(perCpuSecond, '_per_cpu_second')]),
	};
};

/** A tree's own code on a database server of its own: the tables may differ. */
async function openSide(name: string, tree: string): Promise<Side> {
	const { openGround, RANKING } = (await import(join(tree, 'bench/lib/ground.ts'))) as typeof GroundModule;
	const { loadVotes } = (await import(join(tree, 'bench/lib/load.ts'))) as typeof LoadModule;
	const { startOurs } = (await import(join(tree, 'bench/lib/servers.ts'))) as typeof ServersModule;
	const ground = await openGround();
	const database = await ground.database('side');
	const { address, child, terminate } = await startOurs(database);
	return {
		name,
		address,
		loadVotes,
		chart: `${address}/api/v1/rankings/detail?ranking_key=${RANKING}`,
		cpuSeconds: () => ((cpuOf(child.pid ?? 0) ?? Number.NaN) + (cpuOfPostgres() ?? Number.NaN)) / 1e6,
		async [Symbol.asyncDispose]() {
			await terminate();
			await ground.close();
		},
	};
}

/** @param tell gets each measurement, after a round to warm up, as `<kind>_<side>` */
async function measureInTurns(
	sides: readonly Side[],
	length: Length,
	tell: (kind: string, measured: { perSecond: number; perCpuSecond: number }) => void,
): Promise<void> {
	// Short turns, and many: what disturbs the machine falls on both, and a ratio of neighbors hears of it least.
	const seconds = Math.max(1, length.seconds / 2);
	const rounds = length.rounds * 2;
	for (let round = 0; round <= rounds; round += 1) {
		for (const [kind, load] of Object.entries(KINDS)) {
			// Alternate the order: a database flushes the writes of its turn during the next one.
			for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
				const before = side.cpuSeconds();
				const { good, perSecond } = await load(side, seconds);
				if (good === 0) throw new Error(`${side.name} answered nothing that was asked for: ${kind}`);
				if (round > 0) tell(`${kind}_${side.name}`, { perSecond, perCpuSecond: good / (side.cpuSeconds() - before) });
			}
		}
	}
}
