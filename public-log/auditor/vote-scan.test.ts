/** Reading votes fast finds the same votes as reading them by the grammar. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8 } from '#public-log/format/bytes.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { VoteScan } from './vote-scan.ts';

const scan = new VoteScan();
const VOTE = utf8('v1 vote m-1 7 50 10 0 1795331580 AAAAAAAAAAAAAAAAAAAAAA BBBBBBBBBBBBBBBBBBBBBB');

function scanned(bytes: Uint8Array): object | null {
	if (!scan.scan(bytes)) return null;
	const { ranking, artistId, tickets, gemsEarned, gemsPurchased, castAt, voter, tag } = scan;
	return { type: 'vote', ranking, artistId, tickets, gemsEarned, gemsPurchased, castAt, voter, tag };
}

function parsed(bytes: Uint8Array): object | null {
	const leaf = parseLeaf(bytes);
	return leaf?.type === 'vote' ? leaf : null;
}

/** Each field is mostly right and sometimes just beside it. */
const mostly = (right: fc.Arbitrary<string>, beside: fc.Arbitrary<string>) =>
	fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: beside });
const odd = ['', '00', '01', '-1', '9007199254740991', '9007199254740992', '9'.repeat(17), '1e3', '١'];
const right = fc.oneof(fc.nat(Number.MAX_SAFE_INTEGER), fc.nat(Number.MAX_SAFE_INTEGER), fc.nat(9)).map(String);
const number = mostly(right, fc.constantFrom(...odd));
const id = fc.stringMatching(/^[A-Za-z0-9_-]{22}$/);
const token = mostly(id, fc.stringMatching(/^[A-Za-z0-9_+/=-]{21,23}$/));
const tag = mostly(id, fc.stringMatching(/^[A-Za-z0-9_+/=-]{20,38}$/));
const ranking = mostly(fc.stringMatching(/^[a-z0-9-]{1,64}$/), fc.stringMatching(/^[a-z0-9A-Z_-]{0,66}$/));
const line = fc
	.tuple(fc.constantFrom('v1', 'v1', 'v1', 'v2'), ranking, number, number, number, number, number, token, tag)
	.map(([version, ...fields]) => [version, 'vote', ...fields].join(' '));
const damaged = fc
	.tuple(line, fc.nat(200), fc.nat(2), fc.string({ unit: 'binary-ascii', maxLength: 2 }))
	.map(([text, at, taken, put]) => text.slice(0, at) + put + text.slice(at + taken));

it('agrees with the grammar on lines that are votes, on damaged ones, and on any bytes', () => {
	let votes = 0;
	fc.assert(
		fc.property(fc.oneof(line.map(utf8), damaged.map(utf8), fc.uint8Array({ maxLength: 600 })), (bytes) => {
			const expected = parsed(bytes);
			if (expected) votes += 1;
			expect(scanned(bytes)).toEqual(expected);
		}),
		{ numRuns: 2_000 },
	);
	expect(votes).toBeGreaterThan(50);
});

it('agrees with the grammar on every byte at every place of a vote', () => {
	for (let at = 0; at < VOTE.length; at += 1) {
		for (let byte = 0; byte < 256; byte += 1) {
			const bytes = VOTE.with(at, byte);
			expect(scanned(bytes)).toEqual(parsed(bytes));
		}
		expect(scanned(VOTE.subarray(0, at))).toBeNull();
	}
	expect(scanned(VOTE)).not.toBeNull();
});

it('compares the ranking with all of its letters', () => {
	scan.scan(VOTE);
	expect(['m-1', 'm-', 'm-12', 'm-2', ''].filter((key) => scan.isOf(utf8(key)))).toEqual(['m-1']);
});
