import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeAll, encodingFor } from './prepared.ts';

describe('the encoding of a response', () => {
	it.each([
		[undefined, 'plain'],
		['', 'plain'],
		['*', 'plain'],
		['zstd', 'plain'],
		['gzip', 'gzip'],
		['gzip, br', 'br'],
		['gzip;q=1.0, br;q=0.5', 'br'],
		['br;q=0', 'plain'],
		['br;q=0, gzip', 'gzip'],
		['br; q=0.000, gzip;q=0.8', 'gzip'],
		['br;q=0,gzip;q=0.0', 'plain'],
		['x-gzip, brotli', 'plain'],
	])('that is asked for with %j is %s', (accepted, encoding) => {
		expect(encodingFor(accepted)).toBe(encoding);
	});

	it('holds the same text in all', async () => {
		const text = '별빛 '.repeat(100);
		const { plain, gzip, br } = await encodeAll(text);
		for (const bytes of [plain, gunzipSync(gzip), brotliDecompressSync(br)]) expect(bytes.toString()).toBe(text);
	});
});
