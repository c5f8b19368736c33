/** Fetch for Stripe. It keeps requests below the path of the base URL, and limits the size of a response. */

/** A page of a hundred events is a few hundred kilobytes. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** Refuses redirects, so that the secret key is sent only to the configured address. */
export function boundedFetch({ pathname }: URL): typeof fetch {
	const prefix = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
	return async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		url.pathname = prefix + url.pathname;
		const response = await fetch(url, { ...init, redirect: 'error' });
		const { status, statusText, headers, body } = response;
		return new Response(body?.pipeThrough(atMost(ANSWER_BYTES_MAX)) ?? null, { status, statusText, headers });
	};
}

function atMost(bytesMax: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
	let bytes = 0;
	return new TransformStream({
		transform(chunk, controller) {
			bytes += chunk.byteLength;
			if (bytes > bytesMax) controller.error(new Error(`Stripe's answer is larger than ${bytesMax} bytes`));
			else controller.enqueue(chunk);
		},
	});
}
