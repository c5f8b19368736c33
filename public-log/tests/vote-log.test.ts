/** A ranking's public log: every vote in it once, in tiles that anybody can fetch, under a checkpoint that is signed. */
import { logTag } from '#public-log/format/log-tag.ts';
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getVoteLogs, type VoteLog } from '#contract/voting.ts';
import type { Leaf } from '#public-log/format/leaf.ts';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { sequence } from '#public-log/server/sequencing/sequencer.ts';
import { certifyRanking, closeRanking } from '#server/rankings/closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../../tests/fixtures/accounts/people.ts';
import { aColleague } from '../../tests/fixtures/operators/operators.ts';
import { dataOf, openSite } from '../../tests/fixtures/site/site.ts';
import { getLog, readCheckpoint, readLog } from './fixtures/log.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { aCase, aStatement, castVote, ofFans, restoreCase, voidCase } from '../../tests/fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import { aBallot } from '../../tests/fixtures/voting/engine.ts';

const site = aLogSite(40);

const vote = (contest: Contest, count: number) => site.vote(contest, count);
const log = () => site.publish();
const readAll = (contest: Contest) => readLog(site, contest);
const get = (contest: Contest, path: string) => getLog(site, contest, path);

describe('a log', () => {
	it('grows while votes come, and what was published stays', async () => {
		const contest = await aContest(site.owner, 'growing-log');
		const sizes: number[] = [];
		let before: Leaf[] = [];
		for (const count of [1, 300, 7, 500]) {
			await vote(contest, count);
			await log();
			const leaves = await readAll(contest);
			expect(leaves.slice(0, before.length)).toEqual(before);
			before = leaves;
			sizes.push(leaves.length);
		}
		expect(sizes).toEqual([2, 302, 309, 809]);
	});

	it('says what each vote cost, when it was cast, and for whom', async () => {
		const contest = await aContest(site.owner, 'what-a-leaf-says', { gemsPerVote: 7 });
		const fan = await aPerson(site.owner, 'payer', { earned: 10, purchased: 100 });
		const ballot = aBallot(fan, contest, { tickets: 3 });
		const { castAt } = await site.engine.cast(ballot);
		await log();
		expect((await readAll(contest))[1]).toEqual({
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
		const [stored] = await sql`select batch_id as batch, place from vote
			where idempotency_key = ${ballot.key}`.all<{ batch: number; place: number }>(site.owner);
		const [batch] = await sql`select first_index as first from log_batch
			where batch_id = ${stored?.batch}`.all<{ first: number }>(site.owner);
		expect((batch?.first ?? 0) + (stored?.place ?? 0)).toBe(1);
	});

	it('names every vote that a case voids and restores, and ends with the result', async () => {
		const contest = await aContest(site.owner, 'judged-log');
		const [cheat, other] = site.people as [Person, Person];
		await site.engine.cast(aBallot(cheat, contest, { tickets: 5 }));
		await site.engine.cast(aBallot(cheat, contest, { tickets: 7 }));
		await site.engine.cast(aBallot(other, contest, { tickets: 2, artistId: contest.artistIds[1] ?? 0 }));
		const admin = await aColleague(site.owner, 'owner');
		const { case_id: caseId } = await aCase(site, admin, contest.key, { filter: ofFans(cheat) });
		await voidCase(site, admin, caseId);
		await restoreCase(site, admin, caseId);
		await closeRanking(site.db, contest.rankingId);
		await certifyRanking(site.db, contest.rankingId);
		await log();
		const leaves = await readAll(contest);
		expect(leaves.map(({ type }) => type).join(' ')).toBe(
			'open vote vote vote case void void restore restore close result',
		);
		const statement = hash('sha256', aStatement);
		expect(leaves[4]).toMatchObject({ caseId, reason: 'BOT', votes: 2, tickets: 12, statement });
		const voids = leaves.flatMap((leaf) => (leaf.type === 'void' ? [leaf] : []));
		const votes = leaves.flatMap((leaf, index) =>
			leaf.type === 'vote' && leaf.artistId === contest.artistIds[0] ? [[index, leaf.tickets] as const] : [],
		);
		expect(votes.map(([, tickets]) => tickets)).toEqual([5, 7]);
		expect(new Map(voids.map(({ voteIndex, tickets }) => [voteIndex, tickets]))).toEqual(new Map(votes));
		const restores = leaves.flatMap((leaf) => (leaf.type === 'restore' ? [leaf] : []));
		expect(new Set(restores.map(({ voidIndex }) => voidIndex))).toEqual(new Set([5, 6]));
		const [first, second, ...rest] = contest.artistIds;
		expect(leaves[10]).toMatchObject({
			json: {
				size: 10,
				tally: {
					[String(first)]: { given: 12, voided: 12, restored: 12, counted: 12 },
					[String(second)]: { given: 2, voided: 0, restored: 0, counted: 2 },
				},
				order: [first, second, ...rest],
			},
		});
	});

	it('says a changed rule before the votes that were cast under it', async () => {
		const contest = await aContest(site.owner, 'changing-log');
		await vote(contest, 1);
		await log();
		await sql`update ranking set gems_per_vote = 20, version = version + 1
			where ranking_id = ${contest.rankingId}`.run(site.owner);
		await vote(contest, 1);
		await log();
		const leaves = await readAll(contest);
		expect(leaves.map(({ type }) => type)).toEqual(['open', 'vote', 'open', 'vote']);
		expect(leaves[2]).toMatchObject({ json: { gems_per_vote: 20 } });
		await sql`update ranking set cover_alt = 'A cover', version = version + 1
			where ranking_id = ${contest.rankingId}`.run(site.owner);
		await log();
		expect(await readAll(contest)).toHaveLength(4);
	});

	it('takes one statement of the database for all who ask at once', async () => {
		const contest = await aContest(site.owner, 'asked-log');
		await vote(contest, 3);
		await log();
		let statements = 0;
		const query: typeof site.db.query = (statement) => {
			if (statement.name === 'select_vote_logs') statements += 1;
			return site.db.query(statement);
		};
		const watched = await openSite({
			database: { ...site, db: { ...site.db, query } },
			env: { LIGHTSTICK_DATA: site.folder },
		});
		const answers = await Promise.all(Array.from({ length: 200 }, () => getLog(watched, contest, 'checkpoint')));
		await watched.close();
		expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
		expect(statements).toBeGreaterThan(0);
		expect(statements).toBeLessThan(20);
	});

	it('has no tiles beyond its published size, and none under odd paths', async () => {
		const contest = await aContest(site.owner, 'odd-paths');
		await vote(contest, 300);
		await log();
		const there = ['tile/0/001.p/45', 'tile/0/000', 'tile/0/000.p/17', 'tile/entries/000.p/17'];
		const beyond = ['0/001.p/46', '1/000.p/2', '0/002.p/1', '2/000', 'entries/001', '8/000.p/1'];
		const widths = ['0', '256', '017', '257', '-1', '1e1'].map((width) => `tile/0/000.p/${width}`);
		const odd = ['tile/0/x000/000', 'tile/0/%2e%2e/000', 'tile/00/000', 'tile/64/000', 'checkpoint/x'];
		const entries = ['000/', '', '000.p/', 'x001/x234/067'].map((name) => `tile/entries/${name}`);
		const statuses = (paths: readonly string[]) =>
			Promise.all(paths.map(async (path) => `${path} ${(await get(contest, path)).statusCode}`));
		expect(await statuses(there)).toEqual(there.map((path) => `${path} 200`));
		const missing = [...beyond.map((name) => `tile/${name}`), ...widths, ...odd, ...entries];
		expect(await statuses(missing)).toEqual(missing.map((path) => `${path} 404`));
		expect((await get({ ...contest, key: 'no-such-ranking' }, 'checkpoint')).statusCode).toBe(404);
		expect((await get({ ...contest, key: '..' }, 'vkey')).statusCode).toBe(404);
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
	await castVote(site, fan, contest, { tickets: 12 });
	await castVote(site, bot, contest, { tickets: 5 });
	await sequence(site.db);
	const waiting = { entries: 0, entries_waiting: 3, checkpoint_time: null, tickets: 17, voided: [], stage: 'open' };
	expect(await overviewOf('overseen', (found) => found?.entries_waiting === 3)).toMatchObject(waiting);

	await site.publish();
	const signed = await overviewOf('overseen', (found) => found?.entries === 3);
	expect(signed?.checkpoint_time).toBeTypeOf('number');
	expect(parseVerifierKey(signed?.vkey ?? '')?.name).toBe(signed?.log);
	expect((await readCheckpoint(site, contest)).origin).toBe(signed?.log);

	const owner = await aColleague(site.owner, 'owner');
	const { case_id: caseId } = await aCase(site, owner, contest.key, { filter: ofFans(bot), reason: 'FARM' });
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
