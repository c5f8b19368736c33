/**
 * How late a vote is answered when half of what is possible is asked for, against pgbench at half of its own rate: both
 * with 64 clients, each answer timed from the instant at which its vote was to be sent.
 */
import { countStolen } from './lib/cpu.ts';
import { openGround } from './lib/ground.ts';
import { loadTool, loadVotes, USUAL } from './lib/load.ts';
import { hasPgbench, pgbench, pgbenchTimes, preparePgbench } from './lib/pgbench.ts';
import type { Bench } from './lib/report.ts';
import { inRounds, median, quantile, ratio } from './lib/rounds.ts';
import { startOurs } from './lib/servers.ts';
import { measureSteady } from './lib/steady.ts';

const CLIENTS = 64;
const PEER = 'pgbench/naive.sql';

export const latency: Bench = async (length) => {
	const { seconds } = length;
	const ground = await openGround();
	try {
		const peer = await ground.database('peer');
		await preparePgbench(peer);
		const ours = await startOurs(await ground.database('ours'));
		const p50: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
		const stolenSince = countStolen();
		const rates = await inRounds(
			{
				ours: async () => (await loadVotes(ours.address, USUAL, { connections: CLIENTS, seconds })).perSecond,
				...(hasPgbench ? { peer: () => pgbench(peer, PEER, { clients: CLIENTS, seconds, ...USUAL }) } : {}),
			},
			length,
		);
		const half = { ours: median(rates['ours']) / 2, peer: median(rates['peer']) / 2 };
		const p99 = await inRounds(
			{
				ours: async () => {
					const steady = { perSecond: half.ours, seconds, connections: CLIENTS };
					const measured = await measureSteady(ours.address, steady);
					p50.ours.push(measured.p50Ms);
					return measured.p99Ms;
				},
				...(hasPgbench
					? {
							peer: async () => {
								const load = { clients: CLIENTS, seconds, ...USUAL, perSecond: half.peer };
								const times = await pgbenchTimes(peer, PEER, load);
								p50.peer.push(median(times));
								return quantile(times, 0.99);
							},
						}
					: {}),
			},
			length,
		);
		await ours.terminate();
		return {
			metrics: {
				load: `${loadTool}, ${CLIENTS} clients`,
				half_rate_per_second: half.ours,
				p50_ms: median(p50.ours),
				p99_ms: median(p99['ours']),
				pgbench_half_rate_per_second: half.peer,
				pgbench_p50_ms: median(p50.peer),
				pgbench_p99_ms: median(p99['peer']),
				stolen_percent: stolenSince(),
			},
			ratios: { p99_vs_pgbench: ratio(p99['ours'], p99['peer']) },
		};
	} finally {
		await ground.close();
	}
};
