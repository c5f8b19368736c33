import { CLIP_FORMAT, type MediaFile, fileName, isMediaId, readFileName, NOBODYS_PICTURE } from './names.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#server/kernel/problem.ts';
import { keptBytes } from '#server/kernel/cache.ts';

export interface MediaStore {
	/** Returns true if the answer for this file is cached, even if the answer is that the file does not exist. Missing on a disk. */
	recalls?(mediaId: string, file: MediaFile): boolean;
	/** Returns the cached list of a picture's files, or null if the list is not cached. */
	listedLately?(mediaId: string): MediaFile[] | null;
	list(mediaId: string): Promise<MediaFile[]>;
	read(mediaId: string, file: MediaFile): Promise<Buffer | null>;
	/** Writes the whole file or nothing: a reader never sees half a file. */
	write(mediaId: string, file: MediaFile, bytes: Uint8Array): Promise<void>;
	remove(mediaId: string): Promise<void>;
}

export interface WatchedStore extends MediaStore {
	/** Describes the store's current fault to operators, or returns null if no fault is known. */
	fault(): string | null;
}

/** The operations that pictures need from an object store. An object is read and written whole or not at all. */
export interface ObjectStore {
	list(prefix: string): Promise<string[]>;
	read(key: string): Promise<Buffer | null>;
	write(key: string, bytes: Uint8Array, type: string): Promise<void>;
	remove(key: string): Promise<void>;
}

/** Checks the first bytes of the format and, for WebP, the length in its header. */
function isPicture(bytes: Buffer, format: MediaFile['format']): boolean {
	if (format === CLIP_FORMAT) return bytes.toString('hex', 0, 4) === '1a45dfa3';
	if (format === 'avif') return bytes.toString('latin1', 4, 12) === 'ftypavif';
	return (
		bytes.length > 12 &&
		bytes.toString('latin1', 0, 4) === 'RIFF' &&
		bytes.toString('latin1', 8, 12) === 'WEBP' &&
		// Its own eight bytes are not in it, and an odd length is filled up.
		Math.abs(bytes.readUInt32LE(4) + 8 - bytes.length) <= 1
	);
}

/** The store holds something else under a picture's name: a page of a proxy, or what a power cut has left. */
class NotAPicture extends Error {}

/** @throws {NotAPicture} */
function expectPicture(bytes: Buffer | null, mediaId: string, file: MediaFile): Buffer | null {
	if (bytes === null || isPicture(bytes, file.format)) return bytes;
	throw new NotAPicture(`The store gave something else for ${mediaId}/${fileName(file)} than a picture`);
}

export function objectMedia(objects: ObjectStore): MediaStore {
	const folderOf = (mediaId: string) => {
		if (!isMediaId(mediaId)) throw new Error('Not the id of a picture');
		return `media/${mediaId}/`;
	};
	const keyOf = (mediaId: string, file: MediaFile) => folderOf(mediaId) + fileName(file);
	return {
		async list(mediaId) {
			const folder = folderOf(mediaId);
			const keys = await objects.list(folder);
			return keys.map((key) => readFileName(key.slice(folder.length))).filter((file) => file !== null);
		},
		read: async (mediaId, file) => expectPicture(await objects.read(keyOf(mediaId, file)), mediaId, file),
		write: (mediaId, file, bytes) => objects.write(keyOf(mediaId, file), bytes, `image/${file.format}`),
		async remove(mediaId) {
			await Promise.all((await objects.list(folderOf(mediaId))).map((key) => objects.remove(key)));
		},
	};
}

/** On disk: `<data folder>/media/<id>/<width>.<format>`. `folder` is the data folder (LIGHTSTICK_DATA); what is missing in it is made when a picture comes. */
export function diskStore(folder: string): MediaStore {
	const folderOf = (mediaId: string) => {
		if (!isMediaId(mediaId)) throw new Error('Not the id of a picture');
		return join(folder, 'media', mediaId);
	};
	return {
		async list(mediaId) {
			const names = await orNothing(readdir(folderOf(mediaId)));
			return (names ?? []).map(readFileName).filter((file): file is MediaFile => file !== null);
		},
		read: async (mediaId, file) =>
			expectPicture(await orNothing(readFile(join(folderOf(mediaId), fileName(file)))), mediaId, file),
		async write(mediaId, file, bytes) {
			const place = folderOf(mediaId);
			await mkdir(place, { recursive: true });
			// A crash leaves at most a stray file whose name is never requested.
			const draft = join(place, `.${randomUUID()}`);
			try {
				await writeFile(draft, bytes, { flush: true });
				await rename(draft, join(place, fileName(file)));
			} catch (error) {
				// On a full disk, the parts of refused files would take the room that somebody makes.
				await rm(draft, { force: true });
				throw error;
			}
		},
		remove: (mediaId) => rm(folderOf(mediaId), { recursive: true, force: true }),
	};
}

async function orNothing<Result>(reading: Promise<Result>): Promise<Result | null> {
	try {
		return await reading;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	}
}

/** After a failure, all requests are refused at once for this time. */
const REFUSED_MS = 3_000;
/** While the store is down, reading its fault checks the store again at most this often. */
const ASKED_AGAIN_MS = 10_000;

/** While a store is away, one request in seconds tries it. @throws {Problem} pictures_unavailable with its error */
export function watched(store: MediaStore): WatchedStore {
	/** Null while the store answers. Otherwise the time of the last failure, and the end of refusing requests. */
	let failed: { at: number; refusedUntil: number } | null = null;

	async function watch<Result>(work: () => Promise<Result>, writes = false): Promise<Result> {
		if (failed && performance.now() < failed.refusedUntil) throw unavailable();
		try {
			const result = await work();
			failed = null;
			return result;
		} catch (error) {
			const at = performance.now();
			// One object that is broken says nothing of the others, and a full disk still shows what it holds.
			failed = { at, refusedUntil: writes || error instanceof NotAPicture ? at : at + REFUSED_MS };
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
		write: (mediaId, file, bytes) => watch(() => store.write(mediaId, file, bytes), true),
		remove: (mediaId) => watch(() => store.remove(mediaId)),
		fault,
	};
}

const unavailable = (cause?: unknown): Problem =>
	Object.assign(new Problem('pictures_unavailable', { retryAfter: 5 }), cause === undefined ? {} : { cause });

/** Another process may have stored the picture meanwhile. */
const LISTED_MS = 30_000;
/** Pictures whose files are remembered, mostly made-up ones; the one that was listed first goes first. */
const LISTED_MAX = 10_000;

/** Caches reads from a remote store: a name always has the same content. A picture's list of files is kept shortly. */
export function cached(store: MediaStore, bytesMax: number): MediaStore {
	const kept = keptBytes(bytesMax);
	const lists = new Map<string, { files: MediaFile[]; until: number }>();
	const underWay = new Map<string, Promise<Buffer | null>>();
	function listedLately(mediaId: string): MediaFile[] | null {
		const found = lists.get(mediaId);
		return found && performance.now() < found.until ? found.files : null;
	}

	const isMissing = (mediaId: string, file: MediaFile) =>
		listedLately(mediaId)?.some(({ width, format }) => width === file.width && format === file.format) === false;

	const keyOf = (mediaId: string, file: MediaFile) => `${mediaId}/${fileName(file)}`;

	const fetchOnce = (key: string, mediaId: string, file: MediaFile) =>
		underWay.getOrInsertComputed(key, () => store.read(mediaId, file).finally(() => underWay.delete(key)));

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
