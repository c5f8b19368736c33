/** The leaves of a log, one after the other, as its bundles hold them. Names of bundles follow from the size alone. */
import { LEAF_BYTES_MAX, TILE_WIDTH, tilePath, tilesIn, type TileName } from '#public-log/format/tiles.ts';
import type { LogSource } from './source.ts';
import type { Reports } from '../checks/findings.ts';

const AHEAD = 6;
const BUNDLE_BYTES_MAX = TILE_WIDTH * (2 + LEAF_BYTES_MAX);

interface Bundle extends TileName {
	/** Null if the source does not have the bundle. */
	bytes: Uint8Array | null;
	/** True if the log has grown: then it may hold the full bundle only, which begins with the same leaves. */
	isFull: boolean;
}

/** In order, a few of them fetched ahead. @throws {Unreachable} from reading */
async function* readBundles(source: LogSource, size: number): AsyncGenerator<Bundle> {
	const fetched: Promise<Bundle>[] = [];
	for (const name of tilesIn(size)) {
		if (name.level !== 'entries') continue;
		const bundle = readBundle(source, name);
		// A failure is thrown when the bundle's turn comes.
		bundle.catch(() => undefined);
		fetched.push(bundle);
		if (fetched.length > AHEAD) yield (await fetched.shift()) as Bundle;
	}
	for (const bundle of fetched) yield await bundle;
}

async function readBundle(source: LogSource, name: TileName): Promise<Bundle> {
	const bytes = await source.read(tilePath(name), BUNDLE_BYTES_MAX + 1);
	if (bytes !== null || name.width === TILE_WIDTH) return { ...name, bytes, isFull: name.width === TILE_WIDTH };
	const full = await source.read(tilePath({ ...name, width: TILE_WIDTH }), BUNDLE_BYTES_MAX + 1);
	return { ...name, bytes: full, isFull: full !== null };
}

/** The first `width` leaves of a bundle, as far as they are there. `fault` is null if it holds exactly these. */
function splitBundle({ bytes, width, isFull }: Bundle): { leaves: Uint8Array[]; fault: string | null } {
	const leaves: Uint8Array[] = [];
	if (!bytes) return { leaves, fault: 'is missing: the copy was cut, or the checkpoint is ahead of its files' };
	let at = 0;
	while (leaves.length < width) {
		const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
		if (at === bytes.length) return { leaves, fault: `holds ${leaves.length} leaves instead of ${width}` };
		if (end > bytes.length) return { leaves, fault: `breaks off in its leaf ${leaves.length + 1} of ${width}` };
		if (end === at + 2) return { leaves, fault: `has an empty leaf: number ${leaves.length + 1} of ${width}` };
		leaves.push(bytes.subarray(at + 2, end));
		at = end;
	}
	const left = bytes.length - at;
	if (isFull && width < TILE_WIDTH) return { leaves, fault: null };
	return { leaves, fault: left === 0 ? null : `holds ${left} bytes after its ${width} leaves` };
}

/** False if the leaves break off. @throws {Unreachable} from reading */
export async function readLeaves(
	source: LogSource,
	size: number,
	take: (leaf: Uint8Array) => void,
	findings: Reports<'bundles'>,
): Promise<boolean> {
	let before = 0;
	for await (const bundle of readBundles(source, size)) {
		const { leaves, fault } = splitBundle(bundle);
		if (fault !== null) findings.fail('bundles', `${tilePath(bundle)} ${fault}`, before + leaves.length);
		for (const leaf of leaves) take(leaf);
		if (leaves.length < bundle.width) return false;
		before += leaves.length;
	}
	return true;
}
