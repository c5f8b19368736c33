/** Any store that speaks S3: Amazon's own, MinIO, R2, Ceph … Buckets are named in the path, which all of them take. */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '#server/config.ts';
import type { ObjectStore } from '#server/media/object-store.ts';

/** For one answer. */
const TIMEOUT_MS = 10_000;
/** After an answer of the 500s; the waiting doubles each time. */
const RETRIES = 3;

export function openS3({ endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Config): ObjectStore {
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
	const addressOf = (key: string) => `${endpoint}/${bucket}/${encodeURI(prefix + key)}`;

	async function ask(url: string, request: RequestInit = {}): Promise<Response> {
		const response = await client.fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
		if (response.ok || response.status === 404) return response;
		const said = (await response.text()).slice(0, 300);
		throw new Error(`The object store answered ${response.status} to ${request.method ?? 'GET'} ${url}: ${said}`);
	}

	return {
		async list(start) {
			const keys: string[] = [];
			let next: string | null = null;
			do {
				const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + start });
				if (next !== null) query.set('continuation-token', next);
				const response: Response = await ask(`${endpoint}/${bucket}?${query.toString()}`);
				if (response.status === 404) throw new Error(`The object store has no bucket ${bucket}`);
				const xml = await response.text();
				keys.push(...all(xml, 'Key').map((key) => key.slice(prefix.length)));
				next = all(xml, 'NextContinuationToken')[0] ?? null;
			} while (next !== null);
			return keys;
		},
		async read(key) {
			const response = await ask(addressOf(key));
			if (response.status === 404) return null;
			return Buffer.from(await response.arrayBuffer());
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
			if (!response.ok) throw new Error(`The object store has no bucket ${bucket}`);
		},
		async remove(key) {
			await ask(addressOf(key), { method: 'DELETE' });
		},
	};
}

/** Contents of the elements of that name. Keys are ours and hold nothing that XML would escape; tokens may. */
function all(xml: string, element: string): string[] {
	const found = xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'));
	return [...found].map(([, text = '']) => unescaped(text));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string) =>
	text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
