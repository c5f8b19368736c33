/** Keeps what was read lately from a store that is far away: an address names a content, so nothing in here gets old. */
import { fileName } from './names.ts';
import type { MediaStore } from './store.ts';

/** `bytesMax` is how much is kept; what was asked for longest ago goes first. */
export function remembered(store: MediaStore, bytesMax: number): MediaStore {
	const kept = new Map<string, Buffer>();
	let size = 0;

	function forget(key: string): void {
		size -= kept.get(key)?.length ?? 0;
		kept.delete(key);
	}

	function keep(key: string, bytes: Buffer): void {
		forget(key);
		kept.set(key, bytes);
		size += bytes.length;
		for (const oldest of kept.keys()) {
			if (size <= bytesMax) break;
			forget(oldest);
		}
	}

	return {
		...store,
		async read(mediaId, file) {
			const key = `${mediaId}/${fileName(file)}`;
			const bytes = kept.get(key) ?? (await store.read(mediaId, file));
			if (bytes) keep(key, bytes);
			return bytes;
		},
		async remove(mediaId) {
			await store.remove(mediaId);
			for (const key of [...kept.keys()].filter((each) => each.startsWith(`${mediaId}/`))) forget(key);
		},
	};
}
