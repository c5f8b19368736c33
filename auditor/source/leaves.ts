/** The leaves of a log, one after the other, as its bundles hold them. */
import { tilePath } from '#contract/proof/tiles.ts';
import type { Reports } from '../checks/findings.ts';
import { readBundles, splitBundle, type Bundle } from './bundles.ts';
import type { LogSource } from './source.ts';

/** False if the leaves break off. @throws {Unreachable} from reading */
export async function readLeaves(
	source: LogSource,
	size: number,
	take: (leaf: Uint8Array) => void,
	findings: Reports<'bundles'>,
): Promise<boolean> {
	let before = 0;
	for await (const bundle of readBundles(source, size)) {
		const { leaves, fault } = split(bundle);
		if (fault !== null) findings.fail('bundles', `${tilePath(bundle)} ${fault}`, before + leaves.length);
		for (const leaf of leaves) take(leaf);
		if (leaves.length < bundle.width) return false;
		before += leaves.length;
	}
	return true;
}

function split({ bytes, width }: Bundle): ReturnType<typeof splitBundle> {
	return bytes ? splitBundle(bytes, width) : { leaves: [], fault: 'is missing' };
}
