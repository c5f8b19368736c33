/** Pictures in a bucket instead of on a disk: the same store, spoken over S3 with every signature checked. */
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Emulator, type RunningS3 } from '../../../emulators/s3/emulator.ts';
import { readConfig } from '#server/config.ts';
import { storeImage } from '#server/media/media.ts';
import { registerMedia } from '#server/media/routes.ts';
import type { MediaStore } from '#server/media/store.ts';
import { expectPictures, openPictures } from '#server/pictures.ts';

const keys = { accessKeyId: 'emulator-key', secretAccessKey: 'emulator/secret+with=signs' };
let s3: RunningS3;
let pictures: MediaStore;

beforeAll(async () => {
	s3 = await startS3Emulator({ ...keys, bucket: 'pictures', pageSize: 3 });
	pictures = openPictures(configOf());
});
afterAll(() => s3.close());
beforeEach(() => s3.objects.clear());

const configOf = (changes: Record<string, string> = {}) =>
	readConfig({
		MEDIA_S3_BUCKET: 'pictures',
		MEDIA_S3_ENDPOINT: s3.origin,
		MEDIA_S3_REGION: 'eu-central-1',
		MEDIA_S3_PREFIX: 'site-one/',
		MEDIA_S3_ACCESS_KEY_ID: keys.accessKeyId,
		MEDIA_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
		...changes,
	});

const photo = (width: number) =>
	sharp({ create: { width, height: 200, channels: 3, background: '#2fd3c2' } })
		.png()
		.toBuffer();

describe('a picture', () => {
	it('lies in the bucket in every width and both formats, to be kept for ever', async () => {
		const { mediaId } = await storeImage(pictures, await photo(700));
		const expected = ['96', '320', '640', '1280'].flatMap((width) => [`${width}.avif`, `${width}.webp`]);
		expect([...s3.objects.keys()].toSorted()).toEqual(
			expected.map((name) => `site-one/media/${mediaId}/${name}`).toSorted(),
		);
		expect(s3.objects.get(`site-one/media/${mediaId}/320.avif`)).toMatchObject({
			type: 'image/avif',
			cacheControl: 'public, max-age=31536000, immutable',
		});
		// Three to a page: the list goes on until its end.
		expect(await pictures.list(mediaId)).toHaveLength(8);
	});

	it('is not encoded again when it comes again', async () => {
		const bytes = await photo(90);
		const { mediaId } = await storeImage(pictures, bytes);
		s3.objects.set(`site-one/media/${mediaId}/96.webp`, { bytes: Buffer.from('kept'), type: '', cacheControl: '' });
		await storeImage(pictures, bytes);
		expect(String(s3.objects.get(`site-one/media/${mediaId}/96.webp`)?.bytes)).toBe('kept');
	});

	it('reaches a browser through the site, and from memory the second time', async () => {
		const { mediaId } = await storeImage(pictures, await photo(400));
		const app = Fastify();
		registerMedia(app, pictures);
		const first = await app.inject(`/media/${mediaId}/320.webp`);
		const asked = s3.requests;
		const second = await app.inject(`/media/${mediaId}/320.webp`);
		expect([first.statusCode, second.statusCode, first.headers['content-type']]).toEqual([200, 200, 'image/webp']);
		expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
		expect(s3.requests).toBe(asked);
		expect((await app.inject(`/media/${'0'.repeat(32)}/320.webp`)).statusCode).toBe(404);
		await app.close();
	});

	it('is gone from bucket and memory when it is removed', async () => {
		const { mediaId } = await storeImage(pictures, await photo(90));
		const file = { width: 96, format: 'webp' } as const;
		expect(await pictures.read(mediaId, file)).not.toBeNull();
		await pictures.remove(mediaId);
		expect([s3.objects.size, await pictures.read(mediaId, file)]).toEqual([0, null]);
		await pictures.remove(mediaId);
	});

	it('is stored all the same when the store asks for patience', async () => {
		s3.failures = 2;
		const { mediaId } = await storeImage(pictures, await photo(90));
		expect(await pictures.list(mediaId)).toHaveLength(2);
	});
});

describe('a start', () => {
	it('succeeds with a bucket and keys that work', async () => {
		await expectPictures(openPictures(configOf()));
	});

	it.each([
		['wrong keys', { MEDIA_S3_SECRET_ACCESS_KEY: 'guessed' }, /SignatureDoesNotMatch/],
		['a bucket that is not there', { MEDIA_S3_BUCKET: 'elsewhere' }, /no bucket elsewhere/],
	])('fails with %s, and says so', async (_, changes, reason) => {
		const failing = expectPictures(openPictures(configOf(changes)));
		await expect(failing).rejects.toMatchObject({ cause: { message: expect.stringMatching(reason) as string } });
	});

	it.each([
		['half of the keys', { MEDIA_S3_ACCESS_KEY_ID: '' }, /go together/],
		['a name that no bucket has', { MEDIA_S3_BUCKET: 'A b' }, /MEDIA_S3_BUCKET/],
		['an endpoint with a path', { MEDIA_S3_ENDPOINT: 'https://objects.example/bucket' }, /MEDIA_S3_ENDPOINT/],
		['a prefix without a slash', { MEDIA_S3_PREFIX: 'site' }, /MEDIA_S3_PREFIX/],
		['our emulator on a public site', { PUBLIC_URL: 'https://vote.example' }, /MEDIA_S3_ENDPOINT is plain http/],
	])('is refused with %s', (_, changes, reason) => {
		expect(() => configOf(changes)).toThrow(reason);
	});
});
