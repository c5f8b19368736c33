/** Any store that speaks S3: Amazon's own, MinIO, R2, Ceph … Buckets are named in the path, which all of them take. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '#server/config/config.ts';
import { readBody, within } from '#server/kernel/within.ts';
import type { ObjectStore } from '#server/media/store.ts';

const TIMEOUT_MS = 10_000;
/** After an answer of the 500s or a closed connection; the waiting doubles each time. */
const RETRIES = 3;
const FIRST_WAIT_MS = 50;
/** Whatever lies under our keys is smaller. */
const BYTES_MAX = 32 * 1024 * 1024;

interface S3Answer {
	status: number;
	body: Buffer;
}

export function openS3(
	{ endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Config,
	{ timeoutMs = TIMEOUT_MS } = {},
): ObjectStore {
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
	const addressOf = (key: string) => `${endpoint}/${bucket}/${encodeURI(prefix + key)}`;

	async function ask(url: string, request: RequestInit = {}): Promise<S3Answer> {
		for (let tries = 0; ; tries += 1) {
			const signed = await client.sign(url, request);
			const answer = await within(
				async (signal) => {
					// What it sends us on to would be told to us as a success of its own.
					const response = await fetch(signed, { signal, redirect: 'manual' });
					return { status: response.status, body: await readBody(response.body, BYTES_MAX) };
				},
				timeoutMs,
				`The object store did not answer within ${timeoutMs} ms`,
			).catch((error: unknown) => {
				// A store closes a connection just when we use it again: fetch() says so with a TypeError.
				if (!(error instanceof TypeError) || tries === RETRIES) throw error;
				return null;
			});
			if (answer !== null) {
				const { status, body } = answer;
				if ((status >= 200 && status < 300) || status === 404) return answer;
				// Some stores say 429 where others say SlowDown.
				if ((status < 500 && status !== 429) || tries === RETRIES) {
					const said = body.toString('utf8', 0, 300);
					throw new Error(`The object store answered ${status} to ${request.method ?? 'GET'} ${url}: ${said}`);
				}
			}
			await sleep(Math.random() * FIRST_WAIT_MS * 2 ** tries);
		}
	}

	return {
		async list(start) {
			const keys: string[] = [];
			const followed = new Set<string>();
			let next: string | null = null;
			do {
				const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + start });
				if (next !== null) query.set('continuation-token', next);
				const response: S3Answer = await ask(`${endpoint}/${bucket}?${query.toString()}`);
				if (response.status === 404) throw new Error(`The object store has no bucket ${bucket}`);
				const xml = response.body.toString('utf8');
				if (!xml.includes('<ListBucketResult')) throw new Error('The object store answered a list with something else');
				keys.push(...all(xml, 'Key').map((key) => key.slice(prefix.length)));
				// Some stores name a place to go on, empty or one of before, also at the end.
				const [token = ''] = all(xml, 'NextContinuationToken');
				const isPart = (all(xml, 'IsTruncated')[0] ?? String(token !== '')) === 'true';
				if (isPart && (token === '' || followed.has(token))) throw new Error('The object store listed a part only');
				followed.add(token);
				next = isPart ? token : null;
			} while (next !== null);
			return keys;
		},
		async read(key) {
			const response = await ask(addressOf(key));
			if (response.status === 404) return null;
			// Nothing, or a part: a cache in between may answer so, and browsers would keep it for a year.
			if (response.status !== 200) throw new Error(`The object store answered ${response.status} to GET ${key}`);
			return response.body;
		},
		async write(key, bytes, type) {
			const response = await ask(addressOf(key), {
				method: 'PUT',
				body: new Uint8Array(bytes),
				headers: {
					'content-type': type,
					'cache-control': 'public, max-age=31536000, immutable',
					// The store compares: what arrives broken is refused.
					'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
				},
			});
			if (response.status === 404) throw new Error(`The object store has no bucket ${bucket}`);
			if (MARKUP.test(response.body.toString('latin1', 0, 300)))
				throw new Error('The object store answered a picture with something else');
		},
		async remove(key) {
			await ask(addressOf(key), { method: 'DELETE' });
		},
	};
}

/** A page, or an error that was found after the head of the answer had left. */
const MARKUP = /<(?:Error|!doctype|html)\b/i;

/** Contents of the elements of that name. Keys are ours and hold nothing that XML would escape; tokens may. */
const all = (xml: string, element: string): string[] =>
	[...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => unescaped(text));

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string) =>
	text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
