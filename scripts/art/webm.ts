/** Writes encoded frames as a WebM file with its length and an index, so that players know both at once. */

export interface Frame {
	/** Milliseconds since the beginning. */
	at: number;
	key: boolean;
	bytes: Uint8Array;
}

export interface Clip {
	width: number;
	height: number;
	durationMs: number;
	/** The first one is a key frame. */
	frames: readonly Frame[];
}

/** Names and layout: the Matroska element registry (RFC 9559). Everything fits one cluster of 32 seconds. */
export function webm({ width, height, durationMs, frames }: Clip): Buffer {
	const header = element('1A45DFA3', [
		element('4286', number(1)),
		element('42F7', number(1)),
		element('42F2', number(4)),
		element('42F3', number(8)),
		element('4282', Buffer.from('webm')),
		element('4287', number(4)),
		element('4285', number(2)),
	]);
	const info = element('1549A966', [
		// Timestamps are milliseconds.
		element('2AD7B1', number(1_000_000)),
		element('4489', float(durationMs)),
		element('4D80', Buffer.from('Lightstick')),
		element('5741', Buffer.from('Lightstick')),
	]);
	const video = element('E0', [element('B0', number(width)), element('BA', number(height))]);
	const track = element('AE', [
		element('D7', number(1)),
		element('73C5', number(1)),
		element('83', number(1)),
		element('9C', number(0)),
		element('86', Buffer.from('V_VP9')),
		video,
	]);
	const tracks = element('1654AE6B', track);
	// The index stands before the cluster; its own length does not depend on the offset that it holds.
	const cuesAt = (offset: number) => {
		const positions = element('B7', [element('F7', number(1)), element('F1', number(offset, 4))]);
		return element('1C53BB6B', element('BB', [element('B3', number(0)), positions]));
	};
	const before = info.length + tracks.length;
	const cues = cuesAt(before + cuesAt(0).length);
	const cluster = element('1F43B675', [element('E7', number(0)), ...frames.map(simpleBlock)]);
	return Buffer.concat([header, element('18538067', [info, tracks, cues, cluster])]);
}

function simpleBlock({ at, key, bytes }: Frame): Buffer {
	const head = Buffer.from([0x81, 0, 0, key ? 0x80 : 0]);
	head.writeInt16BE(at, 1);
	return element('A3', [head, bytes]);
}

function element(id: string, content: Uint8Array | Uint8Array[]): Buffer {
	const body = content instanceof Uint8Array ? content : Buffer.concat(content);
	const size = Buffer.alloc(8);
	size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
	return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

function number(value: number, bytes = value < 256 ? 1 : 4): Buffer {
	const buffer = Buffer.alloc(bytes);
	buffer.writeUIntBE(value, 0, bytes);
	return buffer;
}

function float(value: number): Buffer {
	const buffer = Buffer.alloc(8);
	buffer.writeDoubleBE(value);
	return buffer;
}
