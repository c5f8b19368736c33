/** Receipts: one signature for a batch, and a path for each of its votes. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOf, utf8 } from '#public-log/format/bytes.ts';
import { formatLeaf, voteLine, type VoteLeaf } from '#public-log/format/leaf.ts';
import { verifyReceipt } from '#public-log/format/receipt.ts';
import type { ReceiptFile } from '#public-log/format/receipt-file.ts';
import { openLogKeys, type LogKeys } from '../keys.ts';
import { openReceipts } from './receipts.ts';

let keys: LogKeys;
beforeAll(async () => {
	const given = { masterKey: randomBytes(32), signingKey: randomBytes(32), oldSigningKeys: [] };
	const voteLog = { receipts: 'vote.example/receipts', policy: null, keys: given };
	keys = await openLogKeys({ voteLog, dataFolder: '/nowhere' });
});

const vote = (artistId: number): VoteLeaf => ({
	type: 'vote',
	ranking: 'a-ranking',
	artistId,
	tickets: 3,
	gemsEarned: 20,
	gemsPurchased: 10,
	castAt: 1_795_331_580 + artistId,
	voter: randomBytes(16).toString('base64url'),
	tag: randomBytes(16).toString('base64url'),
});
const votes = (count: number) => Array.from({ length: count }, (_, index) => vote(index + 1));
const signAll = (batch: readonly VoteLeaf[]) => openReceipts(keys.receipts, 'vote.example/log')(batch);
const read = (json = '') => JSON.parse(json) as ReceiptFile;

it('a line without checks is the leaf', () => {
	const one = vote(7);
	expect(voteLine(one)).toBe(textOf(formatLeaf(one)));
});

describe('receipts', () => {
	it.each([1, 2, 3, 4, 5, 7, 8, 9, 127, 128, 129, 300])(
		'of %i votes hold for each vote, and for no other',
		async (count) => {
			const batch = votes(count);
			const written = signAll(batch);
			const receipts = written.map(read);
			expect(receipts.map(({ leaf }) => leaf)).toEqual(batch.map(voteLine));
			for (const [index, { leaf, proof }] of receipts.entries()) {
				expect(written[index]).toMatch(/^[ -~]*$/);
				const promise = { size: count, log: 'vote.example/log/a-ranking', deadline: 1_795_331_580 + count + 60 };
				const verify = (line: string, by = proof) => verifyReceipt(utf8(line), by, keys.receipts.key);
				expect(await verify(leaf)).toMatchObject({ promise });
				const changed = leaf.replace(' 3 20 10 ', ' 4 20 10 ');
				expect(await verify(changed)).toEqual({ fault: 'not_included' });
				const other = receipts[(index + 1) % count];
				if (count > 1) expect(await verify(leaf, other?.proof)).toEqual({ fault: 'not_included' });
			}
		},
	);

	it('say which kind of false they are', async () => {
		const { leaf, proof } = read(signAll(votes(2))[0]);
		// The key of a log signs no receipts.
		const logKey = { ...keys.receipts.key, publicKey: keys.signer('x', null).key.publicKey };
		const faults: [string, string, typeof logKey?][] = [
			['not_a_proof', proof.slice(0, 200)],
			['forged', proof.replace(/deadline \d+/, 'deadline 1')],
			['forged', proof.replace('a-ranking', 'b-ranking')],
			['other_log', proof.replaceAll('vote.example/receipts', 'other.example/receipts')],
			['forged', proof, logKey],
		];
		for (const [fault, text, key = keys.receipts.key] of faults)
			expect(await verifyReceipt(utf8(leaf), text, key)).toEqual({ fault });
	});

	it('of no votes are none', () => expect(signAll([])).toEqual([]));
});
