/** One process runs the log, in a thread of its own; another takes over when its connection goes. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCKS, sql, type Database, type Db, type Statement } from '#server/kernel/database.ts';
import { startVoteLog } from '#public-log/server/thread.ts';
import { readLog } from './fixtures/log.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite, POLL, quiet } from './fixtures/log-site.ts';

const site = aLogSite(1);

const typesOf = async (contest: Contest) => (await readLog(site, contest).catch(() => [])).map(({ type }) => type);
const votesIn = async (contest: Contest) => (await typesOf(contest)).filter((type) => type === 'vote').length;

const leaders = () =>
	sql`select pid from pg_locks where locktype = 'advisory' and objid = ${LOCKS.voteLogLeader} and granted
		and database = (select oid from pg_database where datname = current_database())`.all<{ pid: number }>(site.owner);

describe('the log', () => {
	it('is run by one process at a time, and by another as soon as that one is gone', async () => {
		const runners = [site.run(), site.run()];
		try {
			const contest = await aContest(site.owner, 'led-log');
			await site.vote(contest, 1);
			await expect.poll(() => votesIn(contest), POLL).toBe(1);
			const [leader, ...others] = await leaders();
			expect(others).toEqual([]);
			await site.owner.query({ text: 'select pg_terminate_backend($1::integer)', values: [leader?.pid] });
			await site.vote(contest, 1);
			await expect.poll(() => votesIn(contest), POLL).toBe(2);
			await expect.poll(async () => (await leaders())[0]?.pid !== leader?.pid, POLL).toBe(true);
			await expect.poll(() => runners.map((runner) => runner.fault()), POLL).toEqual([null, null]);
		} finally {
			await Promise.all(runners.map((runner) => runner.stop()));
		}
		expect(await leaders()).toEqual([]);
	});

	it('keeps its leader when a case sequences at the same time', async () => {
		const contest = await aContest(site.owner, 'contended-log');
		await site.vote(contest, 1);
		await site.publish();
		await site.vote(contest, 1);
		let conflicts = 0;
		// The run has its snapshot. Whatever it changes in this log cannot be committed any more.
		const contend = async ({ name }: Statement) => {
			if (name !== 'select_unlogged_rules' || conflicts === 3) return;
			conflicts += 1;
			await site.owner.query({ text: 'update vote_log set size = size' });
		};
		const query = (tx: Db) => async (statement: Statement) => {
			const rows = await tx.query(statement);
			await contend(statement);
			return rows as never;
		};
		const contended: Database = {
			...site.db,
			transaction: (work) => site.db.transaction((tx) => work({ ...tx, query: query(tx) })),
		};
		const warnings: unknown[] = [];
		const log = { ...quiet, warn: (...told: unknown[]) => void warnings.push(told) };
		const runner = site.run({ db: contended, log });
		await expect.poll(() => votesIn(contest), POLL).toBe(2);
		await runner.stop();
		expect(conflicts).toBe(3);
		expect(warnings).toEqual([]);
	});

	it('goes on for all others when the leaf of one ranking cannot be written, and catches up', async () => {
		const [stuck, other] = [await aContest(site.owner, 'stuck-log'), await aContest(site.owner, 'other-log')];
		await site.vote(stuck, 1);
		await site.owner.query({
			text: `alter table log_batch add constraint own_leaves_fail check (ranking_id <> ${stuck.rankingId} or vote_count > 0)`,
		});
		const errors: unknown[] = [];
		const log = { ...quiet, warn: ({ err }: Readonly<Record<string, unknown>>) => void errors.push(err) };
		const runner = site.run({ log });
		try {
			await site.vote(other, 1);
			await expect.poll(() => typesOf(other), POLL).toEqual(['open', 'vote']);
			await expect.poll(() => runner.fault(), POLL).toBe('The vote log is behind');
			expect(String(errors[0])).toContain('The log of stuck-log waits');
			expect(await typesOf(stuck)).toEqual([]);
			await site.owner.query({ text: 'alter table log_batch drop constraint own_leaves_fail' });
			await expect.poll(() => typesOf(stuck), POLL).toEqual(['open', 'vote']);
			await expect.poll(() => runner.fault(), POLL).toBeNull();
		} finally {
			await runner.stop();
		}
	});
});

it('the thread of the log is started again after it has died, and goes on where it was', async () => {
	const lines: string[] = [];
	const log = { warn: () => undefined, error: (_: unknown, message: string) => void lines.push(message) };
	const contest = await aContest(site.owner, 'threaded-log');
	await site.vote(contest, 1);
	// A thread that cannot make its folder of keys dies as it starts.
	const dataFolder = join(site.folder, 'own');
	await writeFile(dataFolder, 'not a folder');
	const config = { ...site.config, dataFolder, voteLog: { ...site.config.voteLog, keys: null } };
	const voteLog = startVoteLog({ url: site.url, config, names: site.facts.logs }, log);
	await expect.poll(() => [lines.length > 0, voteLog.fault()], POLL).toEqual([true, 'The vote log is behind']);
	expect(lines[0]).toBe('the thread of the vote log has died. It is started again');
	await rm(dataFolder);
	await mkdir(dataFolder);
	await expect.poll(() => voteLog.fault(), POLL).toBeNull();
	await voteLog.stop();
	const published = sql`select published_size as size from vote_log where ranking_id = ${contest.rankingId}`;
	expect(await published.all(site.owner)).toEqual([{ size: 2 }]);
});
