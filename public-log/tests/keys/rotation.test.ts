/** A new signing key: logs that have begun keep theirs, new ones take it, and the anchor says so. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { StartRefused } from '#server/config/refused.ts';
import { certifyRanking, closeRanking } from '#server/rankings/closing/closing.ts';
import { openLogKeys } from '#public-log/server/keys.ts';
import { one } from '#server/kernel/database.ts';
import { expectSigningKeys } from '#public-log/server/expected-keys.ts';
import { auditAnchor } from '#public-log/auditor/anchor/audit-anchor.ts';
import { leavesOf, publishAnchored, readAnchor } from '../fixtures/anchor.ts';
import { aContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import { failuresOf, sourceAt, withKeys } from '../fixtures/log.ts';
import { aLogSite } from '../fixtures/log-site.ts';

const site = aLogSite(1);

const [first, second] = [randomBytes(32), randomBytes(32)];
const keysOf = (...given: [Buffer, ...Buffer[]]) => openLogKeys(withKeys(...given)(site.config));

async function pinned({ rankingId }: Contest): Promise<Buffer> {
	const text = 'select public_key as key from vote_log where ranking_id = $1';
	return (await one<{ key: Buffer }>(site.owner, { text, values: [rankingId] })).key;
}

it('signs logs that begin after it, and retires the old key with the last log that used it', async () => {
	const before = await aContest(site.owner, 'before-rotation');
	await site.vote(before, 1);
	await publishAnchored(site, { ...site.deps, keys: await keysOf(first) }, 'day');
	const oldKey = await pinned(before);

	const rotated = { ...site.deps, keys: await keysOf(second, first) };
	// The anchor keeps its first key. The site's own routes have other keys here: their `vkey` is not asked for.
	const anchorKey = rotated.keys.signer(rotated.anchor, oldKey).key;
	const after = await aContest(site.owner, 'after-rotation');
	for (const contest of [before, after]) await site.vote(contest, 1);
	await publishAnchored(site, rotated, 'day');
	const newKey = await pinned(after);
	expect(await pinned(before)).toEqual(oldKey);
	expect(newKey).not.toEqual(oldKey);
	const changes = async () =>
		leavesOf(await readAnchor(site, anchorKey), 'key')
			.filter(({ vkey }) => parseVerifierKey(vkey)?.name === rotated.prefix)
			.map(({ change, vkey }) => [change, Buffer.from(parseVerifierKey(vkey)?.publicKey ?? []).equals(oldKey)]);
	const adds = [
		['add', true],
		['add', false],
	];
	expect(await changes()).toEqual(adds);

	await expect(expectSigningKeys(site.db, await keysOf(second))).rejects.toThrow(StartRefused);
	await expectSigningKeys(site.db, await keysOf(second, first));

	await closeRanking(site.db, before.rankingId);
	await certifyRanking(site.db, before.rankingId);
	for (const _ of [1, 2]) await publishAnchored(site, rotated, 'hour');
	expect(await changes()).toEqual([...adds, ['retire', true]]);

	const logs = [before, after].map((contest) => sourceAt(site, `log/${contest.key}`));
	const report = await auditAnchor(sourceAt(site, 'anchor'), { key: anchorKey, logs });
	expect(failuresOf(report)).toEqual([]);
	expect(report.checks.find(({ name }) => name === 'logs')?.status).toBe('pass');
});
