/** A fan gets the proof of the own vote, and nobody else's. */
import { beforeAll, expect, it } from 'vitest';
import { getVoteProof } from '#contract/my-account.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { verifyTlogProof } from '#public-log/format/tlog-proof.ts';
import { aKey, aPerson, type Person } from '../../tests/fixtures/accounts/people.ts';
import { dataOf } from '../../tests/fixtures/site/site.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import { aBallot, withEngine } from '../../tests/fixtures/voting/engine.ts';
import { aLogSite } from './fixtures/log-site.ts';

const site = aLogSite();
let fan: Person;
let contest: Contest;

beforeAll(async () => {
	fan = await aPerson(site.owner, 'fan', { earned: 10_000 });
	contest = await aContest(site.owner, 'proven');
});

const ask = (key: string, by = fan) => site.ask({ path: `/user/me/votes/${key}/proof`, token: by.token });

async function castOne(key = aKey()): Promise<string> {
	const body = { artist_id: contest.artistIds[0], ticket_number: 2 };
	const headers = { 'idempotency-key': key };
	const answer = await site.ask({ path: `/rankings/vote/${contest.key}`, token: fan.token, body, headers });
	expect(answer.status).toBe(200);
	return key;
}

it('holds as soon as the log is published; before, the leaf alone is there', async () => {
	const key = await castOne();
	const before = dataOf(getVoteProof, await ask(key));
	expect(before).toMatchObject({ ranking_key: 'proven', log: 'localhost:3000/log/proven', proof: null });
	expect(before.leaf).toMatch(
		new RegExp(`^v1 vote proven ${contest.artistIds[0]} 2 20 0 [0-9]+ [A-Za-z0-9_-]{22} ${key}$`),
	);
	await site.publish();
	const after = dataOf(getVoteProof, await ask(key));
	expect({ ...after, proof: null }).toEqual(before);
	const vkey = parseVerifierKey(after.vkey) as VerifierKey;
	const verify = (leaf: string) => verifyTlogProof(utf8(leaf), after.proof ?? '', vkey);
	expect(await verify(after.leaf)).toMatchObject({ index: 1, checkpoint: { origin: after.log, size: 2 } });
	expect(await verify(after.leaf.replace(' 2 20 ', ' 3 20 '))).toEqual({ fault: 'not_included' });
});

it('holds for votes in full tiles too, and for the longest key', async () => {
	const crowd = await Promise.all(
		Array.from({ length: 60 }, (_, index) => aPerson(site.owner, `f${index}`, { earned: 9_000 })),
	);
	const own = [await castOne('k'.repeat(36))];
	await withEngine(site.db, async (engine) => {
		for (let round = 0; round < 5; round += 1) {
			await Promise.all(crowd.map((person) => engine.cast(aBallot(person, contest))));
			own.push(await castOne());
		}
	});
	await site.publish();
	for (const key of own) {
		const { leaf, proof, vkey } = dataOf(getVoteProof, await ask(key));
		expect(await verifyTlogProof(utf8(leaf), proof ?? '', parseVerifierKey(vkey) as VerifierKey)).toHaveProperty(
			'index',
		);
	}
});

it('is refused for a vote of somebody else, and for one that was never cast', async () => {
	const key = await castOne();
	const stranger = await aPerson(site.owner, 'stranger');
	expect((await ask(key, stranger)).body.error).toBe('vote_not_found');
	expect((await ask(aKey())).status).toBe(404);
	expect((await ask('short')).status).toBe(400);
});
