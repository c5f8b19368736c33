/** The rankings that span others: all time, hot music, new music. */
import type { ListedArtist } from '#contract/rankings.ts';
import type { Database } from '#server/db/pool.ts';
import { presentListedArtist } from './presenters.ts';
import { ranked } from './rules.ts';
import { insertSnapshots, selectAllTime, selectHotMusic, selectMusicTickets, selectNewMusic } from './special-sql.ts';
import type { StandingRow } from './sql.ts';

interface Page {
	page: number;
	limit: number;
}

export async function readAllTime(db: Database, page: Page): Promise<ListedArtist[]> {
	return pageOf(await selectAllTime(db), page);
}

export async function readHotMusic(db: Database, page: Page): Promise<ListedArtist[]> {
	return pageOf(await selectHotMusic(db), page);
}

/** Ranked by how new they are; `tickets` is what they have all the same. */
export async function readNewMusic(db: Database, page: Page): Promise<ListedArtist[]> {
	const [rows, tickets] = await Promise.all([selectNewMusic(db), selectMusicTickets(db)]);
	return pageOf(rows, page).map((song) => ({ ...song, tickets: tickets.get(song.artist_id) ?? 0 }));
}

/** What happened in the last 24 hours is the difference to a snapshot. Run every ten minutes. */
export function takeSnapshots(db: Database): Promise<void> {
	return insertSnapshots(db);
}

function pageOf(rows: StandingRow[], { page, limit }: Page): ListedArtist[] {
	return ranked(rows)
		.slice((page - 1) * limit, page * limit)
		.map(presentListedArtist);
}
