/** What a pasted receipt proves once the key that signed it was revoked, with receipts of the golden log. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { utf8 } from '#contract/proof/bytes.ts';
import { formatVerifierKey } from '#contract/proof/note.ts';
import { GOLDEN_SIGNER } from '../../../../tests/fixtures/vote-log/golden-log.ts';
import { filesOf, receiptOf } from '../../../../tests/fixtures/vote-log/log-files.ts';
import { testSigner } from '../../../../tests/fixtures/vote-log/signer.ts';
import { GOLDEN_LEAVES } from '../../../../tests/fixtures/vote-log/tampering/tampering.ts';
import { findEntry } from './look-up.ts';

const [INDEX, SIZE] = [690, 700];
const OLD = '/log/monthly-2026-11';
const later = testSigner('vote.example/g2/log/monthly-2026-11', 'a key of later');
const today = { log: later.key.name, vkey: formatVerifierKey(later.key) };
const forged = GOLDEN_LEAVES.with(INDEX, utf8('v1 vote of nobody'));
/** Leaves of the list that the old key has signed as far as it counts. */
let counted: number;

beforeEach(() => {
	vi.stubGlobal('fetch', async (path: string) => {
		const isOld = path.startsWith(`${OLD}/`);
		const files = isOld ? filesOf(GOLDEN_LEAVES.slice(0, counted), GOLDEN_SIGNER) : filesOf(GOLDEN_LEAVES, later);
		const name = path.slice(path.indexOf('monthly-2026-11/') + 'monthly-2026-11/'.length);
		// A server cuts a narrower tile from the one that it has.
		const [, wide] = /^(tile\/entries\/\d+)\.p\/\d+$/.exec(name) ?? [];
		const file =
			files.get(name) ??
			(isOld || wide === undefined ? undefined : filesOf(GOLDEN_LEAVES.slice(0, SIZE), later).get(name));
		return new Response(file ?? null, { status: file ? 200 : 404 });
	});
});
afterEach(() => void vi.unstubAllGlobals());

async function find(leaves: readonly Uint8Array[]) {
	const text = await receiptOf(INDEX, leaves.slice(0, SIZE), GOLDEN_SIGNER);
	const signed = { text, address: OLD, key: GOLDEN_SIGNER.key, size: SIZE, index: INDEX };
	return findEntry(signed, today, new AbortController().signal);
}

it('holds by the old list, if it was signed before', async () => {
	counted = SIZE;
	expect(await find(GOLDEN_LEAVES)).toEqual({ leaf: GOLDEN_LEAVES[INDEX], address: OLD });
});

it('holds by the list of today, if that shows the same entry', async () => {
	counted = 600;
	expect(await find(GOLDEN_LEAVES)).toEqual({
		leaf: GOLDEN_LEAVES[INDEX],
		address: '/g2/log/monthly-2026-11',
	});
});

it('proves nothing, if the key signed it later and no list shows the entry', async () => {
	counted = 600;
	expect(await find(forged)).toBe('revoked');
});

it('is evidence against the site, if the key signed it before and no list shows the entry', async () => {
	counted = SIZE;
	expect(await find(forged)).toBe('entry');
});
