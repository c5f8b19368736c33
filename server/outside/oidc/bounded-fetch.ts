/**
 * Fetches from a provider, with a limit on size and time. Discovery documents, keys and token answers are a few
 * kilobytes; a provider that sends more, or sends slowly, must cost neither memory nor a waiting request.
 */

const BYTES_MAX = 256 * 1024;

interface Asked {
	method?: string;
	headers?: Record<string, string>;
	body?: string | URLSearchParams | ArrayBuffer | ReadableStream | Uint8Array | null;
}

/** The whole exchange, reading the body included, ends within `timeoutMs`. */
export function boundedFetch(timeoutMs: number): (url: string, asked: Asked) => Promise<Response> {
	return async (url, { method, headers, body }) => {
		// A timer of our own: a signal that only the request refers to may be collected, and its limit with it.
		const controller = new AbortController();
		const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
		try {
			const sent = body instanceof Uint8Array ? Buffer.from(body) : body;
			const request: RequestInit = { method, headers, body: sent, redirect: 'manual', signal: controller.signal };
			return await readWhole(await fetch(url, request));
		} finally {
			clearTimeout(timer);
			// Whatever is still on its way is not wanted any more.
			controller.abort();
		}
	};
}

/** Keeps the type and drops the other headers: the reason of a refusal is read from the body, not from a challenge. */
async function readWhole(response: Response): Promise<Response> {
	const bytes: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of response.body ?? []) {
		size += chunk.length;
		if (size > BYTES_MAX) throw new Error(`the answer has more than ${BYTES_MAX} bytes`);
		bytes.push(chunk);
	}
	const type = response.headers.get('content-type');
	return new Response(size === 0 ? null : Buffer.concat(bytes), {
		status: response.status,
		headers: type === null ? {} : { 'content-type': type },
	});
}
