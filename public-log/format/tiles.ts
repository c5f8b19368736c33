/**
 * Tiles and entry bundles by C2SP tlog-tiles: how a log lies in a folder or behind an address. A tile is 256 hashes wide,
 * a bundle holds 256 leaves; the last of each level may be partial.
 */
import { fromDecimal, type Bytes } from './bytes.ts';
import { type ReadSubtree } from './proofs.ts';
import { HASH_BYTES, rootOf } from './tree.ts';

export const TILE_WIDTH = 256;
/** A bundle gives the length of a leaf in two bytes. */
export const LEAF_BYTES_MAX = 65_535;
const LEVEL_MAX = 63;

export interface TileName {
	/** `entries` for a bundle of leaves; 0 for leaf hashes; above, roots of full tiles of the level below. */
	level: number | 'entries';
	index: number;
	/** 1 to 256. 256: the tile is full. */
	width: number;
}

/** `tile/0/x001/234`, `tile/entries/000.p/17`: below the log's prefix. */
export function tilePath({ level, index, width }: TileName): string {
	const digits = String(index);
	const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
	const path = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
	return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Null unless this is the one path of a tile: no other spelling of a number is taken. */
export function parseTilePath(path: string): TileName | null {
	if (path.length > 64) return null;
	const [, levelText = '', indexText = '', widthText] =
		/^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path) ?? [];
	const level: TileName['level'] | null = levelText === 'entries' ? levelText : fromDecimal(levelText);
	const width = widthText === undefined ? TILE_WIDTH : fromDecimal(widthText);
	if (level === null || width === null || width === 0 || (level !== 'entries' && level > LEVEL_MAX)) return null;
	const name: TileName = { level, index: Number(indexText.replaceAll(/[x/]/g, '')), width };
	return Number.isSafeInteger(name.index) && tilePath(name) === path ? name : null;
}

/** Width that the tile has in a tree of this size; 0 if the tree does not reach it. */
export function widthIn(size: number, { level, index }: Pick<TileName, 'level' | 'index'>): number {
	const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
	return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Every tile and bundle of a tree of this size, the full ones and the last partial one of each level. */
export function* tilesIn(size: number): Generator<TileName> {
	for (let hashes = size, level = 0; hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH), level += 1) {
		for (let index = 0; index * TILE_WIDTH < hashes; index += 1) {
			const width = Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH);
			if (level === 0) yield { level: 'entries', index, width };
			yield { level, index, width };
		}
	}
}

/** @throws {RangeError} if a leaf is empty or longer than LEAF_BYTES_MAX */
export function encodeBundle(leaves: readonly Uint8Array[]): Bytes {
	const bundle = new Uint8Array(leaves.reduce((length, leaf) => length + 2 + leaf.length, 0));
	let at = 0;
	for (const leaf of leaves) {
		if (leaf.length === 0 || leaf.length > LEAF_BYTES_MAX) throw new RangeError(`A leaf of ${leaf.length} bytes`);
		bundle[at] = Math.floor(leaf.length / 256);
		bundle[at + 1] = leaf.length % 256;
		bundle.set(leaf, at + 2);
		at += 2 + leaf.length;
	}
	return bundle;
}

/**
 * The leaves of a bundle, however many they are.
 * @throws {RangeError} if bytes are left that are no leaf
 */
export function readBundle(bytes: Uint8Array): Uint8Array[] {
	const leaves: Uint8Array[] = [];
	for (let at = 0; at < bytes.length;) {
		const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
		if (end > bytes.length || end === at + 2) throw new RangeError('A bundle breaks off, or holds an empty leaf');
		leaves.push(bytes.subarray(at + 2, end));
		at = end;
	}
	return leaves;
}

/** The leaves of a bundle. Null if it holds more or fewer than `width`, or bytes that belong to no leaf. */
export function decodeBundle(bytes: Uint8Array, width: number): Uint8Array[] | null {
	try {
		const leaves = readBundle(bytes);
		return leaves.length === width ? leaves : null;
	} catch {
		return null;
	}
}

/** The first leaves of a bundle, as bytes. The bundle holds at least as many. */
export function cutBundle(bytes: Uint8Array, width: number): Uint8Array {
	let end = 0;
	for (let leaf = 0; leaf < width; leaf += 1) end += 2 + (bytes[end] ?? 0) * 256 + (bytes[end + 1] ?? 0);
	return bytes.subarray(0, end);
}

/** The hashes of a tile. Null if it is not as wide as its name says. */
export function decodeTile(bytes: Uint8Array, width: number): Uint8Array[] | null {
	if (bytes.length !== width * HASH_BYTES) return null;
	return Array.from({ length: width }, (_, index) => bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
}

/** Returns the content of a tile of a tree. */
export type ReadTile = (name: TileName) => Promise<Uint8Array>;

/**
 * Reads subtrees of the tree of this size from its tiles.
 * @throws {Error} from reading, if a tile is missing or not as wide as it must be
 */
export function subtreesOf(size: number, readTile: ReadTile): ReadSubtree {
	return async (start, end) => {
		let [level, first, count] = [0, start, end - start];
		while (count >= TILE_WIDTH) [level, first, count] = [level + 1, first / TILE_WIDTH, count / TILE_WIDTH];
		const index = Math.floor(first / TILE_WIDTH);
		const name = { level, index, width: widthIn(size, { level, index }) };
		const hashes = decodeTile(await readTile(name), name.width);
		if (!hashes) throw new Error(`${tilePath(name)} does not hold ${name.width} hashes`);
		const at = first - index * TILE_WIDTH;
		return rootOf(hashes.slice(at, at + count));
	};
}
