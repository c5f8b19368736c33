/** The overview of all logs says what they hold, what is not signed yet, and what does not count. */
import { expect, it } from 'vitest';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { getVoteLogs, type VoteLog } from '#contract/voting.ts';
import { aPerson } from '../../tests/fixtures/accounts/people.ts';
import { aColleague } from '../../tests/fixtures/operators/operators.ts';
import { dataOf } from '../../tests/fixtures/site/site.ts';
import { readCheckpoint } from './fixtures/log.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { aCase, castVote, ofFans, restoreCase, voidCase } from '../../tests/fixtures/voting/cases.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { sequence } from '#public-log/server/sequencing/sequencer.ts';

const site = aLogSite(1);

/** Answers are shared for two seconds. */
async function logOf(key: string, isSo: (found: VoteLog | undefined) => boolean): Promise<VoteLog | undefined> {
	const read = async () =>
		dataOf(getVoteLogs, await site.ask({ path: '/vote-logs' })).logs.find(({ ranking_key }) => ranking_key === key);
	await expect.poll(async () => isSo(await read())).toBe(true);
	return read();
}

it('tells entries, signature and votes, before and after they are voided and restored', async () => {
	const contest = await aContest(site.owner, 'overseen');
	const [fan, bot] = [
		await aPerson(site.owner, 'fan', { earned: 10_000 }),
		await aPerson(site.owner, 'bot', { earned: 10_000 }),
	];
	await castVote(site, fan, contest, { tickets: 12 });
	await castVote(site, bot, contest, { tickets: 5 });
	await sequence(site.db);
	const waiting = { entries: 0, entries_waiting: 3, checkpoint_time: null, tickets: 17, voided: [], stage: 'open' };
	expect(await logOf('overseen', (found) => found?.entries_waiting === 3)).toMatchObject(waiting);

	await site.publish();
	const signed = await logOf('overseen', (found) => found?.entries === 3);
	expect(signed?.checkpoint_time).toBeTypeOf('number');
	expect(parseVerifierKey(signed?.vkey ?? '')?.name).toBe(signed?.log);
	expect((await readCheckpoint(site, contest)).origin).toBe(signed?.log);

	const owner = await aColleague(site.owner, 'owner');
	const { case_id: caseId } = await aCase(site, owner, contest.key, { filter: ofFans(bot), reason: 'FARM' });
	await voidCase(site, owner, caseId);
	const voided = await logOf('overseen', (found) => found?.tickets === 12);
	expect(voided?.voided).toEqual([{ reason: 'FARM', tickets: 5 }]);
	await restoreCase(site, owner, caseId);
	expect(await logOf('overseen', (found) => found?.tickets === 17)).toMatchObject({ voided: [] });
});

it('shows no ranking that has not begun, and no draft', async () => {
	await aContest(site.owner, 'later', { startsIn: 1, endsIn: 5 });
	await sequence(site.db);
	const { logs } = dataOf(getVoteLogs, await site.ask({ path: '/vote-logs' }));
	expect(logs.map(({ ranking_key: key }) => key)).not.toContain('later');
});
