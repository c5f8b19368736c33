/** Keeps short films as they are: they are of our own making, never uploads. */
import { createHash } from 'node:crypto';
import { CLIP } from './names.ts';
import type { MediaStore } from './store.ts';

/** Stores a WebM file and says under which id. The same bytes give the same id. */
export async function storeClip(store: MediaStore, bytes: Uint8Array): Promise<string> {
	const mediaId = createHash('sha256').update('lightstick-clip-1').update(bytes).digest('hex').slice(0, 32);
	if ((await store.list(mediaId)).length === 0) await store.write(mediaId, CLIP, bytes);
	return mediaId;
}
