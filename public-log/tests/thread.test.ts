/** The thread of the vote log. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startVoteLog } from '#public-log/server/thread.ts';
import { aPerson } from '../../tests/fixtures/accounts/people.ts';
import { castVote } from '../../tests/fixtures/voting/cases.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite } from './fixtures/log-site.ts';

const POLL = { timeout: 20_000, interval: 50 };

const site = aLogSite();

it('is started again after it has died, and goes on where it was', async () => {
	const lines: string[] = [];
	const log = { warn: () => undefined, error: (_: unknown, message: string) => void lines.push(message) };
	const contest = await aContest(site.owner, 'threaded-log');
	const fan = await aPerson(site.owner, 'fan', { earned: 1_000 });
	await castVote(site, fan, contest, { tickets: 1 });
	// A thread that cannot make its folder of keys dies as it starts.
	const dataFolder = join(site.folder, 'own');
	await writeFile(dataFolder, 'not a folder');
	const voteLog = startVoteLog(
		{
			url: site.url,
			config: { ...site.config, dataFolder, voteLog: { ...site.config.voteLog, keys: null } },
			names: site.facts.logs,
		},
		log,
	);
	await expect.poll(() => [lines.length > 0, voteLog.fault()], POLL).toEqual([true, 'The vote log is behind']);
	expect(lines[0]).toBe('the thread of the vote log has died. It is started again');
	await rm(dataFolder);
	await mkdir(dataFolder);
	await expect.poll(() => voteLog.fault(), POLL).toBeNull();
	await voteLog.stop();
	const [{ published }] = (await site.owner.query<{ published: number }>({
		text: 'select published_size as published from vote_log join ranking using (ranking_id) where ranking_key = $1',
		values: [contest.key],
	})) as [{ published: number }];
	expect(published).toBe(2);
});
