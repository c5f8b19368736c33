/**
 * Secrets of fans: made with the first vote, cached, and gone with the account. The master key that they are encrypted under: one
 * for a database, and one row that it cannot read concerns one fan.
 */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectMasterKey } from '#public-log/server/expected-keys.ts';
import { keepVoterSecrets, openPseudonyms, openVoterSecrets } from '#public-log/server/fans/voters.ts';
import { eraseFan } from '#server/accounts/sql.ts';
import type { Database } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import { beforeTests, openSite } from '../../../tests/fixtures/site/site.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';

const REFUSED = 'VOTE_LOG_MASTER_KEY is not';
const [own, other] = [randomBytes(32), randomBytes(32)];
const lines: string[] = [];
const site = beforeTests(() => openSite({ onLog: (line) => void lines.push(line) }));

describe('a start', () => {
	beforeEach(async () => {
		for (const table of ['voter_secret', 'vote_log_key']) await site.owner.query({ text: `delete from ${table}` });
	});
	const start = (masterKey: Buffer) => expectMasterKey(site.db, { masterKey });

	it('is refused with another master key than the first start had, before there are fans', async () => {
		await start(own);
		await start(own);
		await expect(start(other)).rejects.toThrow(REFUSED);
	});

	it('is refused to all but one of two machines that start at once with keys of their own', async () => {
		const results = await Promise.allSettled([start(own), start(other)]);
		expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
	});

	it('is refused with a key that cannot read the secrets of fans', async () => {
		const fan = await aPerson(site.owner, 'someone');
		await keepVoterSecrets(site.db, [{ ...fan, sealed: openVoterSecrets(own).make() }]);
		await expect(start(other)).rejects.toThrow(REFUSED);
		await start(own);
	});
});

it('a secret that cannot be decrypted fails its own fan’s votes, with a line in the log, and nobody else’s', async () => {
	const contest = await aContest(site.owner, 'one-broken-row');
	const fans = await Promise.all(['ana', 'broken', 'cy'].map((name) => aPerson(site.owner, name, { earned: 100 })));
	const { fanId } = fans[1] as Person;
	await keepVoterSecrets(site.db, [{ fanId, sealed: openVoterSecrets(other).make() }]);
	const answers = await Promise.all(fans.map(({ token }) => site.ask({ path: '/user/me/votes', token })));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	const votes = await Promise.all(fans.map((fan) => site.castVote(fan, contest, { tickets: 1 })));
	expect(votes.map(({ body }) => body.error ?? 'cast')).toEqual(['cast', 'internal', 'cast']);
	const told = lines.filter((line) => line.includes(`Row of fan ${fanId} in voter_secret cannot be decrypted`));
	expect(told.length).toBeGreaterThan(0);
});

const people = (name: string, count: number) =>
	Promise.all(Array.from({ length: count }, (_, index) => aPerson(site.owner, `${name}${index}`)));
const secretsOf = (fanId: number) =>
	site.owner.query({ text: 'select from voter_secret where fan_id = $1', values: [fanId] });

it('gives a fan the same pseudonym in every process and every vote, also when more fans vote than it caches', async () => {
	const fans = await people('many', 7);
	const one = openPseudonyms(site.db, own, 2).pseudonymFor;
	const another = openPseudonyms(site.db, own).pseudonymFor;
	const seen = new Set<string | null>();
	for (const ranking of ['first', 'second', 'first']) {
		for (const fan of [...fans, ...fans.toReversed()]) {
			const pseudonym = await one(fan, ranking);
			expect(pseudonym).toMatch(/^[A-Za-z0-9_-]{22}$/);
			expect(await another(fan, ranking)).toBe(pseudonym);
			seen.add(pseudonym);
		}
	}
	expect(seen.size).toBe(2 * fans.length);
});

it('serves the first votes of a crowd with a few statements, and later votes with none', async () => {
	const fans = await people('crowd', 50);
	let statements = 0;
	const query: Database['query'] = (statement) => {
		statements += 1;
		return site.db.query(statement);
	};
	const { pseudonymFor } = openPseudonyms({ ...site.db, query }, own);
	const twice = await Promise.all([...fans, ...fans].map((fan) => pseudonymFor(fan, 'a')));
	expect(statements).toBe(3);
	expect(new Set(twice).size).toBe(fans.length);
	expect(await Promise.all(fans.map((fan) => pseudonymFor(fan, 'a')))).toEqual(twice.slice(0, 50));
	expect(statements).toBe(3);
});

it('gives one secret to a fan who votes first in two processes at once', async () => {
	const fan = await aPerson(site.owner, 'two-processes');
	const ask = () => openPseudonyms(site.db, own).pseudonymFor(fan, 'a');
	expect(new Set(await Promise.all([ask(), ask(), ask()])).size).toBe(1);
});

it('makes no secret for an erased account, also while the erasure is under way', async () => {
	const fan = await aPerson(site.owner, 'erased');
	await openPseudonyms(site.db, own).pseudonymFor(fan, 'a');
	const asked = await site.db.transaction(async (tx) => {
		await eraseFan(tx, fan);
		// Another process found no secret, and makes one while the erasure is not committed.
		const query: Database['query'] = async (statement) =>
			statement.name === 'select_voter_secrets' ? [] : site.db.query(statement);
		const asking = openPseudonyms({ ...site.db, query }, own).pseudonymFor(fan, 'a');
		await expect.poll(() => waitingForLocks(site.owner)).toHaveLength(1);
		return { asking };
	});
	expect(await asked.asking).toBeNull();
	expect(await secretsOf(fan.fanId)).toEqual([]);
	expect(await openPseudonyms(site.db, own).pseudonymFor(fan, 'a')).toBeNull();
	expect(await secretsOf(fan.fanId)).toEqual([]);
});
