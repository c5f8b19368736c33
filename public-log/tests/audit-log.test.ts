/** The auditor reads what the site serves: a log that our own sequencer wrote passes. */
import { afterEach, describe, expect, it } from 'vitest';
import { certifyRanking, closeRanking } from '#server/rankings/closing/closing.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { auditAnchor } from '#public-log/auditor/anchor/audit-anchor.ts';
import { audit } from '#public-log/auditor/audit.ts';
import type { LogState } from '#public-log/auditor/log-state.ts';
import { chartOf } from '#public-log/auditor/print.ts';
import { aPerson } from '../../tests/fixtures/accounts/people.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { aCase, askToVoid, ofFans } from '../../tests/fixtures/voting/cases.ts';
import { leavesOf, publishAnchored, readAnchor } from './fixtures/anchor.ts';
import { certify, closeAtEnd, failuresOf, sourceAt } from './fixtures/log.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import { aBallot } from '../../tests/fixtures/voting/engine.ts';

const site = aLogSite(1);

const sourceOf = ({ key }: Contest) => sourceAt(site, `log/${key}`);

const DAY_MS = 86_400_000;

async function aCheatedContest(key: string, endsAt?: Date) {
	const contest = await aContest(site.owner, key, endsAt && { endsAt });
	const cheat = await aPerson(site.owner, `cheat in ${key}`, { earned: 1_000 });
	await site.castVote(cheat, contest, { tickets: 5 });
	const openCase = async () => {
		const owner = await site.operator('owner');
		return { owner, caseId: (await aCase(owner, contest.key, { filter: ofFans(cheat) })).case_id };
	};
	return { contest, openCase };
}

describe('a case', () => {
	afterEach(() => site.clock.run());

	it('voids nothing before the time that the log promises, and the log passes with its voids', async () => {
		const { contest, openCase } = await aCheatedContest('case-in-time');
		const opened = Date.now();
		await site.clock.set(new Date(opened));
		const { caseId } = await openCase();
		await site.publish();
		expect(await audit(sourceOf(contest))).toMatchObject({ passed: true });
		await site.clock.set(new Date(opened + DAY_MS - 1_000));
		const finance = await site.operator('finance');
		expect((await askToVoid(finance, caseId)).body.error).toBe('objections_open');

		await site.clock.set(new Date(opened + DAY_MS));
		expect((await askToVoid(await site.operator('finance'), caseId)).status).toBe(200);
		await workOnCases(site.db);
		await certify(site, contest);
		await site.publish();
		const report = await audit(sourceOf(contest));
		expect(failuresOf(report)).toEqual([]);
		expect(report.checks.find(({ name }) => name === 'tally')?.status).toBe('pass');
		expect(chartOf(report.walk?.log as LogState)[0]).toMatchObject({ counted: 0 });
		expect(report.walk?.log.ledger.tallies.get(contest.artistIds[0] ?? 0)).toMatchObject({ given: 5, voided: 5 });
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
