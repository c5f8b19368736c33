/** The anchor: one log that holds the checkpoints of all others, and the numbers that anybody may add up. */
import { describe, expect, it } from 'vitest';
import { base64, hex } from '#public-log/format/bytes.ts';
import { formatLeaf } from '#public-log/format/leaf.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import { certifyRanking, closeRanking } from '#server/rankings/closing/closing.ts';
import { growAnchor } from '#public-log/server/anchor/anchor.ts';
import { aPerson } from '../../tests/fixtures/accounts/people.ts';
import { leavesOf, makeDue, publishAnchored, readAnchor } from './fixtures/anchor.ts';
import { readCheckpoint, readLog } from './fixtures/log.ts';
import { castVote } from '../../tests/fixtures/voting/cases.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite } from './fixtures/log-site.ts';

const site = aLogSite();

const anchored = (due: Parameters<typeof makeDue>[1]) => publishAnchored(site, site.deps, due);
const cpsOf = async (key: string) =>
	leavesOf(await readAnchor(site), 'cp').filter(({ origin }) => origin === `localhost:3000/log/${key}`);

describe('the anchor', () => {
	it('begins with the keys that sign, each once', async () => {
		await anchored('minute');
		await anchored('minute');
		const names = ['localhost:3000/anchor', 'localhost:3000/log'];
		expect(leavesOf(await readAnchor(site), 'key')).toEqual(
			names.map((name) => ({
				type: 'key',
				change: 'add',
				vkey: formatVerifierKey(site.deps.keys.signer(name, null).key),
				from: expect.any(Number) as number,
				to: null,
			})),
		);
	});

	it('holds the checkpoint of each log that has grown, once a minute', async () => {
		const contest = await aContest(site.owner, 'anchored');
		const fan = await aPerson(site.owner, 'fan', { earned: 1_000 });
		await castVote(site, fan, contest, { tickets: 1 });
		await anchored('minute');
		const first = await readCheckpoint(site, contest);
		await castVote(site, fan, contest, { tickets: 1 });
		await site.publish();
		expect(await growAnchor(site.deps)).toBeNull();
		await anchored('minute');
		await anchored('minute');
		const second = await readCheckpoint(site, contest);
		expect(await cpsOf(contest.key)).toEqual(
			[first, second].map(({ origin, size, root }) => ({ type: 'cp', origin, size, root: base64(root) })),
		);
	});

	it('holds the result of a ranking once, with the hash of its leaf', async () => {
		const contest = await aContest(site.owner, 'decided');
		const fan = await aPerson(site.owner, 'voter', { earned: 1_000 });
		await castVote(site, fan, contest, { tickets: 3 });
		await closeRanking(site.db, contest.rankingId);
		await certifyRanking(site.db, contest.rankingId);
		await anchored('minute');
		await anchored('minute');
		const { origin, size, root } = await readCheckpoint(site, contest);
		const result = (await readLog(site, contest)).at(-1);
		if (result?.type !== 'result') throw new Error('There is no result');
		const leafSha256 = hex(sha256(formatLeaf(result)));
		const own = leavesOf(await readAnchor(site), 'result').filter((leaf) => leaf.origin === origin);
		expect(own).toEqual([{ type: 'result', origin, size, root: base64(root), leafSha256 }]);
	});

	it('appends nothing twice when two processes look at once', async () => {
		await anchored('minute');
		const contest = await aContest(site.owner, 'looked-at-twice');
		const fan = await aPerson(site.owner, 'twice', { earned: 1_000 });
		await castVote(site, fan, contest, { tickets: 1 });
		await site.publish();
		const before = (await readAnchor(site)).length;
		await makeDue(site, 'day');
		await Promise.allSettled(Array.from({ length: 4 }, () => growAnchor(site.deps)));
		await site.publish();
		const added = (await readAnchor(site)).slice(before).map(({ type }) => type);
		expect(added.toSorted()).toEqual(['accounts', 'cp', 'supply']);
	});
});
