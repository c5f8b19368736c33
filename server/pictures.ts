/** Where pictures are kept, as the configuration says. */
import type { Config } from './config.ts';
import { diskStore } from './media/disk.ts';
import { objectMedia } from './media/objects.ts';
import { remembered } from './media/remembered.ts';
import type { MediaStore } from './media/store.ts';
import { openS3 } from './outside/s3/s3.ts';

/** A few thousand pictures, so that a page's own are not fetched again for every visitor. */
const REMEMBERED_BYTES = 64 * 1024 * 1024;

export function openPictures({ media, dataFolder }: Pick<Config, 'media' | 'dataFolder'>): MediaStore {
	return media === null ? diskStore(dataFolder) : remembered(objectMedia(openS3(media)), REMEMBERED_BYTES);
}

/** Asks for a picture that nobody has. @throws {Error} where the store cannot be reached, has no such bucket or refuses the keys */
export async function expectPictures(media: MediaStore): Promise<void> {
	await media.list('0'.repeat(32)).catch((error: unknown) => {
		throw new Error('The store of pictures (MEDIA_S3_…) cannot be used', { cause: error });
	});
}
