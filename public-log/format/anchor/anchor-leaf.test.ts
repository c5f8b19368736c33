import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64, textOf, utf8 } from '../bytes.ts';
import { formatAnchorLeaf, parseAnchorLeaf, type AnchorLeaf } from './anchor-leaf.ts';
import { formatVerifierKey, makeVerifierKey } from '../note.ts';

const ROOT = base64(new Uint8Array(32).fill(7));
const VKEY = formatVerifierKey(makeVerifierKey('vote.example/log', new Uint8Array(32).fill(9)));
const HASH = 'ab'.repeat(32);

const lines: [string, AnchorLeaf][] = [
	[`v1 cp vote.example/log/a-1 17 ${ROOT}`, { type: 'cp', origin: 'vote.example/log/a-1', size: 17, root: ROOT }],
	[
		`v1 result vote.example/log/a-1 18 ${ROOT} ${HASH}`,
		{ type: 'result', origin: 'vote.example/log/a-1', size: 18, root: ROOT, leafSha256: HASH },
	],
	[`v1 key add ${VKEY} 1000 -`, { type: 'key', change: 'add', vkey: VKEY, from: 1000, to: null }],
	[`v1 key retire ${VKEY} 1000 2000`, { type: 'key', change: 'retire', vkey: VKEY, from: 1000, to: 2000 }],
	['v1 supply {"a":1,"b":[]}', { type: 'supply', json: { b: [], a: 1 } }],
	['v1 accounts {"at":5}', { type: 'accounts', json: { at: 5 } }],
];

it.each(lines)('%s', (line, leaf) => {
	expect(textOf(formatAnchorLeaf(leaf))).toBe(line);
	expect(parseAnchorLeaf(utf8(line))).toEqual(leaf);
});

it.each([
	'',
	'v1 cp',
	`v2 cp vote.example/log/a 17 ${ROOT}`,
	...['017', '9007199254740992', ' 17'].map((size) => `v1 cp vote.example/log/a ${size} ${ROOT}`),
	...[`${ROOT} `, `${ROOT}\n`, `${ROOT.slice(0, -2)}=`].map((root) => `v1 cp vote.example/log/a 17 ${root}`),
	...['vote.example/log/ä', 'vote+example/log/a'].map((origin) => `v1 cp ${origin} 17 ${ROOT}`),
	`v1 result vote.example/log/a 17 ${ROOT} ${HASH.toUpperCase()}`,
	`v1 key drop ${VKEY} 1000 -`,
	`v1 key add ${VKEY} - -`,
	...['supply {"b":[],"a":1}', 'supply {"a":1} ', 'notice {}'].map((line) => `v1 ${line}`),
])('is not %j', (line) => expect(parseAnchorLeaf(utf8(line))).toBeNull());

it('is not written with a field that does not fit', () => {
	for (const wrong of [{ origin: 'a b' }, { size: 1.5 }])
		expect(() => formatAnchorLeaf({ type: 'cp', origin: 'a', size: 1, root: ROOT, ...wrong })).toThrow(RangeError);
});

it('is never read from bytes that it is not written as', () => {
	const words = ['v1', 'cp', 'key', 'add', VKEY, ROOT, '1', '-', ' ', 'a/b', '{}', 'supply'];
	const pieces = fc.array(fc.constantFrom(...words));
	fc.assert(
		fc.property(pieces, fc.constantFrom(' ', '  ', ''), (parts, divider) => {
			const bytes = utf8(parts.join(divider));
			const leaf = parseAnchorLeaf(bytes);
			if (leaf) expect(formatAnchorLeaf(leaf)).toEqual(bytes);
		}),
	);
});
