/** What a device makes of evidence, true and false, with a receipt of the golden log. */
import { beforeAll, expect, it } from 'vitest';
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

it('a vote is in the list at the place that the signed proof names', async () => {
	const listed = { state: 'listed', index: 20, size: 700, own: false, witnesses: [], fingerprints: [] };
	expect(await judge(vote, evidence, nothing, null)).toEqual(listed);
	const remembered = { ...nothing, logKey: evidence.vkey };
	expect(await judge(vote, evidence, remembered, null)).toHaveProperty('state', 'listed');
});

it('a vote waits while there is no proof, and is overdue as soon as the time that the site signed is over', async () => {
	const nonce = makeVoteNonce();
	const line = parseLeaf(utf8(evidence.leaf)) as VoteLeaf;
	const key = await voteTag(nonce);
	const receipt = goldenPromise({ ...line, tag: logTag(line.ranking, key) });
	const told = { ticket_number: vote.ticket_number, receipt } as never;
	const ballot = { ...ballotOf(nonce), key, receipt: told };
	const waiting = { ...evidence, leaf: receipt.leaf, proof: null };
	const judgedAt = (now: number | null) => judge({ ...vote, tag: key }, waiting, { ...nothing, ballot }, now);
	expect(await judge(vote, { ...evidence, proof: null }, nothing, null)).toEqual({ state: 'waiting' });
	expect(await judgedAt(null)).toEqual({ state: 'waiting' });
	expect(await judgedAt(line.castAt + 100)).toEqual({ state: 'waiting' });
	expect(await judgedAt(line.castAt + 200)).toEqual({ state: 'failed', fault: 'overdue' });
});

const OTHER_LOG = 'vote.example/log/monthly-2026-12';
const vkeyOf = (name: string, seed?: string) => formatVerifierKey(testSigner(name, seed).key);
const strangerKey = vkeyOf(GOLDEN_SIGNER.key.name, 'another seed');
const leaf = `v1 cp another.example/log/x 5 ${'A'.repeat(43)}=`;
const witnessedBy = (vkey: string) => ({ witnessed: { leaf, path: [], proof: '', vkey, policy: '' } });
const later = (line: string) => line.replace(/ (\d{10}) /, (_, second: string) => ` ${Number(second) + 1} `);
async function otherProof(): Promise<Partial<VoteEvidence>> {
	const proof = await receiptOf(0, [utf8(evidence.leaf)], testSigner(OTHER_LOG));
	return { log: OTHER_LOG, vkey: vkeyOf(OTHER_LOG), proof };
}
const lines: [string, (line: string) => string][] = [
	['another fan’s line', (line) => line.replace(/.{22}$/, 'A'.repeat(22))],
	['a line with fewer votes', (line) => line.replace(` ${vote.ticket_number} `, ' 1 ')],
	['a line that is none', () => 'v1 vote'],
];

it.each<[string, string, () => Partial<VoteEvidence & Remembered> | Promise<Partial<VoteEvidence>>]>([
	...lines.flatMap(([name, lie]): [string, string, () => Partial<VoteEvidence>][] => [
		[name, 'other_vote', () => ({ leaf: lie(evidence.leaf) })],
		[`${name}, even before there is a proof`, 'other_vote', () => ({ leaf: lie(evidence.leaf), proof: null })],
	]),
	['a line whose second was changed after it was signed', 'not_included', () => ({ leaf: later(evidence.leaf) })],
	['the log of another ranking', 'other_log', () => ({ log: OTHER_LOG, vkey: vkeyOf(OTHER_LOG) })],
	['the key of another ranking', 'other_log', () => ({ vkey: vkeyOf(OTHER_LOG) })],
	// The same line stands in the other log, and all of it is signed.
	['the signed log of another ranking', 'other_log', otherProof],
	['a key that did not sign', 'another_key', () => ({ vkey: strangerKey })],
	['a key that this device has not seen for the log', 'other_key', () => ({ logKey: strangerKey })],
	['what differs from its own record', 'other_vote', () => ({ ballot: ballotOf(makeVoteNonce(), 0) })],
	['a tag that it did not make', 'other_tag', () => ({ ballot: ballotOf(makeVoteNonce()) })],
	['what is no proof', 'not_a_proof', () => ({ proof: 'c2sp.org/tlog-proof@v1' })],
	['witnesses without a key', 'not_a_proof', () => witnessedBy('')],
	['witnesses of another site', 'foreign_anchor', () => witnessedBy(vkeyOf('another.example/anchor'))],
	['witnesses of another anchor', 'foreign_anchor', () => witnessedBy(vkeyOf('vote.example/g2/anchor'))],
	['witnesses of another log', 'other_log', () => witnessedBy(vkeyOf('vote.example/anchor'))],
])('the device refuses %s', async (_, fault, lie) => {
	const { ballot, logKey, ...told }: Partial<VoteEvidence & Remembered> = await lie();
	expect(await judge(vote, { ...evidence, ...told }, { ballot, logKey }, null)).toEqual({ state: 'failed', fault });
});
