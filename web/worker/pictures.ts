/** Uploaded pictures. Their addresses never change their content. */
import { WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';
import { trim } from './trim.ts';

const NAME = `${WORKER_CACHE_PREFIX}pictures`;
const PICTURES_MAX = 200;

export async function pictureFor(request: Request): Promise<Response> {
	const cache = await caches.open(NAME);
	const stored = await cache.match(request.url, { ignoreVary: true });
	if (stored) return stored;
	const response = await fetch(request);
	if (response.status === 200) {
		await cache.put(request.url, response.clone());
		await trim(cache, PICTURES_MAX);
	}
	return response;
}
