/**
 * A ranking's public log: every vote in it once, in tiles that anybody can fetch, under a checkpoint that is signed. The
 * auditor passes what our own sequencer wrote, beside the anchor too.
 */
import { hash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { getVoteLogs, type VoteLog } from '#contract/voting.ts';
import { logTag } from '#public-log/format/log-tag.ts';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { sequence } from '#public-log/server/sequencing/sequencer.ts';
import { auditAnchor } from '#public-log/auditor/anchor/audit-anchor.ts';
import { audit } from '#public-log/auditor/audit.ts';
import { sql } from '#server/kernel/database.ts';
import { certifyRanking, closeRanking } from '#server/rankings/closing/closing.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { aPerson, type Person } from '../../tests/fixtures/accounts/people.ts';
import { dataOf } from '../../tests/fixtures/site/site.ts';
import { leavesOf, publishAnchored, readAnchor } from './fixtures/anchor.ts';
import { certify, closeAtEnd, failuresOf, getLog, readCheckpoint, readLog, sourceAt } from './fixtures/log.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { aCase, askToVoid, aStatement, ofFans, restoreCase, voidCase } from '../../tests/fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import { aBallot } from '../../tests/fixtures/voting/engine.ts';

const site = aLogSite(40);

describe('a log', () => {
	it('says what each vote cost, when it was cast, and for whom', async () => {
		const contest = await aContest(site.owner, 'what-a-leaf-says', { gemsPerVote: 7 });
		const fan = await aPerson(site.owner, 'payer', { earned: 10, purchased: 100 });
		const ballot = aBallot(fan, contest, { tickets: 3 });
		const { castAt } = await site.engine.cast(ballot);
		await site.publish();
		expect((await readLog(site, contest))[1]).toEqual({
			type: 'vote',
			ranking: contest.key,
			artistId: contest.artistIds[0],
			tickets: 3,
			gemsEarned: 10,
			gemsPurchased: 11,
			castAt: Math.floor(castAt / 1000),
			voter: ballot.voter,
			tag: logTag(contest.key, ballot.key),
		});
	});

	it('says a changed rule before the votes that were cast under it', async () => {
		const contest = await aContest(site.owner, 'changing-log');
		await site.vote(contest, 1);
		await site.publish();
		await sql`update ranking set gems_per_vote = 20, version = version + 1
			where ranking_id = ${contest.rankingId}`.run(site.owner);
		await site.vote(contest, 1);
		await site.publish();
		const leaves = await readLog(site, contest);
		expect(leaves.map(({ type }) => type)).toEqual(['open', 'vote', 'open', 'vote']);
		expect(leaves[2]).toMatchObject({ json: { gems_per_vote: 20 } });
		await sql`update ranking set cover_alt = 'A cover', version = version + 1
			where ranking_id = ${contest.rankingId}`.run(site.owner);
		await site.publish();
		expect(await readLog(site, contest)).toHaveLength(4);
	});

	it('has no tiles beyond its published size, and none under odd paths', async () => {
		const contest = await aContest(site.owner, 'odd-paths');
		await site.vote(contest, 300);
		await site.publish();
		const there = ['0/001.p/45', '0/000', '0/000.p/17', 'entries/000.p/17'].map((path) => `${path} 200`);
		const beyond = ['0/001.p/46', '1/000.p/2', '0/002.p/1', '2/000', 'entries/001', '8/000.p/1'];
		const odd = ['0/000.p/256', '0/x000/000', '0/%2e%2e/000', 'entries/000/', 'entries/'];
		const expected = [...there, ...[...beyond, ...odd].map((path) => `${path} 404`)];
		const statusOf = async (path: string) => (await getLog(site, contest, `tile/${path}`)).statusCode;
		const found = expected.map(async (line) => `${line.slice(0, -4)} ${await statusOf(line.slice(0, -4))}`);
		expect(await Promise.all(found)).toEqual(expected);
		for (const key of ['no-such-ranking', '..'])
			expect((await getLog(site, { key }, 'checkpoint')).statusCode, key).toBe(404);
	});
});

/** Answers are shared for two seconds. */
async function overviewOf(key: string, isSo: (found: VoteLog | undefined) => boolean): Promise<VoteLog | undefined> {
	const read = async () =>
		dataOf(getVoteLogs, await site.ask({ path: '/vote-logs' })).logs.find(({ ranking_key }) => ranking_key === key);
	await expect.poll(async () => isSo(await read())).toBe(true);
	return read();
}

it('the overview tells entries, signature and votes, before and after they are voided and restored', async () => {
	const contest = await aContest(site.owner, 'overseen');
	const [fan, bot] = site.people as [Person, Person];
	await site.castVote(fan, contest, { tickets: 12 });
	await site.castVote(bot, contest, { tickets: 5 });
	await sequence(site.db);
	const waiting = { entries: 0, entries_waiting: 3, checkpoint_time: null, tickets: 17, voided: [], stage: 'open' };
	expect(await overviewOf('overseen', (found) => found?.entries_waiting === 3)).toMatchObject(waiting);

	await site.publish();
	const signed = await overviewOf('overseen', (found) => found?.entries === 3);
	expect(signed?.checkpoint_time).toBeTypeOf('number');
	expect(parseVerifierKey(signed?.vkey ?? '')?.name).toBe(signed?.log);
	expect((await readCheckpoint(site, contest)).origin).toBe(signed?.log);

	const owner = await site.operator('owner');
	const { case_id: caseId } = await aCase(owner, contest.key, { filter: ofFans(bot), reason: 'FARM' });
	await voidCase(site, owner, caseId);
	const voided = await overviewOf('overseen', (found) => found?.tickets === 12);
	expect(voided?.voided).toEqual([{ reason: 'FARM', tickets: 5 }]);
	await restoreCase(site, owner, caseId);
	expect(await overviewOf('overseen', (found) => found?.tickets === 17)).toMatchObject({ voided: [] });
});

it('the overview shows no ranking that has not begun, and no draft', async () => {
	await aContest(site.owner, 'later', { startsIn: 1, endsIn: 5 });
	await sequence(site.db);
	const { logs } = dataOf(getVoteLogs, await site.ask({ path: '/vote-logs' }));
	expect(logs.map(({ ranking_key: key }) => key)).not.toContain('later');
});

const sourceOf = ({ key }: Contest) => sourceAt(site, `log/${key}`);

const DAY_MS = 86_400_000;

/** Two fans cheat for the first artist, and one votes for the second. */
async function aCheatedContest(key: string, endsAt?: Date) {
	const contest = await aContest(site.owner, key, endsAt && { endsAt });
	const [cheat, framed, other] = (await Promise.all(
		['cheat', 'framed', 'other'].map((name) => aPerson(site.owner, `${name} in ${key}`, { earned: 1_000 })),
	)) as [Person, Person, Person];
	await site.castVote(cheat, contest, { tickets: 5 });
	await site.castVote(framed, contest, { tickets: 7 });
	await site.castVote(other, contest, { tickets: 2, artist: 1 });
	const openCase = async () => {
		const owner = await site.operator('owner');
		return { owner, caseId: (await aCase(owner, contest.key, { filter: ofFans(cheat, framed) })).case_id };
	};
	return { contest, framed, openCase };
}

describe('a case', () => {
	afterEach(() => site.clock.run());

	it('voids nothing before the time that the log promises; its voids, restores and the result are leaves that pass', async () => {
		const { contest, framed, openCase } = await aCheatedContest('case-in-time');
		const opened = Date.now();
		await site.clock.set(new Date(opened));
		const { caseId } = await openCase();
		await site.publish();
		expect(await audit(sourceOf(contest))).toMatchObject({ passed: true });
		await site.clock.set(new Date(opened + DAY_MS - 1_000));
		const finance = await site.operator('finance');
		expect((await askToVoid(finance, caseId)).body.error).toBe('objections_open');

		await site.clock.set(new Date(opened + DAY_MS));
		const owner = await site.operator('owner');
		expect((await askToVoid(owner, caseId)).status).toBe(200);
		await workOnCases(site.db);
		await restoreCase(site, owner, caseId, framed);
		await certify(site, contest);
		await site.publish();
		const report = await audit(sourceOf(contest));
		expect(failuresOf(report)).toEqual([]);
		expect(report.checks.find(({ name }) => name === 'tally')?.status).toBe('pass');
		const leaves = await readLog(site, contest);
		expect(leaves.map(({ type }) => type).join(' ')).toBe('open vote vote vote case void void restore close result');
		const statement = hash('sha256', aStatement);
		expect(leaves[4]).toMatchObject({ caseId, reason: 'BOT', votes: 2, tickets: 12, statement });
		const [first = 0, second = 0, ...rest] = contest.artistIds;
		const tally = {
			[first]: { given: 12, voided: 12, restored: 7, counted: 7 },
			[second]: { given: 2, voided: 0, restored: 0, counted: 2 },
		};
		expect(leaves[9]).toMatchObject({ json: { size: 9, tally, order: [first, second, ...rest] } });
	});

	it('may void earlier when the result is due', async () => {
		const start = Date.now();
		const { contest, openCase } = await aCheatedContest('case-at-the-end', new Date(start + 3_600_000));
		const resultDue = start + 3_600_000 + DAY_MS;
		await site.clock.set(new Date(resultDue - 60_000));
		await closeAtEnd(site, contest);
		const { owner, caseId } = await openCase();
		expect((await askToVoid(owner, caseId)).body.error).toBe('objections_open');
		await site.clock.set(new Date(resultDue));
		expect((await askToVoid(owner, caseId)).status).toBe(200);
		await workOnCases(site.db);
		await site.publish();
		expect(failuresOf(await audit(sourceOf(contest)))).toEqual([]);
	});
});

it('passes the anchor beside the logs that it tells of, before and after a result', async () => {
	const contest = await aContest(site.owner, 'anchored-log', { gemsPerVote: 3 });
	const fan = await aPerson(site.owner, 'anchored voter', { earned: 100, purchased: 10_000 });
	const audited = async () => {
		await publishAnchored(site, site.deps, 'day');
		const { checks, supply } = await auditAnchor(sourceAt(site, 'anchor'), { logs: [sourceOf(contest)] });
		const others = checks.filter(({ status }) => status !== 'pass').map(({ name }) => name);
		expect(others).toEqual(['restored', 'witnesses', 'older']);
		return supply?.supply.rankings[contest.key]?.votes;
	};
	expect(await audited()).toBe(0);
	for (let cast = 0; cast < 40; cast += 1) await site.engine.cast(aBallot(fan, contest, { tickets: 1 + cast }));
	expect(await audited()).toBe(40);
	await closeRanking(site.db, contest.rankingId);
	await certifyRanking(site.db, contest.rankingId);
	for (const _ of [1, 2]) await audited();
	const results = leavesOf(await readAnchor(site), 'result').filter(({ origin }) => origin.endsWith('/anchored-log'));
	expect(results).toHaveLength(1);
});
