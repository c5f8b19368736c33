/** Checks that bytes have the format of their name. A proxy before a store may answer an HTML page with status 200. */
import { CLIP_FORMAT, type MediaFile } from './names.ts';

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
