/** The storage of pictures: on disk or in an object store. */
import type { MediaFile } from './names.ts';

export interface MediaStore {
	/** Returns true if the answer for this file is cached, even if the answer is that the file does not exist. */
	recalls?(mediaId: string, file: MediaFile): boolean;
	/** Returns the cached list of a picture's files, or null if the list is not cached. */
	listedLately?(mediaId: string): MediaFile[] | null;
	/** Lists the stored files of a picture. The list is empty for an unknown picture. */
	list(mediaId: string): Promise<MediaFile[]>;
	read(mediaId: string, file: MediaFile): Promise<Buffer | null>;
	/** Writes the whole file or nothing: a reader never sees half a file. */
	write(mediaId: string, file: MediaFile, bytes: Uint8Array): Promise<void>;
	/** Every file of the picture; nothing happens where there is none. */
	remove(mediaId: string): Promise<void>;
}

/** A store that reports its faults. */
export interface WatchedStore extends MediaStore {
	/** Describes the store's current fault to operators, or returns null if no fault is known. */
	fault(): string | null;
}
