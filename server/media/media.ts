/** Taking pictures in: checked by content, stripped, re-encoded, and named by what they hold. */
import { createHash } from 'node:crypto';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { MEDIA_FORMATS, MEDIA_WIDTHS, widthsFor, CLIP, type MediaFormat, type MediaWidth } from './names.ts';
import type { MediaStore } from './store.ts';

export interface StoredImage {
	mediaId: string;
	width: number;
	height: number;
}

export interface StoreOptions {
	formats?: readonly MediaFormat[];
	widths?: readonly MediaWidth[];
}

/** The bytes are no picture that we take. The message says to operators what they are, and what to use. */
export class UnusableImage extends Error {
	constructor(bytes: Uint8Array, options?: ErrorOptions) {
		super(refusalOf(bytes), options);
	}
}

const UPLOAD_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);
const PIXELS_MAX = 40_000_000;
/** WebP's limit. A higher picture is made smaller until it fits. */
const SIDE_MAX = 16_383;
/** How many times longer one side may be than the other: what is thinner shows nothing at any width that we store. */
const RATIO_MAX = 100;
/** Part of every id: a change of the encoding gives new ids, so that immutable addresses stay true. */
const ENCODING = 'lightstick-media-1';

/** Stores a picture in every size, under an id of its bytes. Only pixels survive. @throws {UnusableImage} */
export async function storeImage(
	store: MediaStore,
	bytes: Uint8Array,
	{ formats = MEDIA_FORMATS, widths = MEDIA_WIDTHS }: StoreOptions = {},
): Promise<StoredImage> {
	const mediaId = createHash('sha256').update(ENCODING).update(bytes).digest('hex').slice(0, 32);
	const size = await measure(bytes);
	const wanted = widthsFor(size.width, widths).flatMap((width) => formats.map((format) => ({ width, format })));
	const stored = await store.list(mediaId);
	const whole = await Promise.all(
		stored.map(async (file) => ((await store.read(mediaId, file).catch(() => null)) ? file : null)),
	);
	// Uploaded again, a picture that the store has lost or broken is mended.
	const missing = wanted.filter((file) => !whole.some((it) => it?.width === file.width && it.format === file.format));
	if (missing.length > 0) {
		const pixels = await orUnusable(bytes, () => decode(bytes));
		await Promise.all(
			missing.map(async (file) => {
				await store.write(mediaId, file, await orUnusable(bytes, () => encode(pixels, file.width, file.format)));
			}),
		);
	}
	return { mediaId, ...size };
}

async function measure(bytes: Uint8Array): Promise<{ width: number; height: number }> {
	const { format, autoOrient } = await orUnusable(bytes, () => open(bytes).metadata());
	const { width, height } = autoOrient;
	if (!UPLOAD_FORMATS.has(format ?? '')) throw new UnusableImage(bytes);
	if (Math.max(width, height) > RATIO_MAX * Math.min(width, height))
		throw new UnusableImage(bytes, { cause: new Error(`${width} × ${height} pixels`) });
	return { width, height };
}

interface Pixels {
	data: Buffer;
	info: OutputInfo;
}

/** Decodes once for all widths: drawing or decoding costs more than any encoding after it. */
async function decode(bytes: Uint8Array): Promise<Pixels> {
	if (marksOf(bytes).isCut) await expectLastRows(bytes);
	return open(bytes).autoOrient().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

/** Two rows of blocks: phones and messengers lose the last bytes of a JPEG, and browsers show it. A decoder paints what is lost gray. */
async function expectLastRows(bytes: Uint8Array): Promise<void> {
	const { data, info } = await open(bytes).raw().toBuffer({ resolveWithObject: true });
	const rows = data.subarray(-32 * info.width * info.channels);
	if (rows.every((value) => value === rows[0])) throw new Error('A JPEG that ends before its last rows');
}

/** AVIF effort 2: 4 takes up to twenty times as long for a few per cent. */
function encode({ data, info }: Pixels, width: MediaWidth, format: MediaFormat): Promise<Buffer> {
	const { width: rawWidth, height, channels } = info;
	const picture = sharp(data, { raw: { width: rawWidth, height, channels } }).resize({
		width,
		height: SIDE_MAX,
		fit: 'inside',
		withoutEnlargement: true,
	});
	return format === 'avif'
		? picture.avif({ quality: 58, effort: 2 }).toBuffer()
		: picture.webp({ quality: 82, effort: 2 }).toBuffer();
}

function open(bytes: Uint8Array): Sharp {
	const { scans, isCut } = marksOf(bytes);
	if (scans > SCANS_MAX) throw new Error('A JPEG of too many scans');
	const whole = isCut ? Buffer.concat([bytes, Buffer.of(0xff, END)]) : withoutTexts(bytes);
	return sharp(whole, { limitInputPixels: PIXELS_MAX, failOn: 'error' });
}

/** Each scan of a progressive JPEG takes 80 bytes and passes over all pixels: a megabyte would take minutes. Cameras write ten. */
const SCANS_MAX = 100;
const [END, SCAN] = [0xd9, 0xda];

/** Goes from marker to marker, as a decoder does: a thumbnail's end is none of the picture, nor are the scans of a film behind it. */
function marksOf(bytes: Uint8Array): { scans: number; isCut: boolean } {
	const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	let scans = 0;
	let at = kindOf(bytes) === 'JPEG' ? jpeg.indexOf(0xff, 2) : -1;
	while (at !== -1 && at + 4 <= jpeg.length && scans <= SCANS_MAX) {
		const marker = jpeg.readUInt8(at + 1);
		if (marker === END) break;
		if (marker === SCAN) scans++;
		// A filling byte, a byte of pixels, a restart among them; all else has a length.
		if (marker === 0xff) at += 1;
		else if (marker < 0xc0 || (marker >= 0xd0 && marker < END)) at += 2;
		else at += 2 + jpeg.readUInt16BE(at + 2);
		at = jpeg.indexOf(0xff, at);
	}
	return { scans, isCut: kindOf(bytes) === 'JPEG' && (at === -1 || jpeg[at + 1] !== END) };
}

/** Takes the texts out of a PNG. Nobody sees them, and the library unpacks all: gigabytes out of one megabyte. */
function withoutTexts(bytes: Uint8Array): Uint8Array {
	if (kindOf(bytes) !== 'PNG') return bytes;
	const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	const kept: Buffer[] = [];
	for (let [at, end] = [0, 8]; at < png.length; at = end, end += png.length - end < 8 ? 8 : png.readUInt32BE(end) + 12)
		if (!/^[tzi]TXt$/.test(png.toString('latin1', at + 4, at + 8))) kept.push(png.subarray(at, end));
	return Buffer.concat(kept);
}

/** Whatever the library says of a picture is said of the picture. */
async function orUnusable<Result>(bytes: Uint8Array, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw new UnusableImage(bytes, { cause: error });
	}
}

export async function storeClip(store: MediaStore, bytes: Uint8Array): Promise<string> {
	const mediaId = createHash('sha256').update('lightstick-clip-1').update(bytes).digest('hex').slice(0, 32);
	if ((await store.list(mediaId)).length === 0) await store.write(mediaId, CLIP, bytes);
	return mediaId;
}

/** A character for each byte. Control characters are raised by 0x100, so that patterns can be read. */
const latin = (bytes: Uint8Array) =>
	Array.from(bytes.subarray(0, 1_024), (byte) => String.fromCharCode(byte < 0x20 ? 0x100 + byte : byte)).join('');

/** Each by the bytes it begins with, in the order in which they are tried. */
const KINDS: readonly (readonly [RegExp, string])[] = [
	[/^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s, 'HEIC'],
	[/^.{4}ftypavi[fs]/s, 'AVIF'],
	[/^.{4}ftyp/s, 'film'],
	[/^\u00ff\u00d8\u00ff/, 'JPEG'],
	[/^\u0089PNG/, 'PNG'],
	[/^GIF8/, 'GIF'],
	[/^RIFF.{4}WEBP/s, 'WebP'],
	[/^(?:II\*\u0100|MM\u0100\*|II\+\u0100|MM\u0100\+)/, 'TIFF'],
	[/^BM/, 'BMP'],
	[/^(?:.{4}jP {2}|\u00ff\u004f\u00ff\u0051)/s, 'JPEG 2000'],
	[/^(?:.{4}JXL |\u00ff\u010a)/s, 'JPEG XL'],
	[/^\u0100\u0100[\u0101\u0102]\u0100/, 'icon'],
	[/^8BPS/, 'Photoshop'],
	[/^%PDF/, 'PDF'],
	[/^\u011aE\u00df\u00a3/, 'film'],
	[/<svg[\s\u0109\u010a\u010d>]/i, 'SVG'],
	[/^(?:\u00ef\u00bb\u00bf)?[\s\u0109\u010a\u010d]*<(?:!doctype html|html|head|body)/i, 'web page'],
];

/** Returns null for a kind that is not in the list: `HEIC`, `BMP`, `SVG`. */
function kindOf(bytes: Uint8Array): string | null {
	const start = latin(bytes);
	return KINDS.find(([pattern]) => pattern.test(start))?.[1] ?? null;
}

const TAKEN = new Set(['JPEG', 'PNG', 'WebP', 'GIF', 'AVIF']);

const WAY_OUT = 'Please use a JPEG, PNG, WebP, GIF or AVIF picture';

function refusalOf(bytes: Uint8Array): string {
	if (bytes.length === 0) return `This file is empty. ${WAY_OUT}`;
	const kind = kindOf(bytes);
	if (kind === null) return `This file is not a picture that is known here. ${WAY_OUT}`;
	if (TAKEN.has(kind))
		return `This ${kind} picture is damaged or incomplete, has more than 40 million pixels, or is over 100 times longer than wide. ${WAY_OUT}`;
	return `This file is of the kind ${kind}, which cannot be used. ${WAY_OUT}`;
}
