/**
 * Caches recent reads from a remote store. A file name always has the same content, so cached files never become stale.
 * The list of a picture's files is cached for a short time too, even if it is empty.
 */
import { keptBytes } from '#server/kernel/cache.ts';
import { fileName, type MediaFile } from './names.ts';
import type { MediaStore } from './store.ts';

/** Another process may have stored the picture meanwhile. */
const LISTED_MS = 30_000;
/** Pictures whose files are remembered, mostly made-up ones; the one that was listed first goes first. */
const LISTED_MAX = 10_000;

interface Listed {
	files: MediaFile[];
	until: number;
}

/** `bytesMax` is how much is kept; what was asked for longest ago goes first. */
export function cached(store: MediaStore, bytesMax: number): MediaStore {
	const kept = keptBytes(bytesMax);
	const lists = new Map<string, Listed>();
	/** Reads in flight. A second request for the same file waits for the first read. */
	const underWay = new Map<string, Promise<Buffer | null>>();
	function listedLately(mediaId: string): MediaFile[] | null {
		const found = lists.get(mediaId);
		return found && performance.now() < found.until ? found.files : null;
	}

	const isMissing = (mediaId: string, file: MediaFile) =>
		listedLately(mediaId)?.some(({ width, format }) => width === file.width && format === file.format) === false;

	const keyOf = (mediaId: string, file: MediaFile) => `${mediaId}/${fileName(file)}`;

	function fetchOnce(key: string, mediaId: string, file: MediaFile): Promise<Buffer | null> {
		const reading = underWay.get(key) ?? store.read(mediaId, file).finally(() => underWay.delete(key));
		underWay.set(key, reading);
		return reading;
	}

	return {
		recalls: (mediaId, file) => kept.get(keyOf(mediaId, file)) !== null || isMissing(mediaId, file),
		listedLately,
		async list(mediaId) {
			const files = await store.list(mediaId);
			lists.delete(mediaId);
			lists.set(mediaId, { files, until: performance.now() + LISTED_MS });
			if (lists.size > LISTED_MAX) lists.delete(lists.keys().next().value ?? mediaId);
			return files;
		},
		async read(mediaId, file) {
			const key = keyOf(mediaId, file);
			if (isMissing(mediaId, file)) return null;
			const bytes = kept.get(key) ?? (await fetchOnce(key, mediaId, file));
			if (bytes) kept.keep(key, bytes);
			return bytes;
		},
		async write(mediaId, file, bytes) {
			await store.write(mediaId, file, bytes);
			lists.delete(mediaId);
		},
		async remove(mediaId) {
			await store.remove(mediaId);
			lists.delete(mediaId);
			kept.forgetAll(`${mediaId}/`);
		},
	};
}
