import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { photo } from '../../tests/fixtures/site/photo.ts';
import { diskStore, type MediaStore, watched } from './store.ts';
import { storeClip, storeImage, UnusableImage } from './media.ts';
import { clipUrl } from './names.ts';
import { registerMedia } from './routes.ts';

const folder = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-media-')));
let store: MediaStore;
let app: FastifyInstance;
beforeAll(() => registerMedia((app = Fastify()), (store = diskStore(folder.path))));
afterAll(() => app.close());

describe('a picture that an operator uploads', () => {
	it('is stored in every width up to its own, in both formats, and never enlarged', async () => {
		const stored = await storeImage(store, await photo(700, 350));
		expect(stored).toMatchObject({ width: 700, height: 350 });
		const names = await readdir(join(folder.path, 'media', stored.mediaId));
		const expected = '96 320 640 1280'.split(' ').flatMap((width) => [`${width}.avif`, `${width}.webp`]);
		expect(names.toSorted()).toEqual(expected.toSorted());
		const widest = await store.read(stored.mediaId, { width: 1280, format: 'webp' });
		expect(await sharp(widest ?? undefined).metadata()).toMatchObject({ width: 700, height: 350 });
	});

	it('has the same id when it comes again, and is not encoded again', async () => {
		const bytes = await photo(200, 200);
		const { mediaId } = await storeImage(store, bytes);
		const file = { width: 96, format: 'webp' } as const;
		const kept = await sharp(await photo(5, 5))
			.webp()
			.toBuffer();
		await store.write(mediaId, file, kept);
		expect((await storeImage(store, bytes)).mediaId).toBe(mediaId);
		expect(await store.read(mediaId, file)).toEqual(kept);
	});

	it('of which a power cut or a proxy has left something else is never sent to be kept, and mended by another upload', async () => {
		const bytes = await photo(90, 90);
		const { mediaId } = await storeImage(store, bytes);
		const files = await store.list(mediaId);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...files), fc.uint8Array({ maxLength: 400 }), async (file, left) => {
				await store.write(mediaId, file, left);
				const { headers, statusCode } = await app.inject(`/media/${mediaId}/${file.width}.${file.format}`);
				expect([statusCode, headers['cache-control']]).toEqual([500, 'no-store']);
				await storeImage(store, bytes);
				expect((await store.read(mediaId, file))?.length).toBeGreaterThan(80);
			}),
			{ numRuns: 10, examples: [[files[0]!, new Uint8Array()]] },
		);
	});

	it('loses its metadata and stands upright', async () => {
		const turned = await sharp(await photo(300, 100))
			.withExif({ IFD0: { Artist: 'somebody' } })
			.withMetadata({ orientation: 6 })
			.jpeg()
			.toBuffer();
		const { mediaId, width, height } = await storeImage(store, turned);
		expect([width, height]).toEqual([100, 300]);
		const metadata = await sharp((await store.read(mediaId, { width: 96, format: 'webp' })) ?? undefined).metadata();
		expect([metadata.width, metadata.exif, metadata.orientation]).toEqual([96, undefined, undefined]);
	});
});

it('that a full disk refuses leaves nothing behind, and all others are shown as before', async () => {
	const disk = watched(store);
	const { mediaId } = await storeImage(disk, await photo(90, 90));
	const [shown, refused] = [{ width: 96, format: 'webp' } as const, { width: 320, format: 'avif' } as const];
	// A folder in its place: the file is written, and cannot be put there.
	await mkdir(join(folder.path, 'media', mediaId, '320.avif'));
	await expect(disk.write(mediaId, refused, Buffer.from('x'))).rejects.toMatchObject({ slug: 'pictures_unavailable' });
	expect(disk.fault()).toContain('does not answer');
	expect((await readdir(join(folder.path, 'media', mediaId))).filter((name) => name.startsWith('.'))).toEqual([]);
	expect(await disk.read(mediaId, shown)).not.toBeNull();
});

describe('a picture of any shape', () => {
	/** A store in memory, so that hundreds of files cost no disk. */
	function openStore(files: Map<string, Uint8Array>): MediaStore {
		return {
			...store,
			list: async () => [],
			write: async (_, { width, format }, bytes) => void files.set(`${width}.${format}`, bytes),
		};
	}

	it.each([
		[1, 16_384],
		[16_384, 1],
		[1, 100],
		[100, 1],
		[200, 20_000],
		[17_000, 170],
		[1_300, 17_000],
		[1, 1],
		[3, 5],
	])('%i × %i pixels: all widths are stored, or the picture is refused', async (width, height) => {
		const files = new Map<string, Uint8Array>();
		const bytes = await photo(width, height);
		const isThin = Math.max(width, height) > 100 * Math.min(width, height);
		const storing = storeImage(openStore(files), bytes, { formats: ['webp'] });
		if (isThin) return await expect(storing).rejects.toThrow(UnusableImage);
		await storing;
		expect(files.size).toBeGreaterThan(0);
		for (const file of files.values()) {
			const size = await sharp(file).metadata();
			expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(16_383);
			expect(Math.abs(size.width / size.height / (width / height) - 1)).toBeLessThan(0.2);
		}
	});

	/** A part of a PNG. */
	const chunk = (type: string, data: Buffer) => {
		const named = Buffer.concat([Buffer.from(type), data]);
		const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
		length.writeUInt32BE(data.length);
		sum.writeUInt32BE(crc32(named));
		return Buffer.concat([length, named, sum]);
	};

	it('is refused before it is read where a small file unfolds into more than 40 million pixels', async () => {
		const [png, header] = [await photo(1, 1), Buffer.alloc(13)];
		header.writeUInt32BE(10_000, 0);
		header.writeUInt32BE(4_001, 4);
		header.set([1, 0, 0, 0, 0], 8);
		const pixels = deflateSync(Buffer.alloc(1_000_000));
		const bomb = [png.subarray(0, 8), chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
		const stored = storeImage(openStore(new Map()), Buffer.concat(bomb));
		await expect(stored).rejects.toMatchObject({
			cause: { message: expect.stringContaining('pixel limit') as string },
		});
	});

	it('is read without the texts that a PNG may hold, whose bytes are packed a thousand times', async () => {
		const png = await photo(40, 30);
		const packed = deflateSync(Buffer.alloc(7_000_000, 'a'));
		const texts = [
			chunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), packed])),
			chunk('iTXt', Buffer.concat([Buffer.from('k\0\u0001\0\0\0'), packed])),
			chunk('tEXt', Buffer.from('k\0v')),
		];
		const heavy = Buffer.concat([
			png.subarray(0, 33),
			...Array.from({ length: 60 }, () => texts).flat(),
			png.subarray(33),
		]);
		const before = process.resourceUsage().maxRSS;
		expect(await storeImage(openStore(new Map()), heavy)).toMatchObject({ width: 40, height: 30 });
		expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000);
	});

	it.each([95, 5_000])('with %i scans more than a program writes is refused before they are read', async (more) => {
		const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2fd3c2' } });
		const jpeg = await picture.jpeg({ progressive: true }).toBuffer();
		expect(await storeImage(openStore(new Map()), jpeg)).toMatchObject({ width: 40, height: 30 });
		const end = jpeg.length - 2;
		const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end);
		const heavy = [jpeg.subarray(0, end), ...Array.from({ length: more }, () => scan), jpeg.subarray(end)];
		const stored = storeImage(openStore(new Map()), Buffer.concat(heavy));
		await expect(stored).rejects.toMatchObject({ cause: { message: 'A JPEG of too many scans' } });
	});

	it('is taken with a thumbnail in it and a phone’s film behind it, whatever bytes they have', async () => {
		const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2fd3c2' } });
		const jpeg = await picture.jpeg({ progressive: true }).toBuffer();
		const scans = Buffer.alloc(60_000, Buffer.from([0xff, 0xda, 0, 2]));
		const head = Buffer.from([0xff, 0xe1, (scans.length + 2) >> 8, (scans.length + 2) & 0xff]);
		const moving = Buffer.concat([jpeg.subarray(0, 2), head, scans, jpeg.subarray(2), scans]);
		expect(await storeImage(openStore(new Map()), moving)).toMatchObject({ width: 40, height: 30 });
	});

	it.each([true, false])(
		'is taken without its last bytes, and refused without its lower half (progressive: %s)',
		async (progressive) => {
			const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
			const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#2fd3c2', noise } });
			const jpeg = await picture.jpeg({ progressive }).toBuffer();
			for (const lost of [1, 2, 3, 40])
				expect(await storeImage(openStore(new Map()), jpeg.subarray(0, -lost))).toMatchObject({
					width: 640,
					height: 480,
				});
			const half = storeImage(openStore(new Map()), jpeg.subarray(0, progressive ? 1_000 : jpeg.length / 2));
			await expect(half).rejects.toBeInstanceOf(UnusableImage);
		},
	);

	it('is refused, and nothing else fails, whatever a damaged file makes the library say', async () => {
		const whole = await Promise.all(
			(['png', 'jpeg', 'webp', 'gif', 'avif'] as const).map((format) =>
				sharp({ create: { width: 40, height: 30, channels: 3, background: '#2fd3c2' } })
					.toFormat(format)
					.toBuffer(),
			),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...whole),
				fc.array(fc.tuple(fc.nat(), fc.nat(255))),
				fc.nat(),
				async (...given) => {
					const [picture, changes, cut] = given;
					const bytes = Buffer.from(picture);
					for (const [at, value] of changes) bytes[at % bytes.length] = value;
					const damaged = bytes.subarray(0, bytes.length - (cut % bytes.length));
					await storeImage(openStore(new Map()), damaged, { widths: [96] }).catch((fault: unknown) =>
						expect(fault).toBeInstanceOf(UnusableImage),
					);
				},
			),
			{ numRuns: 30 },
		);
	});
});

const ftyp = (brand: string) => Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1heic`, 'latin1');
it.each([
	['HEIC', ftyp('heic')],
	['HEIC', ftyp('mif1')],
	['film', ftyp('qt  ')],
	['BMP', Buffer.from('BM\u0046\0\0\0\0\0\0\0', 'latin1')],
	['TIFF', Buffer.from('II*\0\u0008\0\0\0', 'latin1')],
	['JPEG 2000', Buffer.from('0000000c6a5020200d0a870a', 'hex')],
	['JPEG XL', Buffer.from('0000000c4a584c200d0a870a', 'hex')],
	['Photoshop', Buffer.from('8BPS\0\u0001', 'latin1')],
	['PDF', Buffer.from('%PDF-1.7')],
	['SVG', Buffer.from('<?xml version="1.0"?>\n<!-- a logo -->\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
	['web page', Buffer.from('<!DOCTYPE html><title>404</title>')],
	['JPEG', Buffer.from('ffd8ffe000104a46', 'hex')],
	['PNG', Buffer.from('89504e470d0a1a0a0000', 'hex')],
	['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
	['empty', Buffer.alloc(0)],
	['not a picture', Buffer.from('words')],
])('the refusal of a file names what was found (%s) and what works', async (found, bytes) => {
	const refusal = storeImage(store, bytes);
	for (const told of [found, 'JPEG, PNG, WebP, GIF or AVIF', UnusableImage])
		await expect(refusal).rejects.toThrow(told);
});

describe('a browser that asks for a picture', () => {
	it('gets it with its type, to keep for ever', async () => {
		const { mediaId } = await storeImage(store, await photo(400, 400));
		const answer = await app.inject(`/media/${mediaId}/320.avif`);
		const headers = { 'content-type': 'image/avif', 'cache-control': 'public, max-age=31536000, immutable' };
		expect(answer).toMatchObject({ statusCode: 200, headers });
		expect((await sharp(answer.rawPayload).metadata()).width).toBe(320);
	});

	it('gets the nearest stored one for every allowed width', async () => {
		const few = { formats: ['webp' as const], widths: [96, 640] as const };
		const { mediaId } = await storeImage(store, await photo(500, 500, '#2fd3c2'), few);
		for (const [file, width] of [
			['96.webp', 96],
			['320.webp', 500],
			['1280.webp', 500],
			['1280.avif', 500],
		] as const) {
			const answer = await app.inject(`/media/${mediaId}/${file}`);
			expect(answer.headers['content-type']).toBe('image/webp');
			expect((await sharp(answer.rawPayload).metadata()).width).toBe(width);
		}
	});

	it('is told when it has the picture already, and may ask for a part of it', async () => {
		const { mediaId } = await storeImage(store, await photo(400, 400));
		const url = `/media/${mediaId}/320.webp`;
		const whole = await app.inject(url);
		const etag = String(whole.headers.etag);
		expect([etag, whole.headers['accept-ranges']]).toEqual([`"${mediaId}-320.webp"`, 'bytes']);
		const known = await app.inject({ url, headers: { 'if-none-match': etag } });
		expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
		const size = whole.rawPayload.length;
		const part = await app.inject({ url, headers: { range: 'bytes=2-5' } });
		expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 2-5/${size}`]);
		expect(part.rawPayload.equals(whole.rawPayload.subarray(2, 6))).toBe(true);
		const beyond = await app.inject({ url, headers: { range: `bytes=${size}-` } });
		expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
		const other = await app.inject({ url, headers: { range: 'bytes=2-5', 'if-range': '"another"' } });
		expect([other.statusCode, other.rawPayload.length]).toEqual([200, size]);
	});

	it('gets a film as a film, and parts of it, as players ask', async () => {
		const film = await readFile(join(import.meta.dirname, '../../demo/clips/ocean.webm'));
		const url = clipUrl(await storeClip(store, film));
		const whole = await app.inject({ url });
		expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'video/webm']);
		expect(whole.rawPayload.equals(film)).toBe(true);
		const part = await app.inject({ url, headers: { range: 'bytes=0-3' } });
		expect([part.statusCode, part.rawPayload.toString('hex')]).toEqual([206, '1a45dfa3']);
	});

	it.each([
		`/media/${'0'.repeat(32)}/640.webp`,
		'/media/../secret.webp',
		'/media/%2e%2e/secret.webp',
		'/media/..%2f..%2fetc/640.webp',
		`/media/${'a'.repeat(32)}/..%2f..%2fsecret.webp`,
		`/media/${'a'.repeat(32)}/641.webp`,
		`/media/${'a'.repeat(32)}/640.svg`,
	])('gets 404 for what is not there, and cannot leave the folder: %s', async (url) => {
		await writeFile(join(folder.path, 'secret.webp'), 'for nobody');
		const answer = await app.inject(url);
		expect(answer.statusCode).toBe(404);
		expect(answer.body).not.toContain('for nobody');
	});
});
