/** What operators see of the logs: running, stopped, halted, or not there yet. */
import { expect, it } from 'vitest';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { listVoteLogs, type VoteLog } from '#contract/operator/voting/vote-logs.ts';
import { publishGrown } from '#public-log/server/publisher.ts';
import { LOCKS } from '#server/kernel/database.ts';
import { sequenceNow } from '#public-log/server/sequencing/sequencer.ts';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { aColleague, dataAs } from '../../tests/fixtures/operators/operators.ts';
import { expectVotes } from './fixtures/log.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';

const site = aLogSite(1);
const viewer = beforeTests(() => aColleague(site.owner, 'viewer'));

const read = (query: { cursor?: string; limit?: string } = {}) => dataAs(site, viewer, listVoteLogs, { query });
const logOf = async ({ key }: Contest): Promise<VoteLog | undefined> =>
	(await read()).list.find(({ ranking_key }) => ranking_key === key);

it('sees a ranking without a log, then what waits, then what is published', async () => {
	const contest = await aContest(site.owner, 'watched');
	expect(await logOf(contest)).toMatchObject({ state: 'none', entries: 0, unpublished: 0, fault: null });
	await site.vote(contest, 3);
	expect(await logOf(contest)).toMatchObject({ state: 'stopped', entries: 0, unpublished: 3 });
	await sequenceNow(site.db);
	expect(await logOf(contest)).toMatchObject({ state: 'stopped', entries: 0, unpublished: 4 });
	await site.publish();
	const { time, health } = await read();
	const log = await logOf(contest);
	expect(log).toMatchObject({ state: 'current', entries: 4, unpublished: 0, closed: false, certified: false });
	expect(log?.url).toBe(`${site.config.publicUrl}/log/watched`);
	expect(time - (log?.last_checkpoint_time ?? 0)).toBeGreaterThanOrEqual(0);
	expect(health).toMatchObject({ entries: 4, unpublished: 0, faults: 0, running: false });
	expect(health.last_checkpoint_time).toBe(log?.last_checkpoint_time);
});

it('is told that the logs are behind when a process runs them and nothing comes of it', async () => {
	const contest = await aContest(site.owner, 'behind');
	await site.vote(contest, 1);
	await site.publish();
	await site.vote(contest, 1);
	const idle = site.owner.connection();
	await idle.connect();
	try {
		await idle.query({ text: 'select pg_advisory_lock($1)', values: [LOCKS.voteLogLeader] });
		expect(await logOf(contest)).toMatchObject({ state: 'publishing', unpublished: 1 });
		const unseen = await aContest(site.owner, 'never-published');
		await site.vote(unseen, 1);
		expect(await logOf(unseen)).toMatchObject({ state: 'behind', unpublished: 1 });
		await site.clock.set(new Date(Date.now() + 120_000));
		expect(await logOf(contest)).toMatchObject({ state: 'behind', unpublished: 1 });
		// However long ago it was: nothing is left of it.
		expect(await logOf({ ...contest, key: 'watched' })).toMatchObject({ state: 'current' });
		const { health } = await read();
		expect(health).toMatchObject({ running: true, behind: true });
		expect((await dataAs(site, viewer, getDashboard, {})).vote_log).toEqual(health);
	} finally {
		await site.clock.run();
		await idle.end();
	}
	await site.publish();
});

it('is told which log halted and why, before all others, until it goes on', async () => {
	const [broken, sound] = [await aContest(site.owner, 'broken'), await aContest(site.owner, 'sound')];
	await site.vote(broken, 1);
	await site.publish();
	const kept = await site.deps.store.read('broken/checkpoint');
	await site.deps.store.write(new Map([['broken/checkpoint', Buffer.from('torn')]]));
	await site.vote(broken, 1);
	await site.vote(sound, 1);
	await sequenceNow(site.db);
	await expect(publishGrown(site.deps)).rejects.toThrow('the kept checkpoint cannot be read');
	const { list, health } = await read();
	expect(health.faults).toBe(1);
	expect(list[0]).toMatchObject({ ranking_key: 'broken', state: 'halted', entries: 2, unpublished: 1 });
	expect(list[0]?.fault).toMatchObject({ reason: 'checkpoint_unreadable' });
	expect(await logOf(sound)).toMatchObject({ state: 'current', entries: 2 });
	const first = await read({ limit: '1' });
	const second = await read({ limit: '1', cursor: first.cursor ?? '' });
	expect([...first.list, ...second.list].map(({ ranking_key }) => ranking_key)).toEqual(['broken', 'sound']);

	const { attention } = await dataAs(site, viewer, getDashboard, {});
	const line = { about: null, kind: 'vote_log_stuck', target: 'broken', text: 'The broken ranking' };
	expect(attention).toContainEqual(line);
	await expect(publishGrown(site.deps)).rejects.toThrow();
	expect((await logOf(broken))?.fault?.since_time).toBe(list[0]?.fault?.since_time);

	await site.deps.store.write(new Map([['broken/checkpoint', kept as Buffer]]));
	await site.publish();
	expect(await logOf(broken)).toMatchObject({ state: 'current', entries: 3, fault: null });
});

it('is told that the store refuses, and the log goes on by itself and skips nothing', async () => {
	const contest = await aContest(site.owner, 'refused');
	const keys = await site.vote(contest, 300);
	await site.publish();
	keys.push(...(await site.vote(contest, 1)));
	await sequenceNow(site.db);
	const fails = () => Promise.reject(new Error('ENOSPC: no space left'));
	for (const broken of [{ read: fails }, { write: fails }])
		await expect(publishGrown({ ...site.deps, store: { ...site.deps.store, ...broken } })).rejects.toThrow('ENOSPC');
	keys.push(...(await site.vote(contest, 300)));
	const fault = { reason: 'failing', detail: expect.stringContaining('no space left') as string };
	expect(await logOf(contest)).toMatchObject({ state: 'failing', fault });
	await site.publish();
	expect(await logOf(contest)).toMatchObject({ state: 'current', fault: null });
	await expectVotes(site, contest, keys);
});
