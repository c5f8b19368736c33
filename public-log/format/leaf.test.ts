/** Leaves have exactly one spelling. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64, utf8 } from './bytes.ts';
import { formatLeaf, parseLeaf, type Leaf } from './leaf.ts';

const whole = fc.nat(Number.MAX_SAFE_INTEGER);
const token = fc.stringMatching(/^[A-Za-z0-9_-]{22}$/);
const ranking = fc.stringMatching(/^[a-z0-9-]{1,64}$/);
const leafOf = (type: Leaf['type'], fields: Readonly<Record<string, fc.Arbitrary<string | number>>>) =>
	fc.record({ type: fc.constant(type), ranking, ...fields }) as fc.Arbitrary<Leaf>;
const voted = { artistId: whole, tickets: whole, gemsEarned: whole, gemsPurchased: whole, castAt: whole };
const reason = fc.constantFrom('BOT', 'FARM', 'TEST');
const voided = { caseId: whole, tickets: whole, at: whole };
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
	leafOf('vote', { ...voted, voter: token, tag: token }),
	leafOf('case', { ...voided, reason, votes: whole, statement: fc.stringMatching(/^[0-9a-f]{64}$/) }),
	leafOf('void', { ...voided, voteIndex: whole }),
	leafOf('restore', { ...voided, voidIndex: whole }),
	leafOf('close', { at: whole, votes: whole }),
	fc.record({
		type: fc.constantFrom('open' as const, 'result' as const),
		json: fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json)) as unknown),
	}),
);
const VOTE = 'v1 vote monthly-2026-11 7 50 10 0 1795331580 AAAAAAAAAAAAAAAAAAAAAA BBBBBBBBBBBBBBBBBBBBBB';

it('come back as they were written', () => {
	fc.assert(
		fc.property(leaf, (one) => {
			expect(parseLeaf(formatLeaf(one))).toEqual(one);
		}),
	);
});

it('that are read are written with the same bytes', () => {
	const put = fc.string({ unit: 'binary', maxLength: 2 });
	const changed = fc.tuple(fc.nat(VOTE.length), put).map(([at, text]) => VOTE.slice(0, at) + text + VOTE.slice(at + 1));
	fc.assert(
		fc.property(fc.oneof(changed, fc.string({ unit: 'binary' })), (text) => {
			const parsed = parseLeaf(utf8(text));
			if (parsed) expect(base64(formatLeaf(parsed))).toBe(base64(utf8(text)));
		}),
	);
	expect(parseLeaf(utf8(VOTE))).toMatchObject({ type: 'vote', tickets: 50, ranking: 'monthly-2026-11' });
});

it.each([
	['two spaces', VOTE.replace(' 7', '  7')],
	['a leading zero', VOTE.replace(' 50 ', ' 050 ')],
	['a sign', VOTE.replace(' 50 ', ' +50 ')],
	['a line feed at the end', `${VOTE}\n`],
	['a space at the end', `${VOTE} `],
	['a number of 2^53', VOTE.replace(' 50 ', ' 9007199254740992 ')],
	['a letter that is not ASCII', VOTE.replace('monthly', 'mönthly')],
	['a short tag', VOTE.slice(0, -1)],
	['a field too many', `${VOTE} 1`],
	['another version', VOTE.replace('v1', 'v2')],
	['an unknown type', VOTE.replace('vote', 'veto')],
	['JSON with spaces', 'v1 open {"a": 1}'],
	['JSON out of order', 'v1 open {"b":1,"a":1}'],
	['JSON that breaks off', 'v1 result {"a":1'],
	['nothing', ''],
])('are refused with %s', (_name, text) => expect(parseLeaf(utf8(text))).toBeNull());

it('are refused if they are not UTF-8, and never written against the grammar', () => {
	expect(parseLeaf(Uint8Array.of(0x76, 0x31, 0x20, 0xff))).toBeNull();
	for (const wrong of [{ ranking: 'a b' }, { at: 1.5 }, { at: 2 ** 53 }])
		expect(() => formatLeaf({ type: 'close', ranking: 'a', at: 1, votes: 1, ...wrong })).toThrow(RangeError);
});
