/** Tracks whether a store answers. While it does not, only one request every few seconds tries it and waits. */
import { Problem } from '#server/kernel/problem.ts';
import { NOBODYS_PICTURE } from './names.ts';
import { NotAPicture, type MediaStore, type WatchedStore } from './store.ts';

/** After a failure, all requests are refused at once for this time. */
const REFUSED_MS = 3_000;
/** While the store is down, reading its fault checks the store again at most this often. */
const ASKED_AGAIN_MS = 10_000;

/** Fails by `pictures_unavailable`, with the store's own error as its cause. */
export function watched(store: MediaStore): WatchedStore {
	/** Null while the store answers. Otherwise the time of the last failure, and the end of refusing requests. */
	let failed: { at: number; refusedUntil: number } | null = null;

	async function watch<Result>(work: () => Promise<Result>): Promise<Result> {
		if (failed && performance.now() < failed.refusedUntil) throw unavailable();
		try {
			const result = await work();
			failed = null;
			return result;
		} catch (error) {
			const at = performance.now();
			// One object that is broken says nothing of the others.
			failed = { at, refusedUntil: error instanceof NotAPicture ? at : at + REFUSED_MS };
			throw unavailable(error);
		}
	}

	function fault(): string | null {
		if (failed && performance.now() - failed.at > ASKED_AGAIN_MS) {
			failed.at = performance.now();
			watch(() => store.list(NOBODYS_PICTURE)).catch(() => undefined);
		}
		return failed && 'the store of pictures does not answer as it should';
	}

	return {
		list: (mediaId) => watch(() => store.list(mediaId)),
		read: (mediaId, file) => watch(() => store.read(mediaId, file)),
		write: (mediaId, file, bytes) => watch(() => store.write(mediaId, file, bytes)),
		remove: (mediaId) => watch(() => store.remove(mediaId)),
		fault,
	};
}

function unavailable(cause?: unknown): Problem {
	return Object.assign(new Problem('pictures_unavailable', { retryAfter: 5 }), cause === undefined ? {} : { cause });
}
