/** Every statement on pictures. Their bytes are in the media store. */
import type { Db } from '#server/kernel/database.ts';
import type { StoredImage } from '../media.ts';

export async function insertMedia(db: Db, { mediaId, width, height }: StoredImage): Promise<void> {
	await db.query({
		text: 'insert into media (media_id, width, height) values ($1, $2, $3) on conflict do nothing',
		values: [mediaId, width, height],
	});
}

export async function selectKnownMedia(db: Db, mediaIds: readonly string[]): Promise<string[]> {
	const rows = await db.query<{ mediaId: string }>({
		text: 'select media_id as "mediaId" from media where media_id = any($1)',
		values: [mediaIds],
	});
	return rows.map(({ mediaId }) => mediaId);
}
