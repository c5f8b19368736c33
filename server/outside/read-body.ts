/** Reads the whole body of a response. @throws {Error} if it has more bytes, so that nobody outside fills our memory */
export async function readBody(response: Response, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of response.body ?? []) {
		length += part.length;
		if (length > bytesMax) throw new Error(`the answer has more than ${bytesMax} bytes`);
		parts.push(part);
	}
	return Buffer.concat(parts);
}
