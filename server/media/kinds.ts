/** Names the kind of a file by its first bytes, whatever its name says. Pure. */

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
export function kindOf(bytes: Uint8Array): string | null {
	const start = latin(bytes);
	return KINDS.find(([pattern]) => pattern.test(start))?.[1] ?? null;
}

/** The kinds that are taken, as people know them. */
const TAKEN = new Set(['JPEG', 'PNG', 'WebP', 'GIF', 'AVIF']);

const WAY_OUT = 'Please use a JPEG, PNG, WebP, GIF or AVIF picture';

/** Says to operators why a file was not taken, and which kinds work. */
export function refusalOf(bytes: Uint8Array): string {
	if (bytes.length === 0) return `This file is empty. ${WAY_OUT}`;
	const kind = kindOf(bytes);
	if (kind === null) return `This file is not a picture that is known here. ${WAY_OUT}`;
	if (TAKEN.has(kind))
		return `This ${kind} picture is damaged or incomplete, has more than 40 million pixels, or is over 100 times longer than wide. ${WAY_OUT}`;
	return `This file is of the kind ${kind}, which cannot be used. ${WAY_OUT}`;
}
