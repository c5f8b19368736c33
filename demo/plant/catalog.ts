/** Plants pictures, artists, groups and songs; gives their ids by name. No name in them belongs to a performer that we know of. */
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import type { Tx } from '#server/kernel/database.ts';
import world from '../content/artists.json' with { type: 'json' };
import { pictureOf, type Pictures } from '../pictures.ts';
import { insertAll, type Ids } from '../tables.ts';

export async function plantPictures(tx: Tx, pictures: Pictures, now: number): Promise<void> {
	const rows = pictures.values().map(({ mediaId: media_id, width, height }) => ({ media_id, width, height }));
	const distinct = new Map(rows.map((row) => [row.media_id, { ...row, created_at: new Date(now) }]));
	await insertAll(tx, 'media', [...distinct.values()]);
}

/** Returns artist ids by English name; songs by title. */
export async function plantArtists(tx: Tx, pictures: Pictures): Promise<Ids> {
	const rows = [
		// The first rows: they have all columns.
		...world.solos.map((solo) => ({ sub_title: null, ...solo, picture: `artist ${solo.en_name}` })),
		...world.groups.map((group) => ({ ...group, picture: `artist ${group.en_name}` })),
		...world.songs.map((song) => ({ ...song, picture: `song ${song.en_name} ${song.sub_title}` })),
	];
	const described = rows.map(({ picture, ...row }) => ({
		...row,
		avatar_media_id: pictureOf(pictures, picture),
		description_html: sanitizeHtml(row.description_raw).html,
		description_policy: POLICY_VERSION,
	}));
	await insertAll(tx, 'artist', described);
	const stored = await tx.query<{ id: number; name: string }>({
		text: 'select artist_id as id, en_name as name from artist',
	});
	return new Map(stored.map(({ id, name }) => [name, id]));
}
