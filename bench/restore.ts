/** A restore drill: ten million votes with their public log, a backup, more votes, and a restore to a moment among these. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listBackups } from '#server/backup/catalog.ts';
import { readConfig } from '#server/config/config.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/timeouts.ts';
import { runScript, startServerProcess } from '../tests/fixtures/processes/processes.ts';
import { startCrowd, type Crowd } from '../tests/fixtures/voting/crowd.ts';
import { storedVotes } from './growth.ts';
import { FANS, MASTER_KEY, plantFans, RANKING, tokenOf, ARTISTS } from './lib/ground.ts';
import { plantLog } from './vote-log/planted-log.ts';
import type { Bench } from './lib/report.ts';
import { LIMITS } from './lib/servers.ts';
import { timed } from './lib/timed.ts';
import { migrate } from '#server/db/migrate.ts';

const VOTING_MS = 20_000;
const AT_ONCE = 64;

export const restore: Bench = async ({ stored }) => {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-bench-restore-'));
	const data = join(folder, 'data');
	const env = {
		...LIMITS,
		DATABASE_URL: '',
		DATABASE_POOL_URL: '',
		PUBLIC_URL: 'http://localhost:3000',
		LIGHTSTICK_DATA: data,
		LIGHTSTICK_BACKUPS: '',
	};
	const backups = { ...env, LIGHTSTICK_BACKUPS: join(folder, 'backups') };
	try {
		await plant(data, env, stored);
		const [backed, backupSeconds] = await timed(() => runScript('backup.ts', backups));
		expectGood(backed);
		const { crowd, before, at } = await voteOn(backups);
		const into = { ...backups, LIGHTSTICK_DATA: join(folder, 'restored') };
		const [restored, seconds] = await timed(() => runScript('restore.ts', into, ['--to', at.toISOString()]));
		console.log(restored.output);
		expectGood(restored);
		const lost = await countLost(into.LIGHTSTICK_DATA, crowd, before);
		const [backup] = await listBackups(backups.LIGHTSTICK_BACKUPS);
		const bytes = Object.values(backup?.manifest.cluster ?? {}).reduce((sum, file) => sum + file.bytes, 0);
		return {
			metrics: {
				stored_votes: stored,
				database_bytes: bytes,
				backup_seconds: backupSeconds,
				votes_after_backup: crowd.countOf('cast'),
				acknowledged_before_the_moment: before.length,
				acknowledged_and_lost: lost,
				restore_seconds: seconds,
			},
			ratios: {},
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

async function plant(data: string, env: Record<string, string>, stored: number): Promise<void> {
	const server = await startEmbedded({
		folder: data,
		settings: { max_wal_size: '4GB', maintenance_work_mem: '512MB' },
	});
	await migrate(server.url);
	const db = openDatabase(server.url, { role: null, max: 2, timeouts: OF_JOBS });
	try {
		await plantFans(db);
		console.log(`storing ${stored} votes`);
		for (const text of storedVotes(stored / FANS)) await db.query({ text });
		console.log('publishing them');
		await plantLog(db, readConfig(env));
		await db.query({ text: 'vacuum full log_batch' });
		await db.query({ text: 'vacuum analyze' });
	} finally {
		await db.close();
		await server.stop();
	}
}

/** Lets a crowd vote. Returns a moment in the middle, and what was acknowledged before it. */
async function voteOn(env: Record<string, string>): Promise<{ crowd: Crowd; before: string[]; at: Date }> {
	const site = await startServerProcess('', env);
	const fans = Array.from({ length: FANS }, (_, n) => ({
		fanId: n + 1,
		name: '',
		token: tokenOf(n + 1),
		tokenHash: MASTER_KEY,
	}));
	const crowd = startCrowd({
		fans,
		ballotsMax: 1e9,
		forMs: VOTING_MS,
		atOnce: AT_ONCE,
		address: () => site.address,
		choose: () => ({ rankingKey: RANKING, artistId: 1 + Math.floor(Math.random() * ARTISTS) }),
	});
	await new Promise((resolve) => setTimeout(resolve, VOTING_MS / 2));
	const at = new Date();
	const before = crowd.ballots.filter(({ told }) => told.has('cast')).map(({ key }) => key);
	await crowd.done;
	await site.terminate();
	return { crowd, before, at };
}

async function countLost(folder: string, crowd: Crowd, before: readonly string[]): Promise<number> {
	const server = await startEmbedded({ folder });
	const db = openDatabase(server.url, { role: null, max: 1, timeouts: OF_JOBS });
	try {
		const keys = crowd.ballots.map(({ key }) => key);
		const text = 'select idempotency_key as key from vote where idempotency_key = any($1)';
		const stored = new Set((await db.query<{ key: string }>({ text, values: [keys] })).map(({ key }) => key));
		return before.filter((key) => !stored.has(key)).length;
	} finally {
		await db.close();
		await server.stop();
	}
}

function expectGood({ code, output }: { code: number | null; output: string }): void {
	if (code !== 0) throw new Error(output);
}
