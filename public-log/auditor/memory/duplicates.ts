/**
 * Finds keys that come more than once among any number of keys, exactly, with a bounded amount of memory. Keys are
 * divided into buckets by their hash. Full buckets go to a temporary file, and each bucket is compared by itself at the end.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUCKETS = 256;
/** A leaf's index, in six bytes. */
const INDEX_BYTES = 6;
/** Of one bucket, in memory. */
const BUCKET_BYTES = 65_536;

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
	#file: number | null = null;
	#fileBytes = 0;

	/** `width`: bytes of a key. */
	constructor(width: number, bucketBytes = BUCKET_BYTES) {
		this.#width = width;
		this.#recordBytes = width + INDEX_BYTES;
		this.#bucketBytes = bucketBytes - (bucketBytes % this.#recordBytes);
	}

	add(key: Uint8Array, index: number): void {
		const bucket = (this.#buckets[hashOf(this.#seed, key) % BUCKETS] ??= {
			bytes: Buffer.allocUnsafe(this.#bucketBytes),
			used: 0,
			parts: [],
		});
		bucket.bytes.set(key, bucket.used);
		bucket.bytes.writeUIntBE(index, bucket.used + this.#width, INDEX_BYTES);
		bucket.used += this.#recordBytes;
		if (bucket.used === this.#bucketBytes) this.#empty(bucket);
	}

	#empty(bucket: Bucket): void {
		this.#file ??= openNameless();
		appendFileSync(this.#file, bucket.bytes);
		bucket.parts.push(this.#fileBytes);
		bucket.used = 0;
		this.#fileBytes += this.#bucketBytes;
	}

	/** Tells every key that was added before, with the later index. Not in the order of the indexes. */
	forEach(tell: (key: Buffer, index: number) => void): void {
		for (const { bytes, used, parts } of this.#buckets.filter(Boolean)) {
			const seen = new Set<string>();
			for (const part of [...parts, null]) {
				const records = part === null ? bytes.subarray(0, used) : this.#read(part);
				for (let at = 0; at < records.length; at += this.#recordBytes) {
					const key = records.subarray(at, at + this.#width);
					const { size } = seen;
					if (seen.add(key.toString('latin1')).size === size)
						tell(key, records.readUIntBE(at + this.#width, INDEX_BYTES));
				}
			}
		}
	}

	#read(start: number): Buffer {
		const part = Buffer.alloc(this.#bucketBytes);
		if (readSync(this.#file as number, part, 0, part.length, start) === part.length) return part;
		throw new Error('The temporary file has lost a part');
	}

	close(): void {
		if (this.#file !== null) closeSync(this.#file);
		this.#file = null;
	}
}

/** A file for what does not fit into memory. It has no name any more as soon as it is open, so that nothing is left behind. */
function openNameless(): number {
	const path = join(tmpdir(), `audit-log-${randomUUID()}`);
	const file = openSync(path, 'wx+', 0o600);
	rmSync(path);
	return file;
}

/** Returns 32 bits. The seed is of the run: voters choose their tags, and must not be able to make one bucket a large one. */
function hashOf(seed: number, bytes: Uint8Array): number {
	let hash = seed;
	for (const byte of bytes) {
		hash = Math.imul(hash ^ byte, 0x5bd1e995);
		hash ^= hash >>> 15;
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return (hash ^ (hash >>> 13)) >>> 0;
}
