/** One artist takes 95 % of all votes: the deadline that everybody else dies of. */
import { assertBalanced, openGround } from './lib/ground.ts';
import { EVEN, HOT, loadTool, loadVotes } from './lib/load.ts';
import { hasPgbench, pgbench, preparePgbench } from './lib/pgbench.ts';
import { inRounds, median, ratio, type Contestants } from './lib/rounds.ts';
import type { Bench } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const CONNECTIONS = 256;
const CLIENTS = 64;

export const hotArtist: Bench = async (length) => {
	const { seconds } = length;
	const ground = await openGround();
	try {
		const [ours, peer] = [await ground.database('ours'), await ground.database('peer')];
		await preparePgbench(peer);
		const server = await startOurs(ours);
		const load = async (spread: typeof HOT) =>
			(await loadVotes(server.address, spread, { connections: CONNECTIONS, seconds })).perSecond;
		const theirs: Contestants = hasPgbench
			? { naive: () => pgbench(peer, 'pgbench/naive.sql', { clients: CLIENTS, seconds, ...HOT }) }
			: {};
		const measured = await inRounds({ hot: () => load(HOT), even: () => load(EVEN), ...theirs }, length);
		await server.terminate();
		await assertBalanced(ours);
		return {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS} connections`,
				hot_votes_per_second: median(measured['hot']),
				even_votes_per_second: median(measured['even']),
				...(measured['naive'] ? { pgbench_naive_64_per_second: median(measured['naive']) } : {}),
			},
			ratios: {
				hot_vs_even: ratio(measured['hot'], measured['even']),
				hot_vs_pgbench: ratio(measured['hot'], measured['naive']),
			},
		};
	} finally {
		await ground.close();
	}
};
