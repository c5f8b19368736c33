/** What a device makes of evidence, true and false, with a receipt of the golden log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { utf8 } from '#public-log/format/bytes.ts';
import { parseLeaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { logTag } from '#public-log/format/log-tag.ts';
import { makeVoteNonce, voteTag } from '#public-log/format/vote-tag.ts';
import { GOLDEN_SIGNER, goldenKey } from '../tests/fixtures/golden-log.ts';
import { goldenPromise, goldenReceipt } from '../tests/fixtures/golden-receipt.ts';
import { receiptOf } from '../tests/fixtures/log-files.ts';
import { testSigner } from '../tests/fixtures/signer.ts';
import { judge, type KnownVote, type Remembered, type VoteEvidence } from './evidence.ts';

let vote: KnownVote;
let evidence: VoteEvidence;
const nothing: Remembered = { ballot: undefined, logKey: undefined };

beforeAll(async () => {
	const { proof, leaf } = await goldenReceipt();
	const { ranking, artistId, tickets, gemsEarned, gemsPurchased } = parseLeaf(utf8(leaf)) as VoteLeaf;
	const gem_cost = gemsEarned + gemsPurchased;
	vote = { tag: goldenKey(19), ranking_key: ranking, artist_id: artistId, ticket_number: tickets, gem_cost };
	const vkey = formatVerifierKey(GOLDEN_SIGNER.key);
	evidence = { ranking_key: ranking, log: GOLDEN_SIGNER.key.name, vkey, leaf, proof, witnesses: 0, witnessed: null };
});

const ballotOf = (nonce: Uint8Array, votes = vote.ticket_number) => ({
	key: vote.tag,
	nonce,
	fan: 'fan',
	rankingKey: vote.ranking_key,
	artistId: vote.artist_id,
	attempts: [],
	receipt: { ticket_number: votes } as never,
});

const expectFault = async (fault: string, told: Partial<VoteEvidence> = {}, remembered: Partial<Remembered> = {}) =>
	expect(await judge(vote, { ...evidence, ...told }, { ...nothing, ...remembered }, null)).toEqual({
		state: 'failed',
		fault,
	});

describe('a vote', () => {
	it('is in the list at the place that the signed proof names', async () => {
		expect(await judge(vote, evidence, nothing, null)).toEqual({
			state: 'listed',
			index: 20,
			size: 700,
			own: false,
			witnesses: [],
			fingerprints: [],
		});
	});

	it('has failed if what is said of witnesses is not about it', async () => {
		const leaf = `v1 cp another.example/log/x 5 ${'A'.repeat(43)}=`;
		const witnessed = { leaf, path: [], proof: '', vkey: '', policy: '' };
		await expectFault('not_a_proof', { witnessed });
		const anchorAt = (host: string) => ({ ...witnessed, vkey: formatVerifierKey(testSigner(`${host}/anchor`).key) });
		await expectFault('foreign_anchor', { witnessed: anchorAt('another.example') });
		await expectFault('foreign_anchor', { witnessed: anchorAt('vote.example/g2') });
		await expectFault('other_log', { witnessed: anchorAt('vote.example') });
	});

	it('waits while there is no proof', async () => {
		expect(await judge(vote, { ...evidence, proof: null }, nothing, null)).toEqual({ state: 'waiting' });
	});
});

it('a vote that waits is overdue as soon as the time that the site signed is over', async () => {
	const nonce = makeVoteNonce();
	const line = parseLeaf(utf8(evidence.leaf)) as VoteLeaf;
	const receipt = goldenPromise({ ...line, tag: logTag(line.ranking, await voteTag(nonce)) });
	const own = { ...vote, tag: await voteTag(nonce) };
	const ballot = {
		...ballotOf(nonce),
		key: own.tag,
		receipt: { ticket_number: own.ticket_number, receipt } as never,
	};
	const told = { ...evidence, leaf: receipt.leaf, proof: null };
	const judgedAt = (now: number | null) => judge(own, told, { ballot, logKey: undefined }, now);
	const at = (seconds: number) => judgedAt(line.castAt + seconds);
	expect(await at(100)).toEqual({ state: 'waiting' });
	expect(await at(200)).toEqual({ state: 'failed', fault: 'overdue' });
	expect(await judgedAt(null)).toEqual({ state: 'waiting' });
});

describe('the device refuses', () => {
	it.each<[string, () => Partial<VoteEvidence>]>([
		['another fan’s line', () => ({ leaf: evidence.leaf.replace(/.{22}$/, 'A'.repeat(22)) })],
		['a line with fewer votes', () => ({ leaf: evidence.leaf.replace(` ${vote.ticket_number} `, ' 1 ') })],
		['a line that is none', () => ({ leaf: 'v1 vote' })],
	])('%s, even before there is a proof', async (_, lie) => {
		await expectFault('other_vote', lie());
		await expectFault('other_vote', { ...lie(), proof: null });
	});

	it('a line whose second was changed after it was signed', async () => {
		const leaf = evidence.leaf.replace(/ (\d{10}) /, (_, second: string) => ` ${Number(second) + 1} `);
		await expectFault('not_included', { leaf });
	});

	it('the log of another ranking, whoever signs it', async () => {
		const log = 'vote.example/log/monthly-2026-12';
		const vkey = formatVerifierKey(testSigner(log).key);
		await expectFault('other_log', { log, vkey });
		await expectFault('other_log', { vkey });
		// The same line stands in the other log, and all of it is signed.
		const proof = await receiptOf(0, [utf8(evidence.leaf)], testSigner(log));
		await expectFault('other_log', { log, vkey, proof });
	});

	it('a key that did not sign, and a key that this device has not seen for the log', async () => {
		const vkey = formatVerifierKey(testSigner(evidence.log, 'another seed').key);
		await expectFault('another_key', { vkey });
		await expectFault('other_key', {}, { logKey: vkey });
		expect(await judge(vote, evidence, { ...nothing, logKey: evidence.vkey }, null)).toHaveProperty('state', 'listed');
	});

	it('what differs from its own record of the vote, and a tag that it did not make', async () => {
		await expectFault('other_vote', {}, { ballot: ballotOf(makeVoteNonce(), vote.ticket_number + 1) });
		await expectFault('other_tag', {}, { ballot: ballotOf(makeVoteNonce()) });
	});

	it('what is no proof', async () => {
		await expectFault('not_a_proof', { proof: 'c2sp.org/tlog-proof@v1' });
	});
});
