import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskStore } from './disk.ts';
import { storeClip, storeImage, UnusableImage } from './media.ts';
import { clipUrl } from './names.ts';
import { registerMedia } from './routes.ts';
import type { MediaStore } from './store.ts';

let folder: string;
let store: MediaStore;
let app: FastifyInstance;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-media-'));
	store = diskStore(folder);
	app = Fastify();
	registerMedia(app, store);
});

afterAll(async () => {
	await app.close();
	await rm(folder, { recursive: true });
});

const photo = (width: number, height: number, background = '#ff5f7e') =>
	sharp({ create: { width, height, channels: 3, background } })
		.png()
		.toBuffer();

describe('a picture that an operator uploads', () => {
	it('is stored in every width up to its own, in both formats', async () => {
		const stored = await storeImage(store, await photo(700, 350));
		expect(stored).toMatchObject({ width: 700, height: 350 });
		const names = await readdir(join(folder, 'media', stored.mediaId));
		expect(names.toSorted()).toEqual(
			['96', '320', '640', '1280'].flatMap((width) => [`${width}.avif`, `${width}.webp`]).toSorted(),
		);
	});

	it('is never enlarged', async () => {
		const { mediaId } = await storeImage(store, await photo(700, 350));
		const widest = await store.read(mediaId, { width: 1280, format: 'webp' });
		expect(await sharp(widest ?? undefined).metadata()).toMatchObject({ width: 700, height: 350 });
	});

	it('has the same id when it comes again, and is not encoded again', async () => {
		const bytes = await photo(200, 200);
		const { mediaId } = await storeImage(store, bytes);
		const file = { width: 96, format: 'webp' } as const;
		await store.write(mediaId, file, Buffer.from('kept'));
		expect((await storeImage(store, bytes)).mediaId).toBe(mediaId);
		expect(String(await store.read(mediaId, file))).toBe('kept');
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

	it.each([
		['a text', Buffer.from('<html><script>alert(1)</script></html>')],
		['a broken picture', Buffer.from('89504e470d0a1a0a0000', 'hex')],
		[
			'a drawing with code',
			Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
		],
		['nothing', Buffer.alloc(0)],
	])('is refused when it is %s', async (_, bytes) => {
		await expect(storeImage(store, bytes)).rejects.toThrow(UnusableImage);
	});
});

describe('a browser that asks for a picture', () => {
	it('gets it with its type, to keep for ever', async () => {
		const { mediaId } = await storeImage(store, await photo(400, 400));
		const answer = await app.inject(`/media/${mediaId}/320.avif`);
		expect(answer.statusCode).toBe(200);
		expect(answer.headers['content-type']).toBe('image/avif');
		expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
		expect((await sharp(answer.rawPayload).metadata()).width).toBe(320);
	});

	it('gets the nearest stored one for every allowed width', async () => {
		const { mediaId } = await storeImage(store, await photo(500, 500, '#2fd3c2'), {
			formats: ['webp'],
			widths: [96, 640],
		});
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

	it('gets 404 for a picture that is not there', async () => {
		expect((await app.inject(`/media/${'0'.repeat(32)}/640.webp`)).statusCode).toBe(404);
	});

	it.each([
		'/media/../secret.webp',
		'/media/%2e%2e/secret.webp',
		'/media/..%2f..%2fetc/640.webp',
		`/media/${'a'.repeat(32)}/..%2f..%2fsecret.webp`,
		`/media/${'a'.repeat(32)}/641.webp`,
		`/media/${'a'.repeat(32)}/640.svg`,
	])('cannot leave the folder by %s', async (url) => {
		await writeFile(join(folder, 'secret.webp'), 'for nobody');
		const answer = await app.inject(url);
		expect(answer.statusCode).toBe(404);
		expect(answer.body).not.toContain('for nobody');
	});
});
