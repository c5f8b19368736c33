/** More votes than the site carries, from devices that send again: how many are cast meanwhile, and what becomes of the others. */
import { pressVotes } from './lib/crowd.ts';
import { assertBalanced, openGround } from './lib/ground.ts';
import { startShippedNginx } from './lib/nginx.ts';
import type { Bench, Result } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

/** Requests under way at most. */
const CONNECTIONS = 8_000;
const SECONDS = 15;
/** So few connections never fill a queue: each waits for its answer. */
const IN_TURN = { connections: 256, perSecond: 10_000, seconds: 6, resends: true };
const FACTORS = [0.7, 1.2, 1.6] as const;
const TRUSTED = { TRUST_PROXY: '127.0.0.1' };

export const overload: Bench = async () => {
	const ground = await openGround();
	try {
		const result: Result = { metrics: {}, ratios: {} };
		const database = await ground.database('ours');
		const server = await startOurs(database, TRUSTED);
		const nginx = await startShippedNginx(server.address);
		await pressVotes(server.address, { ...IN_TURN, perSecond: 1_000, seconds: 3 });

		async function press(address: string, name: string, factor: number): Promise<void> {
			// The limit is measured on the same way, because nginx shares the cores, and right before it is exceeded: the
			// machine is shared as well, and a limit of a minute ago is another one.
			const { castPerSecond: limit } = await pressVotes(address, IN_TURN);
			const crowd = { perSecond: factor * limit, seconds: SECONDS, connections: CONNECTIONS, resends: true };
			const fate = await pressVotes(address, crowd);
			result.metrics[`${name}_limit_per_second`] = limit;
			result.metrics[`${name}_cast_per_second`] = fate.castPerSecond;
			result.metrics[`${name}_refusals_for_100_votes`] = (100 * fate.refused) / fate.pressed;
			result.metrics[`${name}_gave_up_percent`] = (100 * fate.gaveUp) / fate.pressed;
			result.metrics[`${name}_p50_ms`] = fate.p50Ms;
			result.metrics[`${name}_p99_ms`] = fate.p99Ms;
			result.ratios[`${name}_cast_vs_limit`] = fate.castPerSecond / limit;
		}

		for (const factor of FACTORS) {
			await press(server.address, `direct_${factor}`, factor);
			if (nginx) await press(nginx.url, `nginx_${factor}`, factor);
		}
		await nginx?.stop();
		await server.terminate();
		await assertBalanced(database);
		return result;
	} finally {
		await ground.close();
	}
};
