/**
 * What the public vote log costs: the site with its log and without one, in turns, and the time from a vote's commit to the
 * checkpoint that covers it, at half of the highest rate. Without a log there is no leaf, no pseudonym, no receipt and no
 * thread that publishes; everything else is the same.
 */
import { openGround } from '../lib/ground.ts';
import { loadVotes, USUAL } from '../lib/load.ts';
import { measurePublishing } from '../lib/publishing.ts';
import type { Bench } from '../lib/report.ts';
import { quantile } from '../lib/rounds.ts';
import { startOurs } from '../lib/servers.ts';
import { OWN_TREE, openSide, versus } from '../lib/sides.ts';
import { measureSteady } from '../lib/steady.ts';
import { castWithoutLog } from './off/cast-votes.ts';

const OFF = { NODE_OPTIONS: `--import=${new URL('off/hooks.ts', import.meta.url).href}` };
const WITHOUT_FANS_PART = { ...OFF, LOG_OFF: 'fans' };
const CONNECTIONS = 256;

const withoutLog = () => openSide(OWN_TREE, OFF, castWithoutLog);

export const log: Bench = async (length) => {
	const { published, atHalf, rate } = await measureAtHalf(length.seconds * 5);
	const sides = { log: () => openSide(OWN_TREE), no_log: withoutLog };
	const { metrics, ratios } = await versus(sides, length);
	return {
		metrics: {
			...metrics,
			half_rate_per_second: rate,
			half_rate_vote_p99_ms: atHalf.p99Ms,
			commit_to_checkpoint_samples: published.length,
			commit_to_checkpoint_p50_ms: quantile(published, 0.5),
			commit_to_checkpoint_p99_ms: quantile(published, 0.99),
		},
		ratios,
	};
};

/** What leaves and their publishing alone cost: the site without receipts and pseudonyms ÷ the site without a log. */
export const logParts: Bench = (length) =>
	versus({ leaves_alone: () => openSide(OWN_TREE, WITHOUT_FANS_PART), no_log: withoutLog }, length);

async function measureAtHalf(seconds: number) {
	const ground = await openGround();
	try {
		const server = await startOurs(await ground.database('ours'));
		const full = await loadVotes(server.address, USUAL, { connections: CONNECTIONS, seconds: 5 });
		const rate = full.perSecond / 2;
		const [atHalf, published] = await Promise.all([
			measureSteady(server.address, { perSecond: rate, seconds }),
			measurePublishing(server.address, seconds),
		]);
		await server.terminate();
		return { published, atHalf, rate };
	} finally {
		await ground.close();
	}
}
