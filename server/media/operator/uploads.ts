import { sql, type Database, type Db } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { storeImage, UnusableImage, type StoredImage } from '../media.ts';
import { mediaUrl, type MediaWidth } from '../names.ts';
import type { MediaStore } from '../store.ts';

/** @throws {Problem} picture_unusable for what is no picture, or a bomb */
export async function takePicture(
	{ db, media }: { db: Database; media: MediaStore },
	actor: Actor,
	file: { name: string; bytes: Uint8Array },
): Promise<StoredImage> {
	const stored = await storeImage(media, file.bytes).catch((error: unknown) => {
		if (error instanceof UnusableImage)
			throw Object.assign(new Problem('picture_unusable', { message: error.message }), { cause: error });
		throw error;
	});
	await db.transaction(async (tx) => {
		await insertMedia(tx, stored);
		const after = { file: file.name, width: stored.width, height: stored.height };
		await record(tx, actor, { action: 'media.upload', target: `media:${stored.mediaId}`, after });
	});
	return stored;
}

/** @throws {Problem} media_unknown where one of them was never uploaded */
export async function expectMedia(db: Db, ...mediaIds: (string | null)[]): Promise<void> {
	const named = [...new Set(mediaIds.filter((mediaId) => mediaId !== null))];
	if (named.length === 0) return;
	const known = await selectKnownMedia(db, named);
	if (known.length < named.length) throw new Problem('media_unknown');
}

const THUMBNAIL_WIDTH = 320;

export const presentPicture = (mediaId: string | null, width: MediaWidth = THUMBNAIL_WIDTH) =>
	mediaId === null ? null : { media_id: mediaId, url: mediaUrl(mediaId, width) };

export async function insertMedia(db: Db, { mediaId, width, height }: StoredImage): Promise<void> {
	await sql`insert into media (media_id, width, height) values (${mediaId}, ${width}, ${height})
		on conflict do nothing`.run(db);
}

export const selectKnownMedia = (db: Db, mediaIds: readonly string[]): Promise<string[]> =>
	sql`select media_id from media where media_id = any(${mediaIds})`.column(db);
