/** Opens the configured storage of pictures and of the public logs. */
import type { Config } from './config/config.ts';
import { diskStore } from './media/disk.ts';
import { objectMedia } from './media/objects.ts';
import { cached } from './media/cached.ts';
import { NOBODYS_PICTURE } from './media/names.ts';
import type { MediaStore, WatchedStore } from './media/store.ts';
import { watched } from './media/watched.ts';
import { openS3 } from './outside/s3/s3.ts';
import { openLogReader, openLogStore, type LogReader, type LogStore } from '#public-log/server/store.ts';

/** Holds a few thousand pictures, so that those of a page are not fetched again for every visitor. */
const CACHED_BYTES = 64 * 1024 * 1024;

export function openPictures({ media, dataFolder }: Pick<Config, 'media' | 'dataFolder'>): WatchedStore {
	if (media === null) return watched(diskStore(dataFolder));
	const store = watched(objectMedia(openS3(media)));
	return { ...cached(store, CACHED_BYTES), fault: store.fault };
}

/** Requests an unused id. @throws {Error} if the store is unreachable, lacks the bucket, or refuses the keys */
export async function expectPictures(media: MediaStore): Promise<void> {
	await media.list(NOBODYS_PICTURE).catch((error: unknown) => {
		const cause = error instanceof Error && error.cause ? error.cause : error;
		throw new Error('The store of pictures (MEDIA_S3_…) cannot be used', { cause });
	});
}

type Stored = Pick<Config, 'media' | 'dataFolder'>;

/** Full tiles and bundles lie beside the pictures: in the data folder, or in their bucket. */
export function openLogs({ media, dataFolder }: Stored, generation: number): LogReader {
	return openLogReader(dataFolder, media && openS3(media), generation);
}

/** For the thread that writes them. */
export function openLogWriter({ media, dataFolder }: Stored, generation: number): LogStore {
	return openLogStore(dataFolder, media && openS3(media), generation);
}
