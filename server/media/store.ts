/** The storage of pictures: on disk or in an object store. */
import { CLIP_FORMAT, type MediaFile } from './names.ts';

export interface MediaStore {
	/** Returns true if the answer for this file is cached, even if the answer is that the file does not exist. Missing on a disk. */
	recalls?(mediaId: string, file: MediaFile): boolean;
	/** Returns the cached list of a picture's files, or null if the list is not cached. */
	listedLately?(mediaId: string): MediaFile[] | null;
	list(mediaId: string): Promise<MediaFile[]>;
	read(mediaId: string, file: MediaFile): Promise<Buffer | null>;
	/** Writes the whole file or nothing: a reader never sees half a file. */
	write(mediaId: string, file: MediaFile, bytes: Uint8Array): Promise<void>;
	/** Every file of the picture; nothing happens where there is none. */
	remove(mediaId: string): Promise<void>;
}

export interface WatchedStore extends MediaStore {
	/** Describes the store's current fault to operators, or returns null if no fault is known. */
	fault(): string | null;
}

/** The operations that pictures need from an object store. An object is read and written whole or not at all. */
export interface ObjectStore {
	list(prefix: string): Promise<string[]>;
	/** Returns null if the object does not exist. */
	read(key: string): Promise<Buffer | null>;
	write(key: string, bytes: Uint8Array, type: string): Promise<void>;
	/** Does nothing if the object does not exist. */
	remove(key: string): Promise<void>;
}

/** Checks the first bytes of the format and, for WebP, the length in its header. */
export function isPicture(bytes: Buffer, format: MediaFile['format']): boolean {
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

/** The store holds something else under a picture's name. */
export class NotAPicture extends Error {}
