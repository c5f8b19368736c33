/** Addresses of pictures: `/media/<id>/<width>.<format>`. Every width exists for every picture. */
import { PICTURE_WIDTHS, type PictureFormat } from '#contract/values/pictures.ts';

export const MEDIA_WIDTHS = PICTURE_WIDTHS;
export type MediaWidth = (typeof MEDIA_WIDTHS)[number];

export type MediaFormat = PictureFormat;
export const MEDIA_FORMATS: readonly MediaFormat[] = ['webp', 'avif'];

export interface MediaFile {
	width: MediaWidth;
	format: MediaFormat | typeof CLIP_FORMAT;
}

/** Short silent films of our own, stored beside the pictures in one width. */
export const CLIP_FORMAT = 'webm';
export const CLIP: MediaFile = { width: 640, format: CLIP_FORMAT };

export const clipUrl = (mediaId: string): string => `/media/${mediaId}/${fileName(CLIP)}`;

export function mediaUrl<Id extends string | null>(
	mediaId: Id,
	width: MediaWidth,
	format?: MediaFormat,
): Id extends string ? string : null;
export function mediaUrl(mediaId: string | null, width: MediaWidth, format: MediaFormat = 'webp'): string | null {
	return mediaId === null ? null : `/media/${mediaId}/${fileName({ width, format })}`;
}

export const fileName = ({ width, format }: MediaFile): string => `${width}.${format}`;

/** Returns true if a text has the form of a picture id. Anything else, such as a path, is refused. */
export const isMediaId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** An id that no picture has. Requested to check that a store answers. */
export const NOBODYS_PICTURE = '0'.repeat(32);

export function readFileName(name: string): MediaFile | null {
	for (const width of MEDIA_WIDTHS)
		for (const format of [...MEDIA_FORMATS, CLIP_FORMAT] as const)
			if (name === fileName({ width, format })) return { width, format };
	return null;
}

/** The stored file that answers best: the wanted format first, then the next wider, else the widest there is. */
export function nearestFile(wanted: MediaFile, stored: readonly MediaFile[]): MediaFile | null {
	const sameFormat = stored.filter(({ format }) => format === wanted.format);
	const candidates = (sameFormat.length > 0 ? sameFormat : stored).toSorted((one, other) => one.width - other.width);
	return candidates.find(({ width }) => width >= wanted.width) ?? candidates.at(-1) ?? null;
}

/** The widths to store of a picture: all that are narrower, and the one that holds it whole. */
export function widthsFor(sourceWidth: number, allowed: readonly MediaWidth[] = MEDIA_WIDTHS): MediaWidth[] {
	const whole = allowed.findIndex((width) => width >= sourceWidth);
	return whole === -1 ? [...allowed] : allowed.slice(0, whole + 1);
}
