/**
 * What must agree before anything is signed: the store's last checkpoint with the database, the log's row with the root that
 * was signed, and the stored bytes with what was written. If they do not, the log halts instead of telling another history.
 */
import { concat, isEqual } from '#public-log/format/bytes.ts';
import { checkpointIn } from '#public-log/format/checkpoint.ts';
import { decodeBundle, decodeTile, TILE_WIDTH, tilePath } from '#public-log/format/tiles.ts';
import { leafHash } from '#public-log/format/tree.ts';
import type { HaltReason } from '#contract/operator/voting/vote-logs.ts';
import { rootAt, type Growth } from './growth.ts';
import type { LogState } from './sql.ts';
import type { LogReader } from './store.ts';

/** What was published does not agree with the database. Nothing more may be signed before a person has looked. */
export class LogHalted extends Error {
	override name = 'LogHalted';
	readonly reason: HaltReason;

	constructor(reason: HaltReason, message: string) {
		super(message);
		this.reason = reason;
	}
}

/**
 * The store keeps the last checkpoint that was exposed. If it is larger than what the database knows, the database was set
 * back: going on would sign another history.
 */
export async function expectNothingLater(store: LogReader, log: LogState): Promise<void> {
	const kept = await store.read(`${log.name}/checkpoint`);
	const exposed = kept && checkpointIn(kept.toString());
	if (kept && !exposed) throw new LogHalted('checkpoint_unreadable', `${log.name}: the kept checkpoint cannot be read`);
	if (!exposed || exposed.size < log.publishedSize) return;
	const own = log.checkpoint === null ? null : checkpointIn(log.checkpoint);
	if (exposed.size === own?.size && isEqual(exposed.root, own.root)) return;
	throw new LogHalted(
		'set_back',
		`${log.name}: a checkpoint of ${exposed.size} leaves was published, but the database knows ${log.publishedSize}. ` +
			'It was set back, or another site has used this store. See docs/operating/vote-log.md',
	);
}

/** The row holds leaves and hashes that are in no full tile yet. They must give the root that was signed. */
export async function expectRightEdge({ name, publishedSize: size, checkpoint, bundle, tiles }: LogState) {
	if (checkpoint === null) return;
	const signed = checkpointIn(checkpoint);
	const width = size % TILE_WIDTH;
	const hashes = decodeBundle(bundle, width)?.map(leafHash) ?? [];
	const listed = decodeTile(tiles[0] ?? new Uint8Array(0), width) ?? [];
	const agree = hashes.length === width && hashes.every((hash, at) => listed[at] && isEqual(hash, listed[at]));
	if (agree && signed?.size === size && isEqual(signed.root, await rootAt({ size, bundle, tiles }))) return;
	throw new LogHalted('leaves_missing', `${name}: the last ${width} leaves do not give the root that was signed`);
}

/**
 * One flipped bit in a stored hash would make the log useless for ever: nothing is signed that the stored bytes do not give.
 * The stored leaves are hashed again; those hashes are the lowest tile. Upper tiles are compared with what was written.
 */
export async function readBack(store: LogReader, folder: string, full: Growth['full']): Promise<void> {
	const hashes = new Map<number, Uint8Array>();
	for (const tile of full) {
		const name = `${folder}/${tilePath(tile)}`;
		const bytes = (await store.read(name)) ?? Buffer.alloc(0);
		if (tile.level === 'entries') {
			const leaves = decodeBundle(bytes, TILE_WIDTH);
			if (leaves) hashes.set(tile.index, concat(...leaves.map(leafHash)));
			continue;
		}
		const expected = tile.level === 0 ? hashes.get(tile.index) : tile.bytes;
		if (!expected || !bytes.equals(expected))
			throw new LogHalted('tile_damaged', `${name} does not hold what was written to it`);
	}
}
