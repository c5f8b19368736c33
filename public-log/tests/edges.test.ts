/** Rankings at the edges of the format, from the first vote to the real auditor over HTTP. */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ENTRIES_MAX } from '#contract/operator/rankings/entries.ts';
import type { OpenRules, Result } from '#public-log/format/ranking-json.ts';
import { closeEnded } from '#server/rankings/closing/closing.ts';
import { audit, type Audit } from '#public-log/auditor/audit.ts';
import { chartOf } from '#public-log/auditor/print.ts';
import type { Walk } from '#public-log/auditor/walk.ts';
import { httpSource } from '#public-log/auditor/source/source.ts';
import { sql } from '#server/kernel/database.ts';
import { certify, expectVotes, failuresOf, readLog } from './fixtures/log.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import type { JsonLeaf } from './fixtures/insider.ts';

const site = aLogSite(300);
let address: string;

beforeAll(async () => {
	address = await site.app.listen({ port: 0, host: '127.0.0.1' });
});

const voteForAll = (contest: Contest, count: number) =>
	site.vote(contest, count, (index) => ({ artistId: contest.artistIds[index % contest.artistIds.length] ?? 0 }));

async function certified(contest: Contest): Promise<void> {
	await certify(site, contest);
	await site.publish();
}

async function expectToPass({ key }: Contest): Promise<Audit & { walk: Walk }> {
	const report = await audit(httpSource(`${address}/log/${key}`));
	expect(failuresOf(report)).toEqual([]);
	if (!report.walk) throw new Error('Nothing was counted');
	return { ...report, walk: report.walk };
}

const statusOf = ({ checks }: Pick<Audit, 'checks'>, check: string) =>
	checks.find(({ name }) => name === check)?.status;

async function jsonOf<Json>(contest: Contest, type: JsonLeaf['type']): Promise<Json> {
	const leaf = (await readLog(site, contest)).find((one) => one.type === type);
	return (leaf as JsonLeaf).json as Json;
}

describe('a ranking of many artists', () => {
	const SCRIPTS = '하늘빛 소녀|نور القمر|ดาวเหนือ|夜の虹|🌙✨👩‍🎤|Ze\u0301nith\u0308|Ñandú “O’Neil” \\|שחר'.split('|');
	const namesOf = (count: number, length: number) =>
		Array.from({ length: count }, (_, index) => `${index} ${SCRIPTS[index % SCRIPTS.length]}`.padEnd(length, '월'));

	it('keeps 500 names of every script to the letter', async () => {
		const names = namesOf(500, 0);
		const contest = await aContest(site.owner, 'every-script', { artists: names });
		await voteForAll(contest, 500);
		await certified(contest);
		const { walk, ...report } = await expectToPass(contest);
		expect(statusOf(report, 'tally')).toBe('pass');
		const read = new Map(chartOf(walk.log).map(({ artistId, names: [name], counted }) => [artistId, [name, counted]]));
		expect(contest.artistIds.map((id) => read.get(id))).toEqual(names.map((name) => [name, 1]));
	});

	it('leaves names out that are too long for a leaf, and counts the same', async () => {
		const contest = await aContest(site.owner, 'long-names', { artists: namesOf(500, 100) });
		await voteForAll(contest, 501);
		await certified(contest);
		expect(Object.values((await jsonOf<OpenRules>(contest, 'open')).candidates).flat()).toEqual([]);
		const { walk } = await expectToPass(contest);
		expect(chartOf(walk.log)[0]).toMatchObject({ artistId: contest.artistIds[0], counted: 2, names: [] });
	});

	it('has a result without numbers when they are too long for a leaf, and the order is still checked', async () => {
		await sql`select setval(pg_get_serial_sequence(${'artist'}, ${'artist_id'}), 2000000000)`.run(site.owner);
		const contest = await aContest(site.owner, 'three-thousand', { artists: namesOf(ENTRIES_MAX, 0) });
		await voteForAll(contest, ENTRIES_MAX);
		await certified(contest);
		const { tally, order } = await jsonOf<Result>(contest, 'result');
		expect([tally, order.length]).toEqual([null, ENTRIES_MAX]);
		const report = await expectToPass(contest);
		const statuses = ['tally', 'order', 'result'].map((check) => statusOf(report, check));
		expect(statuses).toEqual(['skip', 'pass', 'pass']);
	});
});

it.each([0, 1, 254, 255, 256, 600])('a log of %i votes holds each once, and passes with its result', async (count) => {
	const contest = await aContest(site.owner, `whole-log-of-${count}`);
	const keys = await voteForAll(contest, count);
	await certified(contest);
	const { walk } = await expectToPass(contest);
	expect([walk.log.votes, walk.log.edge.size]).toEqual([count, count + 3]);
	await expectVotes(site, contest, keys);
});

it('two rankings that close in the same second have logs of their own, each with its last vote before its close', async () => {
	onTestFinished(() => site.clock.run());
	const endsAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
	const twins = await Promise.all(['first', 'second'].map((key) => aContest(site.owner, `${key}-twin`, { endsAt })));
	await site.clock.set(new Date(endsAt.getTime() - 1));
	await Promise.all(twins.map((twin) => voteForAll(twin, 20)));
	await site.clock.set(endsAt);
	await closeEnded(site.db);
	await site.publish();
	for (const twin of twins) {
		const { walk, ...report } = await expectToPass(twin);
		expect([walk.log.votes, statusOf(report, 'window'), statusOf(report, 'close')]).toEqual([20, 'pass', 'pass']);
		const closed = (await readLog(site, twin)).at(-1);
		expect(closed).toMatchObject({ type: 'close', at: endsAt.getTime() / 1_000, votes: 20 });
	}
});
