/**
 * What the public vote log costs: this tree against the last one without a log, in turns, and the time from a vote's
 * commit to the checkpoint that covers it, at half of the highest rate.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openGround } from '../lib/ground.ts';
import { loadVotes, USUAL } from '../lib/load.ts';
import { measurePublishing } from '../lib/publishing.ts';
import type { Bench } from '../lib/report.ts';
import { quantile } from '../lib/rounds.ts';
import { startOurs } from '../lib/servers.ts';
import { OWN_TREE, openSide, versus } from '../lib/sides.ts';
import { measureSteady } from '../lib/steady.ts';

const run = promisify(execFile);

/** The last commit whose votes write no leaves. */
const WITHOUT_LOG = 'bbb6e8b';
const CONNECTIONS = 256;

export const log: Bench = async (length) => {
	const { published, atHalf, rate } = await measureAtHalf(length.seconds * 5);
	const sides = { log: await openSide(OWN_TREE), no_log: await openSide(await treeWithoutLog()) };
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

/** A work tree of its own, with this tree's dependencies. */
async function treeWithoutLog(): Promise<string> {
	const tree = join(OWN_TREE, '.cache/bench', WITHOUT_LOG);
	if (!existsSync(tree)) {
		await run('git', ['worktree', 'add', '--detach', tree, WITHOUT_LOG], { cwd: OWN_TREE });
		await symlink(join(OWN_TREE, 'node_modules'), join(tree, 'node_modules'));
	}
	return tree;
}
