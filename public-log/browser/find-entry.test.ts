/** What a pasted receipt proves once the key that signed it was revoked, with receipts of the golden log. */
import { expect, it } from 'vitest';
import { utf8 } from '#public-log/format/bytes.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { GOLDEN_SIGNER } from '../tests/fixtures/golden-log.ts';
import { filesOf, receiptOf } from '../tests/fixtures/log-files.ts';
import { testSigner } from '../tests/fixtures/signer.ts';
import { GOLDEN_LEAVES } from '../tests/fixtures/tampering/tampering.ts';
import { findEntry } from './look-up.ts';
import { NotPublished } from './read-log.ts';

const [INDEX, SIZE] = [690, 700];
const OLD = '/log/monthly-2026-11';
const later = testSigner('vote.example/g2/log/monthly-2026-11', 'a key of later');
const today = { log: later.key.name, vkey: formatVerifierKey(later.key) };
const forged = GOLDEN_LEAVES.with(INDEX, utf8('v1 vote of nobody'));
/** Leaves of the list that the old key has signed as far as it counts. */
let counted: number;

async function read(path: string): Promise<Uint8Array> {
	const isOld = path.startsWith(`${OLD}/`);
	const files = isOld ? filesOf(GOLDEN_LEAVES.slice(0, counted), GOLDEN_SIGNER) : filesOf(GOLDEN_LEAVES, later);
	const name = path.slice(path.indexOf('monthly-2026-11/') + 'monthly-2026-11/'.length);
	// A server cuts a narrower tile from the one that it has.
	const [, wide] = /^(tile\/entries\/\d+)\.p\/\d+$/.exec(name) ?? [];
	const narrower = isOld || !wide ? undefined : filesOf(GOLDEN_LEAVES.slice(0, SIZE), later).get(name);
	const file = files.get(name) ?? narrower;
	if (!file) throw new NotPublished();
	return file;
}

async function find(leaves: readonly Uint8Array[]) {
	const text = await receiptOf(INDEX, leaves.slice(0, SIZE), GOLDEN_SIGNER);
	const signed = { text, address: OLD, key: GOLDEN_SIGNER.key, size: SIZE, index: INDEX };
	return findEntry(read, signed, today);
}

const entry = GOLDEN_LEAVES[INDEX];
it.for([
	['holds by the old list, if it was signed before', SIZE, GOLDEN_LEAVES, { leaf: entry, address: OLD }],
	['holds by the list of today, if that shows the entry', 600, GOLDEN_LEAVES, { leaf: entry, address: `/g2${OLD}` }],
	['proves nothing, if the key signed it later and no list shows the entry', 600, forged, 'revoked'],
	['is evidence against the site, if the key signed it before and no list shows the entry', SIZE, forged, 'entry'],
] as const)('%s', async ([, size, leaves, found]) => {
	counted = size;
	expect(await find(leaves)).toEqual(found);
});
