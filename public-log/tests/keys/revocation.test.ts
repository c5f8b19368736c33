/** A stolen key: its logs end where the anchor knew them, go on under new names and a new key, and no vote is lost. */
import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { StartRefused } from '#server/config/refused.ts';
import { openLogWriter } from '#server/storage.ts';
import { beginGeneration } from '#public-log/server/generations/begin.ts';
import { expectRevocable } from '#public-log/server/generations/revocation.ts';
import { openLogKeys } from '#public-log/server/keys.ts';
import { auditAnchor } from '#public-log/auditor/anchor/audit-anchor.ts';
import { audit } from '#public-log/auditor/audit.ts';
import type { LogSource } from '#public-log/auditor/source/source.ts';
import type { Person } from '../../../tests/fixtures/accounts/people.ts';
import { openSite, type Site } from '../../../tests/fixtures/site/site.ts';
import { leavesOf, publishAnchored, readAnchor } from '../fixtures/anchor.ts';
import { failuresOf, logDeps, openCheckpoint, sourceAt, withKeys } from '../fixtures/log.ts';
import { aLogSite } from '../fixtures/log-site.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';

const [stolen, present] = [randomBytes(32), randomBytes(32)];
const [ANCHORED, LATER] = [4, 3];
/** The site before the key was revoked. The one after it has the same database and folder. */
const before = aLogSite(1, withKeys(stolen));

const keyAt = async (site: Site, place: string): Promise<VerifierKey> => {
	const key = parseVerifierKey((await site.app.inject(`/${place}/vkey`)).body.trim());
	if (!key) throw new Error(`${place} shows no key`);
	return key;
};

it('ends the old log with what the anchor knew, and lists every vote under the new name', async () => {
	const [fan] = before.people as [Person];
	const contest = await aContest(before.owner, 'november');
	const [old, next] = [`log/${contest.key}`, `g2/log/${contest.key}`];
	await before.vote(contest, ANCHORED);
	await before.publish();
	const stolenKey = await keyAt(before, old);
	const publicKey = Buffer.from(stolenKey.publicKey);
	const configure = withKeys(present, stolen);
	const config = configure(before.config);
	const keys = await openLogKeys(config);
	await expect(expectRevocable(before.owner, keys, publicKey)).rejects.toThrow('The anchor names no log yet');
	await publishAnchored(before, before.deps, 'day');
	const known = (await openCheckpoint(before, old)).checkpoint.size;
	await before.vote(contest, LATER);
	await before.publish();
	/** As somebody who copied it knows it, with votes that the anchor did not know. */
	const copied = new Map<string, Buffer | null>();
	for (const path of ['vkey', 'checkpoint', `tile/entries/000.p/${known + LATER}`, `tile/0/000.p/${known + LATER}`])
		copied.set(path, (await sourceAt(before, old).read(path, 100_000)) as Buffer | null);

	const unrotated = await openLogKeys(before.config);
	await expect(expectRevocable(before.owner, unrotated, publicKey)).rejects.toThrow(StartRefused);
	await expect(expectRevocable(before.owner, keys, randomBytes(32))).rejects.toThrow('No public log of this site');
	expect(await expectRevocable(before.owner, keys, publicKey)).toBe(true);
	const generation = { db: before.owner, publicUrl: config.publicUrl, keys };
	const openStore = (number: number) => openLogWriter(config, number);
	const cause = { revokedKey: publicKey };
	// Killed after the old log was ended and the new one begun, before the database knew.
	const failing = (number: number) => {
		const store = openStore(number);
		const write = (files: ReadonlyMap<string, Uint8Array>) =>
			store.write(files).then(() => Promise.reject(new Error('killed')));
		return number === 1 ? store : { ...store, write };
	};
	await expect(beginGeneration({ ...generation, openStore: failing }, cause)).rejects.toThrow('killed');
	expect(await beginGeneration({ ...generation, openStore }, cause)).toBe(2);
	expect(await expectRevocable(before.owner, keys, publicKey)).toBe(false);

	const env = { LIGHTSTICK_DATA: before.folder };
	const after = await openSite({ env, configure: withKeys(present), database: before });
	onTestFinished(() => after.close());
	await after.castVote(fan, contest);
	const goingOn = { ...(await logDeps(after)), store: openStore(2) };
	await publishAnchored(after, goingOn, 'day');

	expect((await openCheckpoint(after, old, stolenKey)).checkpoint.size).toBe(known);
	expect(await keyAt(after, old)).toEqual(stolenKey);
	const { checkpoint } = await openCheckpoint(after, next);
	expect(checkpoint.size).toBe(known + LATER + 1);
	expect((await keyAt(after, next)).publicKey).not.toEqual(stolenKey.publicKey);

	const leaves = await readAnchor(after, await keyAt(after, 'g2/anchor'), 'g2/anchor');
	const ends = leavesOf(leaves, 'restored').map(({ origin, size }) => [origin, size]);
	expect(ends).toContainEqual([`localhost:3000/${old}`, known]);
	const revoked = leavesOf(leaves, 'key').flatMap(({ change, vkey }) => (change === 'revoke' ? [vkey] : []));
	const names = ['anchor', 'log', 'receipts'].map((name) => `localhost:3000/${name}`);
	expect(new Set(revoked.map((vkey) => vkey.split('+')[0]))).toEqual(new Set(names));

	const anchorOf = (...logs: LogSource[]) => auditAnchor(sourceAt(after, 'g2/anchor'), { logs });
	const whole = await anchorOf(sourceAt(after, old), sourceAt(after, next));
	expect(failuresOf(whole)).toEqual([]);
	const tampered = await anchorOf({ read: async (path) => copied.get(path) ?? null });
	expect(failuresOf(tampered)).toEqual([
		expect.stringMatching(`^keys: .* has ${known + LATER} leaves under a key that was revoked: ${known} of them count`),
	]);
	expect(failuresOf(await audit(sourceAt(after, next), { revoked: whole.revoked }))).toEqual([]);
});
