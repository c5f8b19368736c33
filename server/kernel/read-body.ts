/** Reads a whole body. @throws {Error} of this kind if it has more bytes, so that nobody outside fills our memory */
export async function readBody(
	body: AsyncIterable<Uint8Array> | null,
	bytesMax: number,
	Refusal: new (message: string) => Error = Error,
): Promise<Buffer<ArrayBuffer>> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of body ?? []) {
		length += part.length;
		if (length > bytesMax) throw new Refusal(`the answer has more than ${bytesMax} bytes`);
		parts.push(part);
	}
	return Buffer.concat(parts);
}
