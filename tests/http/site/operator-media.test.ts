/** Uploads by operators: accepted and refused files. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { uploadPicture } from '#contract/operator/media.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, trailOf, uploadAs } from '../../fixtures/operators/operators.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
const editor = beforeTests(() => aColleague(site.owner, 'editor'));

const upload = (bytes: Uint8Array, name = 'cover.png', type = 'image/png') =>
	uploadAs(site, editor, '/console/media', { name, bytes, type });

it('a picture is taken in, served anew encoded without what came with it, and is on record', async () => {
	const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#2fd3c2' } })
		.withExif({ IFD0: { Copyright: 'somebody’s secret' } })
		.jpeg()
		.toBuffer();
	const picture = dataOf(uploadPicture, await upload(bytes, 'holiday.jpg', 'text/html'));
	expect(picture).toMatchObject({ width: 500, height: 300 });
	const served = await site.app.inject({ url: picture.url });
	expect(served.headers['content-type']).toBe('image/webp');
	expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
	expect((await trailOf(site, `media:${picture.media_id}`))[0]).toMatchObject({ after: { file: 'holiday.jpg' } });
});

it('a refusal names the kind that was found and the kinds that work, as a file of an iPhone shows', async () => {
	const answer = await upload(
		Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
		'IMG_0001.JPG',
		'image/jpeg',
	);
	expect(answer.body).toMatchObject({
		error: 'picture_unusable',
		message: expect.stringMatching(/HEIC.*JPEG, PNG, WebP, GIF or AVIF/),
	});
});

it('a small file that unfolds into a huge picture is refused', async () => {
	expect((await upload(bomb(50_000, 50_000))).body.error).toBe('picture_unusable');
});

it('a file that is too large is refused, ten megabytes or fifty', async () => {
	for (const megabytes of [10.1, 50]) {
		const answer = await upload(Buffer.alloc(megabytes * 1024 * 1024));
		expect(answer.status).toBe(413);
	}
	expect(await site.owner.query({ text: 'select count(*) as count from media' })).toEqual([{ count: 1 }]);
});

/** A PNG of so many pixels, all of one color, in a few hundred kilobytes or less. */
function bomb(width: number, height: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([1, 0, 0, 0, 0], 8);
	const pixels = deflateSync(Buffer.alloc(1_000_000));
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type), data]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(data.length, 0);
	frame.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
