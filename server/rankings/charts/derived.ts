/** The rankings that span others: all time, hot music, new music. */
import type { ListedArtist } from '#contract/rankings.ts';
import type { Db } from '#server/kernel/database.ts';
import { presentListedArtist } from '../presenters.ts';
import { ranked } from '../rules.ts';
import { selectAllTime, selectHotMusic, selectMusicTickets, selectNewMusic } from './derived-sql.ts';

/** A job takes them every ten minutes. */
export { deleteOldSnapshots as forgetSnapshots, insertSnapshots as takeSnapshots } from './derived-sql.ts';

export async function readAllTime(db: Db): Promise<ListedArtist[]> {
	return ranked(await selectAllTime(db)).map(presentListedArtist);
}

export async function readHotMusic(db: Db): Promise<ListedArtist[]> {
	return ranked(await selectHotMusic(db)).map(presentListedArtist);
}

/** Returns songs, newest first. `tickets` is their total nevertheless. */
export async function readNewMusic(db: Db): Promise<ListedArtist[]> {
	const [rows, tickets] = await Promise.all([selectNewMusic(db), selectMusicTickets(db)]);
	return ranked(rows).map((row) => ({ ...presentListedArtist(row), tickets: tickets.get(row.artistId) ?? 0 }));
}
