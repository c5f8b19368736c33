/** How Stripe is reached: below the path of its base address, and never more of an answer than is ours to hold. */

/** A page of a hundred events is a few hundred kilobytes. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** A redirect is refused: the secret key goes nowhere that was not configured. */
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
