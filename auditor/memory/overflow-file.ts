/** A file for what does not fit into memory. It has no name any more as soon as it is open, so that nothing is left behind. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class OverflowFile {
	readonly #handle: number;
	#length = 0;

	constructor() {
		const path = join(tmpdir(), `audit-log-${randomUUID()}`);
		this.#handle = openSync(path, 'wx+', 0o600);
		rmSync(path);
	}

	/** Returns where the bytes begin. */
	append(bytes: Uint8Array): number {
		const start = this.#length;
		for (let done = 0; done < bytes.length;)
			done += writeSync(this.#handle, bytes, done, bytes.length - done, start + done);
		this.#length += bytes.length;
		return start;
	}

	read(start: number, length: number): Uint8Array {
		const bytes = new Uint8Array(length);
		for (let done = 0; done < length;) {
			const read = readSync(this.#handle, bytes, done, length - done, start + done);
			if (read === 0) throw new Error('The temporary file has lost a part');
			done += read;
		}
		return bytes;
	}

	close(): void {
		closeSync(this.#handle);
	}
}
