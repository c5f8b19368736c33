/** Where pictures are kept. The disk is one such place; an object store is another. */
import type { MediaFile } from './names.ts';

export interface MediaStore {
	/** What is stored of a picture; nothing where it is unknown. */
	list(mediaId: string): Promise<MediaFile[]>;
	read(mediaId: string, file: MediaFile): Promise<Buffer | null>;
	/** Whole or not at all: a reader never meets half a file. */
	write(mediaId: string, file: MediaFile, bytes: Uint8Array): Promise<void>;
	/** Every file of the picture; nothing happens where there is none. */
	remove(mediaId: string): Promise<void>;
}
