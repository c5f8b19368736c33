/** Taking pictures in: checked by content, stripped, re-encoded, and named by what they hold. */
import { createHash } from 'node:crypto';
import sharp, { type OutputInfo } from 'sharp';
import { MEDIA_FORMATS, MEDIA_WIDTHS, widthsFor, CLIP, type MediaFormat, type MediaWidth } from './names.ts';
import type { MediaStore } from './store.ts';

export interface StoredImage {
	mediaId: string;
	/** Width of the source in pixels. */
	width: number;
	height: number;
}

export interface StoreOptions {
	formats?: readonly MediaFormat[];
	widths?: readonly MediaWidth[];
}

/** The bytes are no picture that we take. */
export class UnusableImage extends Error {}

const UPLOAD_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);
const PIXELS_MAX = 40_000_000;
/** Part of every id: a change of the encoding gives new ids, so that immutable addresses stay true. */
const ENCODING = 'lightstick-media-1';

/**
 * Stores a picture in every width and format, and says under which id. The same bytes give the same id, and what is
 * stored already is not encoded again. Only pixels survive: no metadata, no animation, no profile but sRGB.
 * @throws {UnusableImage}
 */
export async function storeImage(
	store: MediaStore,
	bytes: Uint8Array,
	{ formats = MEDIA_FORMATS, widths = MEDIA_WIDTHS }: StoreOptions = {},
): Promise<StoredImage> {
	const mediaId = createHash('sha256').update(ENCODING).update(bytes).digest('hex').slice(0, 32);
	const size = await measure(bytes);
	const wanted = widthsFor(size.width, widths).flatMap((width) => formats.map((format) => ({ width, format })));
	const stored = await store.list(mediaId);
	const missing = wanted.filter((file) => !stored.some((it) => it.width === file.width && it.format === file.format));
	if (missing.length > 0) {
		const pixels = await decode(bytes);
		await Promise.all(
			missing.map(async (file) => store.write(mediaId, file, await encode(pixels, file.width, file.format))),
		);
	}
	return { mediaId, ...size };
}

async function measure(bytes: Uint8Array): Promise<{ width: number; height: number }> {
	const { format, autoOrient } = await orUnusable(() => open(bytes).metadata());
	if (!UPLOAD_FORMATS.has(format ?? ''))
		throw new UnusableImage(`${format ?? 'This'} is not a kind of picture that we take`);
	return { width: autoOrient.width, height: autoOrient.height };
}

interface Pixels {
	data: Buffer;
	info: OutputInfo;
}

/** Decodes once for all widths: drawing or decoding costs more than any encoding after it. */
function decode(bytes: Uint8Array): Promise<Pixels> {
	return orUnusable(() => open(bytes).autoOrient().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }));
}

/** AVIF effort 2: 4 takes up to twenty times as long for a few per cent. */
function encode({ data, info }: Pixels, width: MediaWidth, format: MediaFormat): Promise<Buffer> {
	const { width: rawWidth, height, channels } = info;
	const picture = sharp(data, { raw: { width: rawWidth, height, channels } }).resize({
		width,
		withoutEnlargement: true,
	});
	return format === 'avif'
		? picture.avif({ quality: 58, effort: 2 }).toBuffer()
		: picture.webp({ quality: 82, effort: 2 }).toBuffer();
}

const open = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' });

async function orUnusable<Result>(read: () => Promise<Result>): Promise<Result> {
	try {
		return await read();
	} catch (error) {
		throw new UnusableImage('The picture cannot be read', { cause: error });
	}
}

/** Stores a WebM file and says under which id. The same bytes give the same id. */
export async function storeClip(store: MediaStore, bytes: Uint8Array): Promise<string> {
	const mediaId = createHash('sha256').update('lightstick-clip-1').update(bytes).digest('hex').slice(0, 32);
	if ((await store.list(mediaId)).length === 0) await store.write(mediaId, CLIP, bytes);
	return mediaId;
}
