/** A log that has grown, copied without the partial tiles that a full one replaces. */
import { expect, it } from 'vitest';
import { leafHash } from '#public-log/format/tree.ts';
import { GOLDEN_SIGNER } from '../tests/fixtures/golden-log.ts';
import { filesOf } from '../tests/fixtures/log-files.ts';
import { GOLDEN_LEAVES } from '../tests/fixtures/tampering/tampering.ts';
import { isSigned, NotPublished, openPublicLog, readBundle } from './read-log.ts';

const ADDRESS = '/log/monthly-2026-11';
const grown = filesOf(GOLDEN_LEAVES.slice(0, 1_000), GOLDEN_SIGNER);

function withoutPartials(size: number) {
	const files = new Map([...grown, ...filesOf(GOLDEN_LEAVES.slice(0, size), GOLDEN_SIGNER)]);
	for (const path of files.keys()) {
		const [full, width] = path.split('.p/');
		if (width !== undefined && files.has(full ?? '')) files.delete(path);
	}
	return async (path: string) => {
		const file = files.get(path.slice(ADDRESS.length + 1));
		if (!file) throw new NotPublished();
		return file;
	};
}

it.each([1, 255, 257, 511, 700, 767])('shows and proves its first %i entries', async (size) => {
	const read = withoutPartials(size);
	const log = await openPublicLog(read, ADDRESS);
	if (!log) throw new Error('The log does not open');
	const leaves: Uint8Array[] = [];
	for (let index = 0; index * 256 < size; index += 1) {
		leaves.push(...((await readBundle(read, ADDRESS, size, index)) ?? []));
	}
	expect(leaves.map(leafHash)).toEqual(GOLDEN_LEAVES.slice(0, size).map(leafHash));
	for (const index of [0, Math.floor(size / 2), size - 1]) {
		expect(await isSigned(read, log, index, GOLDEN_LEAVES[index] as Uint8Array), `${index}`).toBe(true);
		expect(await isSigned(read, log, index, GOLDEN_LEAVES[999] as Uint8Array), `${index}`).toBe(false);
	}
});
