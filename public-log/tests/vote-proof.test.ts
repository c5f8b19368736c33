/** A fan gets a receipt with each vote, later the proof that the log holds it, and nobody else's. */
import { logTag } from '#public-log/format/log-tag.ts';
import { describe, expect, it } from 'vitest';
import { getVoteProof } from '#contract/my-account.ts';
import { castVote } from '#contract/voting.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { verifyReceipt } from '#public-log/format/receipt.ts';
import { verifyTlogProof } from '#public-log/format/tlog-proof.ts';
import { aKey, aPerson } from '../../tests/fixtures/accounts/people.ts';
import { beforeTests, dataOf } from '../../tests/fixtures/site/site.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite } from './fixtures/log-site.ts';

const site = aLogSite(60);
const fan = beforeTests(() => aPerson(site.owner, 'fan', { earned: 10_000 }));
const contest = beforeTests(() => aContest(site.owner, 'proven'));
const other = beforeTests(() => aContest(site.owner, 'other'));

const ask = (key: string, by = fan) => site.ask({ path: `/user/me/votes/${key}/proof`, token: by.token });

async function cast(key = aKey(), by = fan, of = contest) {
	const body = { artist_id: of.artistIds[0], ticket_number: 2 };
	const headers = { 'idempotency-key': key };
	const answer = await site.ask({ path: `/rankings/vote/${of.key}`, token: by.token, body, headers });
	return { key, by, of, reply: dataOf(castVote, answer) };
}

describe('a proof', () => {
	it('holds as soon as the log is published; before, the leaf alone is there', async () => {
		const { key } = await cast();
		const before = dataOf(getVoteProof, await ask(key));
		expect(before).toMatchObject({ ranking_key: 'proven', log: 'localhost:3000/log/proven', proof: null });
		const said = `^v1 vote proven ${contest.artistIds[0]} 2 20 0 [0-9]+ [A-Za-z0-9_-]{22} ${logTag('proven', key)}$`;
		expect(before.leaf).toMatch(new RegExp(said));
		await site.publish();
		const after = dataOf(getVoteProof, await ask(key));
		expect({ ...after, proof: null }).toEqual(before);
		const vkey = parseVerifierKey(after.vkey) as VerifierKey;
		const verify = (leaf: string) => verifyTlogProof(utf8(leaf), after.proof ?? '', vkey);
		expect(await verify(after.leaf)).toMatchObject({ index: 1, checkpoint: { origin: after.log, size: 2 } });
		expect(await verify(after.leaf.replace(' 2 20 ', ' 3 20 '))).toEqual({ fault: 'not_included' });
	});

	it('holds for votes in full tiles too, and for the longest key', async () => {
		const own = [(await cast('k'.repeat(36))).key];
		for (let round = 0; round < 5; round += 1) {
			await site.vote(contest, 60);
			own.push((await cast()).key);
		}
		await site.publish();
		for (const key of own) {
			const { leaf, proof, vkey } = dataOf(getVoteProof, await ask(key));
			const verified = await verifyTlogProof(utf8(leaf), proof ?? '', parseVerifierKey(vkey) as VerifierKey);
			expect(verified).toHaveProperty('index');
		}
	});

	it('is refused for a vote of somebody else, and for one that was never cast', async () => {
		const { key } = await cast();
		const stranger = await aPerson(site.owner, 'stranger');
		expect((await ask(key, stranger)).body.error).toBe('vote_not_found');
		expect((await ask(aKey())).status).toBe(404);
		expect((await ask('short')).status).toBe(400);
	});
});

it('receipts of votes that came together, in two rankings, hold for what the log lists', async () => {
	const receiptKey = parseVerifierKey((await site.app.inject('/receipts/vkey')).body.trim()) as VerifierKey;
	const casting = site.people.slice(0, 40).map((person, n) => cast(aKey(), person, n % 2 ? other : contest));
	const votes = await Promise.all(casting);
	const sizes: number[] = [];
	for (const { key, by, of, reply } of votes) {
		const { leaf = '', proof = '' } = reply.receipt ?? {};
		const verified = await verifyReceipt(utf8(leaf), proof, receiptKey);
		const promise = { log: `localhost:3000/log/${of.key}`, deadline: reply.cast_time + 60 };
		expect(verified).toMatchObject({ promise });
		if ('promise' in verified) sizes.push(verified.promise.size);
		expect(dataOf(getVoteProof, await ask(key, by)).leaf).toBe(leaf);
	}
	// Requests that come together share a batch, and its signature.
	expect(Math.max(...sizes)).toBeGreaterThan(1);
});

it('receipts come with the first answer only', async () => {
	const first = await cast(aKey(), fan, other);
	const again = await cast(first.key, fan, other);
	expect(first.reply.receipt).not.toBeNull();
	expect(again.reply).toEqual({ ...first.reply, chart_version: '0', receipt: null });
});
