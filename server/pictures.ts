/** Where pictures are kept, as the configuration says. */
import type { Config } from './config/config.ts';
import { diskStore } from './media/disk.ts';
import { objectMedia } from './media/objects.ts';
import { cached } from './media/cached.ts';
import { NOBODYS_PICTURE } from './media/names.ts';
import type { MediaStore, WatchedStore } from './media/store.ts';
import { watched } from './media/watched.ts';
import { openS3 } from './outside/s3/s3.ts';

/** A few thousand pictures, so that a page's own are not fetched again for every visitor. */
const CACHED_BYTES = 64 * 1024 * 1024;

export function openPictures({ media, dataFolder }: Pick<Config, 'media' | 'dataFolder'>): WatchedStore {
	if (media === null) return watched(diskStore(dataFolder));
	const store = watched(objectMedia(openS3(media)));
	return { ...cached(store, CACHED_BYTES), fault: store.fault };
}

/** Asks for a picture that nobody has. @throws {Error} where the store cannot be reached, has no such bucket or refuses the keys */
export async function expectPictures(media: MediaStore): Promise<void> {
	await media.list(NOBODYS_PICTURE).catch((error: unknown) => {
		const cause = error instanceof Error && error.cause ? error.cause : error;
		throw new Error('The store of pictures (MEDIA_S3_…) cannot be used', { cause });
	});
}
