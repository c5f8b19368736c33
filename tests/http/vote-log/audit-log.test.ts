/** The auditor reads what the site serves: a log that our own sequencer wrote passes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeRanking } from '#server/rankings/closing/closing.ts';
import { openLogKeys } from '#server/vote-log/keys.ts';
import { publishGrown } from '#server/vote-log/publisher.ts';
import { sequence } from '#server/vote-log/sequencer.ts';
import { diskLogs } from '#server/vote-log/store.ts';
import { audit } from '../../../auditor/audit.ts';
import { chartOf } from '../../../auditor/chart.ts';
import type { LogSource } from '../../../auditor/source/source.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openSite, type Site } from '../../fixtures/site/site.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aBallot, anEngine } from '../../fixtures/voting/engine.ts';

const VOTES = 300;
let folder: string;
let site: Site;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-audit-log-'));
	site = await openSite({ env: { LIGHTSTICK_DATA: folder } });
});
afterAll(async () => {
	await site.close();
	await rm(folder, { recursive: true });
});

async function publish(): Promise<void> {
	const { prefix } = site.config.voteLog;
	const deps = { db: site.db, store: diskLogs(folder), keys: await openLogKeys(site.config), prefix };
	while (await sequence(site.db)) continue;
	while (await publishGrown(deps)) continue;
}

const sourceOf = ({ key }: Contest): LogSource => ({
	async read(path, limit) {
		const { statusCode, rawPayload } = await site.app.inject({ method: 'GET', url: `/log/${key}/${path}` });
		return statusCode === 404 ? null : rawPayload.subarray(0, limit);
	},
});

it('passes the log of a ranking while it runs and after it has closed, and counts the same votes', async () => {
	const contest = await aContest(site.owner, 'audited-log', { gemsPerVote: 7 });
	const engine = anEngine(site.db);
	const fan = await aPerson(site.owner, 'audited voter', { earned: 1_000, purchased: 1_000_000 });
	for (let cast = 0; cast < VOTES; cast += 1) await engine.cast(aBallot(fan, contest, { tickets: 2 }));
	await publish();
	const input = { key: null, older: [], receipt: null, promise: null };
	const running = await audit(sourceOf(contest), input);
	expect(running.checks.filter(({ status }) => status === 'fail')).toEqual([]);
	const older = await sourceOf(contest).read('checkpoint', 10_000);

	await engine.close();
	await closeRanking(site.db, contest.rankingId);
	await publish();
	await publish();
	const closed = await audit(sourceOf(contest), { ...input, key: running.key, older: older ? [older] : [] });
	expect(closed.checks.filter(({ status }) => status === 'fail')).toEqual([]);
	expect(closed.checks.find(({ name }) => name === 'close')?.status).toBe('pass');
	expect(closed.checks.find(({ name }) => name === 'older')?.status).toBe('pass');
	if (!closed.walk) throw new Error('Nothing was counted');
	expect([closed.walk.log.votes, closed.walk.voters()]).toEqual([VOTES, 1]);
	expect(chartOf(closed.walk.log)[0]).toMatchObject({ rank: 1, artistId: contest.artistIds[0], counted: 2 * VOTES });
});
