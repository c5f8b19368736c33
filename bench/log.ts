/** The public log at half of the highest rate: how long a vote's way from its answer to a published checkpoint is. */
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../testkit/quantile.ts';
import { castVote } from './lib/ballot.ts';
import { pressVotes } from './lib/crowd.ts';
import { ARTISTS, FANS, openGround, tokenOf } from './lib/ground.ts';
import { loadVotes, USUAL } from './lib/load.ts';
import type { Bench } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const CONNECTIONS = 256;
/** So few that they are no load, and so many that a hundredth of their votes is more than one. */
const PROBES = 8;
const LOOK_AGAIN_MS = 10;

export const log: Bench = async (length) => {
	const seconds = length.seconds * 5;
	const ground = await openGround();
	try {
		const server = await startOurs(await ground.database('ours'));
		const full = await loadVotes(server.address, USUAL, { connections: CONNECTIONS, seconds: 5 });
		const perSecond = full.perSecond / 2;
		const [atHalf, published] = await Promise.all([
			pressVotes(server.address, { perSecond, seconds, connections: CONNECTIONS }),
			measurePublishing(`${server.address}/api/v1`, seconds),
		]);
		await server.terminate();
		return {
			metrics: {
				half_rate_per_second: perSecond,
				half_rate_vote_p99_ms: atHalf.p99Ms,
				commit_to_checkpoint_samples: published.length,
				commit_to_checkpoint_p50_ms: quantile(published, 0.5),
				commit_to_checkpoint_p99_ms: quantile(published, 0.99),
			},
			ratios: {},
		};
	} finally {
		await ground.close();
	}
};

/** Milliseconds from each probe's answer, when its vote was just committed, to its first proof. */
async function measurePublishing(api: string, seconds: number): Promise<number[]> {
	const until = performance.now() + seconds * 1000;
	const times: number[] = [];
	await Promise.all(
		Array.from({ length: PROBES }, async () => {
			while (performance.now() < until) times.push(await probe(api));
		}),
	);
	return times;
}

async function probe(api: string): Promise<number> {
	const fan = tokenOf(1 + Math.floor(Math.random() * FANS));
	const key = await castVote(api, fan, 1 + Math.floor(Math.random() * ARTISTS));
	const answeredAt = performance.now();
	for (;;) {
		const asked = await fetch(`${api}/user/me/votes/${key}/proof`, { headers: { authorization: `Bearer ${fan}` } });
		const { data } = (await asked.json()) as { data?: { proof: string | null } };
		if (typeof data?.proof === 'string') return performance.now() - answeredAt;
		await pause(LOOK_AGAIN_MS);
	}
}
