/**
 * Finds keys that come more than once among any number of keys, exactly, with a bounded amount of memory. Keys are
 * divided into buckets by their hash. Full buckets go to a temporary file, and each bucket is compared by itself at the end.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenHash, TokenSet } from './token-set.ts';

const BUCKETS = 256;
/** A leaf's index, in six bytes. */
const INDEX_BYTES = 6;
/** Of one bucket, in memory. */
const BUCKET_BYTES = 65_536;
const FIRST_RECORDS = 8;

interface Bucket {
	bytes: Buffer;
	used: number;
	/** Where its earlier parts begin in the file. All of them are as long as `bytes`. */
	parts: number[];
}

export class Duplicates {
	readonly #width: number;
	readonly #recordBytes: number;
	readonly #bucketBytes: number;
	readonly #seed = randomInt(2 ** 32);
	readonly #buckets: Bucket[] = [];
	#file: OverflowFile | null = null;

	/** `width`: bytes of a key. */
	constructor(width: number, bucketBytes = BUCKET_BYTES) {
		this.#width = width;
		this.#recordBytes = width + INDEX_BYTES;
		this.#bucketBytes = bucketBytes - (bucketBytes % this.#recordBytes);
	}

	add(key: Uint8Array, index: number): void {
		const number = tokenHash(this.#seed, key, 0, this.#width) % BUCKETS;
		const bucket = (this.#buckets[number] ??= {
			bytes: Buffer.alloc(FIRST_RECORDS * this.#recordBytes),
			used: 0,
			parts: [],
		});
		for (let at = 0; at < this.#width; at += 1) bucket.bytes[bucket.used + at] = key[at] as number;
		bucket.bytes.writeUIntBE(index, bucket.used + this.#width, INDEX_BYTES);
		bucket.used += this.#recordBytes;
		if (bucket.used === bucket.bytes.length) this.#makeRoom(bucket);
	}

	#makeRoom(bucket: Bucket): void {
		const { bytes } = bucket;
		if (bytes.length < this.#bucketBytes) {
			bucket.bytes = Buffer.concat([bytes], Math.min(2 * bytes.length, this.#bucketBytes));
			return;
		}
		this.#file ??= new OverflowFile();
		bucket.parts.push(this.#file.append(bytes));
		bucket.used = 0;
	}

	/** Tells every key that was added before, with the later index. Not in the order of the indexes. */
	forEach(tell: (key: Uint8Array, index: number) => void): void {
		const seen = new TokenSet(this.#width);
		for (const bucket of this.#buckets) {
			if (bucket) this.#compare(bucket, seen, tell);
			seen.clear();
		}
	}

	#compare({ bytes, used, parts }: Bucket, seen: TokenSet, tell: (key: Uint8Array, index: number) => void): void {
		const compare = (part: Uint8Array) => {
			const records = Buffer.from(part.buffer, part.byteOffset, part.length);
			for (let at = 0; at < records.length; at += this.#recordBytes) {
				const key = records.subarray(at, at + this.#width);
				const { size } = seen;
				if (seen.add(key) < size) tell(key, records.readUIntBE(at + this.#width, INDEX_BYTES));
			}
		};
		for (const start of parts) compare((this.#file as OverflowFile).read(start, bytes.length));
		compare(bytes.subarray(0, used));
	}

	close(): void {
		this.#file?.close();
		this.#file = null;
	}
}

/** A file for what does not fit into memory. It has no name any more as soon as it is open, so that nothing is left behind. */
class OverflowFile {
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
