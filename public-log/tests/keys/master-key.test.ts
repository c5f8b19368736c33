/** The master key: one for a database, and one row that it cannot read concerns one fan. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectMasterKey } from '#public-log/server/expected-keys.ts';
import { keepVoterSecrets, openVoterSecrets } from '#public-log/server/fans/voters.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { openSite, type Site } from '../../../tests/fixtures/site/site.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';

const REFUSED = 'VOTE_LOG_MASTER_KEY is not';
const [own, other] = [randomBytes(32), randomBytes(32)];
const lines: string[] = [];
let site: Site;

beforeAll(async () => {
	site = await openSite({ onLog: (line) => void lines.push(line) });
});
afterAll(() => site.close());

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
