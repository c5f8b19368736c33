/** Every picture and film of the demo world, stored as an operator’s uploads would be. */
import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { storeClip, storeImage, type StoredImage } from '#server/media/media.ts';
import type { MediaWidth } from '#server/media/names.ts';
import type { MediaStore } from '#server/media/store.ts';

/** Stored pictures by the name of their file: `artist-sol-maeng`, `banner-1-wide`. */
export type Pictures = ReadonlyMap<string, StoredImage>;

const PICTURES = join(import.meta.dirname, 'pictures');
const CLIPS = join(import.meta.dirname, 'clips');
/** Artists and songs are shown as a circle or a square, all others as wide as a page. */
const ROUND: MediaWidth[] = [96, 320, 640];
const WIDE: MediaWidth[] = [320, 640, 1280];

export async function storePictures(store: MediaStore): Promise<Pictures> {
	const storeOne = async (file: string) => {
		const widths = /^(?:artist|song)-/.test(file) ? ROUND : WIDE;
		const stored = await storeImage(store, await readFile(join(PICTURES, file)), { formats: ['webp'], widths });
		return [parse(file).name, stored] as const;
	};
	const pictures = new Map(await Promise.all((await readdir(PICTURES)).map(storeOne)));
	for (const file of await readdir(CLIPS)) {
		const mediaId = await storeClip(store, await readFile(join(CLIPS, file)));
		pictures.set(`clip-${parse(file).name}`, { mediaId, width: 640, height: 360 });
	}
	return pictures;
}

/**
 * The id of the picture of something: `artist Sol Maeng` lies in `artist-sol-maeng.webp`. Letters that are not Latin are
 * left out.
 * @throws {Error} if there is no such file
 */
export function pictureOf(pictures: Pictures, subject: string): string {
	const name = subject.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '');
	const picture = pictures.get(name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, ''));
	if (!picture) throw new Error(`there is no picture of ${subject}`);
	return picture.mediaId;
}
