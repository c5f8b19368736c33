/** Whether bytes are what their name says. A store behind a proxy may answer a page of HTML, and call it a success. */
import type { MediaFormat } from './names.ts';

/** Looks at what the formats begin with, and for WebP at the length that it gives itself. */
export function isPicture(bytes: Buffer, format: MediaFormat): boolean {
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
