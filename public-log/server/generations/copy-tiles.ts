/** Takes over the full tiles of a log from the folder of one generation into the store of the next. */
import { TILE_WIDTH, tilePath, tilesIn } from '#public-log/format/tiles.ts';
import type { LogState } from '../sql.ts';
import type { LogStore } from '../store.ts';

const AT_ONCE = 256;

/** @throws {StartRefused} if one that was published is gone */
export async function copyTiles(folder: string, to: LogStore, { name, publishedSize }: LogState): Promise<void> {
	const full = tilesIn(publishedSize).filter(({ width }) => width === TILE_WIDTH);
	let batch: string[] = [];
	for (const tile of full) {
		batch.push(`${name}/${tilePath(tile)}`);
		if (batch.length < AT_ONCE) continue;
		await to.adopt(folder, batch);
		batch = [];
	}
	if (batch.length > 0) await to.adopt(folder, batch);
}
