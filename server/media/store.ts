/** Where pictures are kept. The disk is one such place; an object store is another. */
import type { MediaFile } from './names.ts';

export interface MediaStore {
	/** Whether it answers for this file from memory, also where the answer is that there is none. */
	recalls?(mediaId: string, file: MediaFile): boolean;
	/** What was stored of a picture a moment ago; null where nobody has asked lately. */
	listedLately?(mediaId: string): MediaFile[] | null;
	/** What is stored of a picture; nothing where it is unknown. */
	list(mediaId: string): Promise<MediaFile[]>;
	read(mediaId: string, file: MediaFile): Promise<Buffer | null>;
	/** Whole or not at all: a reader never meets half a file. */
	write(mediaId: string, file: MediaFile, bytes: Uint8Array): Promise<void>;
	/** Every file of the picture; nothing happens where there is none. */
	remove(mediaId: string): Promise<void>;
}

/** A store that tells how it is. */
export interface WatchedStore extends MediaStore {
	/** What is wrong with it, in words for operators; null where nothing is known to be. */
	fault(): string | null;
}
