/** Every accepted vote is answered with a receipt; what it promises is what the log then holds. */
import { beforeAll, expect, it } from 'vitest';
import { getVoteProof } from '#contract/my-account.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { verifyReceipt } from '#public-log/format/receipt.ts';
import { castVote } from '#contract/voting.ts';
import { aKey, aPerson, type Person } from '../../tests/fixtures/accounts/people.ts';
import { dataOf } from '../../tests/fixtures/site/site.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite } from './fixtures/log-site.ts';

const FANS = 40;
const site = aLogSite();
let contests: Contest[];
let fans: Person[];
let key: VerifierKey;

beforeAll(async () => {
	contests = [await aContest(site.owner, 'receipts-one'), await aContest(site.owner, 'receipts-two')];
	fans = await Promise.all(Array.from({ length: FANS }, (_, n) => aPerson(site.owner, `fan ${n}`, { earned: 10_000 })));
	key = parseVerifierKey((await site.app.inject('/receipts/vkey')).body.trim()) as VerifierKey;
});

async function cast(fan: Person, contest: Contest, tag = aKey()) {
	const answer = await site.ask({
		path: `/rankings/vote/${contest.key}`,
		token: fan.token,
		body: { artist_id: contest.artistIds[0], ticket_number: 2 },
		headers: { 'idempotency-key': tag },
	});
	return { tag, fan, contest, reply: dataOf(castVote, answer) };
}

it('of votes that came together, in two rankings, hold for what the log lists', async () => {
	const votes = await Promise.all(fans.map((fan, n) => cast(fan, contests[n % 2] as Contest)));
	const sizes: number[] = [];
	for (const { tag, fan, contest, reply } of votes) {
		const { leaf = '', proof = '' } = reply.receipt ?? {};
		const verified = await verifyReceipt(utf8(leaf), proof, key);
		expect(verified).toMatchObject({
			promise: { log: `localhost:3000/log/${contest.key}`, deadline: reply.cast_time + 60 },
		});
		if ('promise' in verified) sizes.push(verified.promise.size);
		const asked = await site.ask({ path: `/user/me/votes/${tag}/proof`, token: fan.token });
		expect(dataOf(getVoteProof, asked).leaf).toBe(leaf);
	}
	// Requests that come together share a batch, and its signature.
	expect(Math.max(...sizes)).toBeGreaterThan(1);
});

it('come with the first answer only', async () => {
	const [fan, contest] = [fans[0] as Person, contests[0] as Contest];
	const first = await cast(fan, contest);
	const again = await cast(fan, contest, first.tag);
	expect(first.reply.receipt).not.toBeNull();
	expect(again.reply).toEqual({ ...first.reply, chart_version: '0', receipt: null });
});
