/**
 * This tree and another one, the release before for instance, in turns within one run: `git worktree add ../before REV`,
 * there `npm ci`, here `AGAINST=../before npm run bench -- against`. Votes, votes for one hot artist, charts.
 */
import { join, resolve } from 'node:path';
import type * as GroundModule from './lib/ground.ts';
import { HOT, loadReads, loadTool, loadVotes, USUAL, type Spread } from './lib/load.ts';
import { inRounds, median, ratio, type Contestants } from './lib/rounds.ts';
import type { Bench } from './lib/report.ts';
import { LIMITS } from './lib/servers.ts';
import type * as ProcessesModule from '../tests/world/processes.ts';

const CONNECTIONS = { votes: 256, charts: 64 };

export const against: Bench = async (length) => {
	const other = process.env.AGAINST;
	if (!other) throw new Error('AGAINST names no tree: see bench/against.ts');
	const { seconds } = length;
	const sides = { ours: await openSide(resolve(import.meta.dirname, '..')), before: await openSide(resolve(other)) };
	try {
		const votes = async (address: string, spread: Spread) =>
			(await loadVotes(address, spread, { connections: CONNECTIONS.votes, seconds })).perSecond;
		const charts = async (url: string) =>
			(await loadReads(url, { 'accept-encoding': 'gzip' }, { connections: CONNECTIONS.charts, seconds })).perSecond;
		// Side by side in the round, so that each ratio is of neighbours.
		const contestants: Contestants = {};
		for (const [kind, measure] of Object.entries({
			votes: ({ address }: Side) => votes(address, USUAL),
			hot: ({ address }: Side) => votes(address, HOT),
			charts: ({ chart }: Side) => charts(chart),
		})) {
			for (const [name, side] of Object.entries(sides)) contestants[`${kind}_${name}`] = () => measure(side);
		}
		const measured = await inRounds(contestants, length);
		return {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS.votes} connections for votes, ${CONNECTIONS.charts} for charts`,
				...Object.fromEntries(Object.entries(measured).map(([name, rates]) => [`${name}_per_second`, median(rates)])),
			},
			ratios: {
				votes_vs_before: ratio(measured['votes_ours'], measured['votes_before']),
				hot_artist_vs_before: ratio(measured['hot_ours'], measured['hot_before']),
				charts_vs_before: ratio(measured['charts_ours'], measured['charts_before']),
			},
		};
	} finally {
		await Promise.all(Object.values(sides).map((side) => side.close()));
	}
};

interface Side {
	address: string;
	chart: string;
	close(): Promise<void>;
}

/** A tree's own code on a database server of its own: the tables may differ. */
async function openSide(tree: string): Promise<Side> {
	const { openGround, RANKING } = (await import(join(tree, 'bench/lib/ground.ts'))) as typeof GroundModule;
	const { startServerProcess } = (await import(join(tree, 'tests/world/processes.ts'))) as typeof ProcessesModule;
	const ground = await openGround();
	const { url } = await ground.database('side');
	const { address, terminate } = await startServerProcess(url, LIMITS);
	return {
		address,
		chart: `${address}/api/v1/rankings/detail?ranking_key=${RANKING}`,
		async close() {
			await terminate();
			await ground.close();
		},
	};
}
