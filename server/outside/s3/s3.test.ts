/** Pictures in a bucket instead of on a disk: the same store, spoken over S3 with every signature checked. */
import type { RequestListener, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { serveHttp } from '../../../tests/fixtures/http/serve.ts';
import { startS3Emulator, type RunningS3 } from '../../../tests/fixtures/s3/emulator.ts';
import { photo } from '../../../tests/fixtures/site/photo.ts';
import { readConfig, type S3Config } from '#server/config/config.ts';
import { answerErrors } from '#server/http/answers.ts';
import { keepSecurityEvents } from '#server/http/security-events.ts';
import { storeImage } from '#server/media/media.ts';
import { registerMedia } from '#server/media/routes.ts';
import type { MediaStore } from '#server/media/store.ts';
import { expectPictures, openPictures } from '#server/storage.ts';
import { openS3 } from './s3.ts';

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

	it('reaches a browser through the site, and from memory the second time', async () => {
		const { mediaId } = await storeImage(pictures, await photo(400));
		const app = aSite(pictures);
		const first = await app.inject(`/media/${mediaId}/320.webp`);
		const asked = s3.requests;
		const second = await app.inject(`/media/${mediaId}/320.webp`);
		expect([first.statusCode, second.statusCode, first.headers['content-type']]).toEqual([200, 200, 'image/webp']);
		expect([second.rawPayload.equals(first.rawPayload), s3.requests]).toEqual([true, asked]);
		expect((await app.inject(`/media/${'0'.repeat(32)}/320.webp`)).statusCode).toBe(404);
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

/** Starts a store that answers every request with the same function. */
async function aStore(answer: RequestListener): Promise<S3Config & { origin: string }> {
	const { origin, close } = await serveHttp(answer);
	onTestFinished(close);
	return { ...(configOf({ MEDIA_S3_ENDPOINT: origin }).media as S3Config), origin };
}

function aSite(store: MediaStore) {
	const app = Fastify();
	onTestFinished(() => app.close());
	keepSecurityEvents(app);
	answerErrors(app);
	registerMedia(app, store);
	return app;
}

it.each([
	['at all', () => undefined],
	['to the end', (_: unknown, response: ServerResponse) => void response.writeHead(200).write('RIFF')],
])(
	'a store that does not answer %s is given up in time, whatever the garbage collection takes meanwhile',
	async (_, answer) => {
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc') as () => void;
		const silent = await aStore(answer);
		const store = openS3(silent, { timeoutMs: 300 });
		const asking = [1, 2, 3, 4].map((n) => store.read(`media/${n}`).catch((error: unknown) => String(error)));
		const collecting = setInterval(collect, 20);
		const ends = await Promise.all(asking);
		clearInterval(collecting);
		expect(ends).toEqual(ends.map(() => 'Error: The object store did not answer within 300 ms'));
	},
);

it.each<[string, (response: ServerResponse) => unknown]>([
	['before it answers', ({ socket }) => socket?.destroy()],
	['within an answer', (response) => response.write('RIFF', () => response.destroy())],
])('a store that closes the connection %s is asked again', async (_, close) => {
	let closed = 0;
	const store = openS3(
		await aStore((request, response) => {
			if (closed < 2) {
				closed += 1;
				response.writeHead(200);
				close(response);
				return;
			}
			request.resume().on('end', () => response.end('RIFF and the rest'));
		}),
	);
	expect(String(await store.read('media/1'))).toBe('RIFF and the rest');
	closed = 0;
	await store.write('media/1', Buffer.from('RIFF'), 'image/webp');
	expect(closed).toBe(2);
});

const aList = (part: boolean, more: string) =>
	aStore((_, response) =>
		response.end(`<ListBucketResult><IsTruncated>${part}</IsTruncated>${more}</ListBucketResult>`),
	);
const goOn = (token: string) => `<NextContinuationToken>${token}</NextContinuationToken>`;

it.each(['<NextMarker>a</NextMarker>', goOn(''), goOn('a')])(
	'a store that lists a part, and leads nowhere from there, is not believed: %s',
	async (more) => await expect(openS3(await aList(true, more)).list('')).rejects.toThrow('listed a part only'),
);

it('a list that leads in a circle ends', async () => {
	let asked = 0;
	const store = await aStore((_, response) => {
		asked += 1;
		response.end(
			`<ListBucketResult><IsTruncated>true</IsTruncated>${goOn(asked % 2 === 0 ? 'a' : 'b')}</ListBucketResult>`,
		);
	});
	await expect(openS3(store).list('')).rejects.toThrow('listed a part only');
	expect(asked).toBe(3);
});

it.each([goOn(''), goOn('a')])('a list that is whole ends, whatever it says besides: %s', async (more) => {
	const store = await aList(false, `${more}<Key>media/1</Key>`);
	expect(await openS3({ ...store, prefix: '' }).list('')).toEqual(['media/1']);
});

it.each([204, 206])('a success by %i holds no whole picture', async (status) => {
	const store = openS3(await aStore((_, response) => void response.writeHead(status).end()));
	await expect(store.read('media/1')).rejects.toThrow(`answered ${status}`);
});

it.each<[string, RequestListener]>([
	...[301, 302, 303, 307, 308].map((status): [string, RequestListener] => [
		`sends us on by ${status}`,
		({ url }, response) =>
			void (url === '/on' ? response.end() : response.writeHead(status, { location: '/on' }).end()),
	]),
	['ends a success with an error', (_, response) => void response.end('<?xml version="1.0"?>\n\n<Error><Code>')],
	['is a page to sign in at', (_, response) => void response.end('<!DOCTYPE html><title>Welcome')],
])('a store that %s has not stored a picture', async (_, answer) => {
	const store = openS3(
		await aStore((request, response) => request.resume().on('end', () => answer(request, response))),
	);
	await expect(store.write('media/1', Buffer.from('RIFF'), 'image/webp')).rejects.toThrow('The object store answered');
});

const path = `/media/${'a'.repeat(32)}/320.webp`;

it.each<[string, RequestListener]>([
	['refuses everything', (_, response) => void response.writeHead(403).end('<Error/>')],
	['calls a page of HTML a success', (_, response) => void response.writeHead(200).end('<html>Sign in</html>')],
])(
	'a store that is in trouble and %s: a page gets a tile that nobody keeps, a program a sentence, readiness tells',
	async (_, answer) => {
		const broken = await aStore(answer);
		const own = openPictures(configOf({ MEDIA_S3_ENDPOINT: broken.origin }));
		const app = aSite(own);
		expect(own.fault()).toBeNull();
		const shown = await app.inject({ url: path, headers: { accept: 'image/avif,image/webp,*/*' } });
		const tile = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' };
		expect(shown).toMatchObject({ statusCode: 503, headers: tile });
		const told = await app.inject(path);
		expect([told.statusCode, told.json()]).toMatchObject([503, { error: 'pictures_unavailable', data: null }]);
		expect(own.fault()).toBe('the store of pictures does not answer as it should');
		await expect(storeImage(own, await photo(50))).rejects.toMatchObject({ slug: 'pictures_unavailable' });
	},
);

it('pictures that are not there are asked for once', async () => {
	const app = aSite(openPictures(configOf()));
	const get = async () => (await app.inject(`/media/${'b'.repeat(32)}/320.webp`)).statusCode;
	expect(await get()).toBe(404);
	const asked = s3.requests;
	for (let again = 0; again < 200; again += 1) expect(await get()).toBe(404);
	expect(s3.requests).toBe(asked);
});

it('pictures that are not there are there as soon as this process has stored them', async () => {
	const bytes = await photo(110);
	const { mediaId } = await storeImage(pictures, bytes);
	await pictures.remove(mediaId);
	const read = () => pictures.read(mediaId, { width: 96, format: 'webp' });
	expect([await read(), await pictures.list(mediaId)]).toEqual([null, []]);
	await storeImage(pictures, bytes);
	expect(await read()).not.toBeNull();
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
		['a prefix that leads to another bucket', { MEDIA_S3_PREFIX: '../other/' }, /MEDIA_S3_PREFIX/],
		['our emulator on a public site', { PUBLIC_URL: 'https://vote.example' }, /MEDIA_S3_ENDPOINT is plain http/],
	])('is refused with %s', (_, changes, reason) => {
		expect(() => configOf(changes)).toThrow(reason);
	});
});
