/**
 * Reads which characters a WOFF2 file has glyphs for: its `cmap` table. Packages name ranges of characters for browsers,
 * which look into the file too before they draw. Pure.
 */
import { brotliDecompressSync } from 'node:zlib';

export type Ranges = [number, number][];

/** Tags that WOFF2 writes as a number, as far as they matter here. */
const [CMAP, GLYF, LOCA, SPELLED_OUT] = [0, 10, 11, 63];
const UNTRANSFORMED = 3;

/** @throws {Error} for a file that is not WOFF2, or has no table of Unicode characters */
export function glyphRanges(file: Buffer): Ranges {
	const ranges = rangesOf(readCmap(file));
	if (ranges.length === 0) throw new Error('The font has no table of Unicode characters');
	return ranges;
}

function readCmap(file: Buffer): Buffer {
	if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('The font is not WOFF2');
	let at = 48;
	const readNumber = () => {
		let value = 0;
		let byte;
		do {
			byte = file.readUInt8(at++);
			value = value * 128 + (byte & 0x7f);
		} while (byte >= 0x80);
		return value;
	};
	let offset = 0;
	let cmap: [number, number] | undefined;
	for (let count = file.readUInt16BE(12); count > 0; count--) {
		const flags = file.readUInt8(at++);
		const tag = flags & 0x3f;
		const transform = flags >> 6;
		if (tag === SPELLED_OUT) at += 4;
		let length = readNumber();
		const isTransformed = tag === GLYF || tag === LOCA ? transform !== UNTRANSFORMED : transform !== 0;
		if (isTransformed) length = readNumber();
		if (tag === CMAP) cmap = [offset, offset + length];
		offset += length;
	}
	const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
	return tables.subarray(...(cmap ?? [0, 0]));
}

/** Formats 4 and 12, which all fonts of the web have. */
function rangesOf(cmap: Buffer): Ranges {
	const ranges: Ranges = [];
	for (let index = 0; cmap.length > 0 && index < cmap.readUInt16BE(2); index++) {
		const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4));
		const format = table.readUInt16BE(0);
		if (format === 12) {
			for (let group = 0; group < table.readUInt32BE(12); group++)
				ranges.push([table.readUInt32BE(16 + 12 * group), table.readUInt32BE(20 + 12 * group)]);
		}
		if (format === 4) {
			const segments = table.readUInt16BE(6);
			for (let place = 0; place < segments; place += 2) {
				const [first, last] = [table.readUInt16BE(16 + segments + place), table.readUInt16BE(14 + place)];
				// The last segment ends the table.
				if (first !== 0xffff) ranges.push([first, last]);
			}
		}
	}
	return ranges;
}
