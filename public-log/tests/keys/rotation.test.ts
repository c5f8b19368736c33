/** A new signing key: logs that have begun keep theirs, new ones take it, and the anchor says so. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { StartRefused } from '#server/config/refused.ts';
import { certifyRanking, closeRanking } from '#server/rankings/closing/closing.ts';
import { openLogKeys } from '#public-log/server/keys.ts';
import type { PublisherDeps } from '#public-log/server/publisher.ts';
import { expectSigningKeys } from '#public-log/server/expected-keys.ts';
import { auditAnchor } from '#public-log/auditor/anchor/audit-anchor.ts';
import { aPerson } from '../../../tests/fixtures/accounts/people.ts';
import { leavesOf, publishAnchored, readAnchor } from '../fixtures/anchor.ts';
import { castVote } from '../../../tests/fixtures/voting/cases.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';
import { sourceAt } from '../fixtures/log.ts';
import { aLogSite } from '../fixtures/log-site.ts';

const site = aLogSite();

const [first, second] = [randomBytes(32), randomBytes(32)];
const keysOf = (signingKey: Buffer, ...oldSigningKeys: Buffer[]) => {
	const keys = { masterKey: randomBytes(32), signingKey, oldSigningKeys };
	return openLogKeys({ dataFolder: site.folder, voteLog: { ...site.config.voteLog, keys } });
};
const withKeys = async (...given: [Buffer, ...Buffer[]]): Promise<PublisherDeps> => ({
	...site.deps,
	keys: await keysOf(...given),
});

const pinned = async (rankingId: number) => {
	const [row] = await site.owner.query<{ publicKey: Buffer }>({
		text: 'select public_key as "publicKey" from vote_log where ranking_id = $1',
		values: [rankingId],
	});
	if (!row) throw new Error('There is no log');
	return row.publicKey;
};

it('signs logs that begin after it, and retires the old key with the last log that used it', async () => {
	const fan = await aPerson(site.owner, 'fan', { earned: 10_000 });
	const before = await aContest(site.owner, 'before-rotation');
	await castVote(site, fan, before, { tickets: 1 });
	await publishAnchored(site, await withKeys(first), 'day');
	const oldKey = await pinned(before.rankingId);

	const rotated = await withKeys(second, first);
	// The anchor keeps its first key. The site's own routes have other keys here: their `vkey` is not asked for.
	const anchorKey = rotated.keys.signer(rotated.anchor, oldKey).key;
	const after = await aContest(site.owner, 'after-rotation');
	for (const contest of [before, after]) await castVote(site, fan, contest, { tickets: 1 });
	await publishAnchored(site, rotated, 'day');
	const newKey = await pinned(after.rankingId);
	expect(await pinned(before.rankingId)).toEqual(oldKey);
	expect(newKey).not.toEqual(oldKey);
	const changes = async () =>
		leavesOf(await readAnchor(site, anchorKey), 'key')
			.filter(({ vkey }) => parseVerifierKey(vkey)?.name === rotated.prefix)
			.map(({ change, vkey }) => [change, Buffer.from(parseVerifierKey(vkey)?.publicKey ?? []).equals(oldKey)]);
	expect(await changes()).toEqual([
		['add', true],
		['add', false],
	]);

	await expect(expectSigningKeys(site.db, await keysOf(second))).rejects.toThrow(StartRefused);
	await expectSigningKeys(site.db, await keysOf(second, first));

	await closeRanking(site.db, before.rankingId);
	await certifyRanking(site.db, before.rankingId);
	for (const _ of [1, 2]) await publishAnchored(site, rotated, 'hour');
	expect(await changes()).toEqual([
		['add', true],
		['add', false],
		['retire', true],
	]);

	const logs = [before, after].map((contest) => sourceAt(site, `log/${contest.key}`));
	const { checks } = await auditAnchor(sourceAt(site, 'anchor'), { key: anchorKey, logs });
	expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
	expect(checks.find(({ name }) => name === 'logs')?.status).toBe('pass');
});
