/**
 * How long it takes to distribute a site: its tables to the workers, and the audits before and after. CITUS_URL names the
 * coordinator of a cluster.
 */
import { planDistribution, runDistribution } from '#server/db/distribute/distribute.ts';
import { storeVotes } from '../growth.ts';
import { assertBalanced } from '../lib/ground.ts';
import { timed } from '../lib/timed.ts';
import { onCluster, openUndistributed } from './open-cluster.ts';

export const distribution = onCluster('distribution', async (citusUrl, { stored }) => {
	const cluster = await openUndistributed(citusUrl);
	try {
		const { db } = cluster;
		await storeVotes(db, stored);
		const { tables, seconds: planned, refusals } = await planDistribution(db);
		if (refusals.length > 0) throw new Error(refusals.join('\n'));
		const [votes, auditBefore] = await timed(() => assertBalanced(cluster));
		const steps: { step: string; at: number }[] = [];
		const [, took] = await timed(() => runDistribution(db, (step) => void steps.push({ step, at: performance.now() })));
		const endedAt = performance.now();
		for (const [index, { step, at }] of steps.entries()) {
			const seconds = ((steps[index + 1]?.at ?? endedAt) - at) / 1000;
			if (seconds >= 1) console.log(`${step}: ${seconds.toFixed(1)} s`);
		}
		const [, auditAfter] = await timed(() => assertBalanced(cluster));
		// The audits count: an operator waits for them as well.
		const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
		return {
			metrics: {
				stored_votes: votes,
				bytes,
				planned_seconds: planned,
				seconds: took,
				bytes_per_second: bytes / (auditBefore + took + auditAfter),
				audit_before_seconds: auditBefore,
				audit_after_seconds: auditAfter,
			},
			ratios: {},
		};
	} finally {
		await cluster.close();
	}
});
