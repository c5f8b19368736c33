/** Every statement on pictures. Their bytes are in the media store. */
import { sql, type Db } from '#server/kernel/database.ts';
import type { StoredImage } from '../media.ts';

export async function insertMedia(db: Db, { mediaId, width, height }: StoredImage): Promise<void> {
	await db.query(
		sql`insert into media (media_id, width, height) values (${mediaId}, ${width}, ${height}) on conflict do nothing`,
	);
}

export async function selectKnownMedia(db: Db, mediaIds: readonly string[]): Promise<string[]> {
	const rows = await db.query<{ mediaId: string }>(
		sql`select media_id as "mediaId" from media where media_id = any(${mediaIds})`,
	);
	return rows.map(({ mediaId }) => mediaId);
}
