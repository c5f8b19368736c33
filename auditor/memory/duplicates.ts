/**
 * Finds keys that come more than once among any number of keys, exactly, with a bounded amount of memory. Keys are
 * divided into buckets by their hash. Full buckets go to a temporary file, and each bucket is compared by itself at the end.
 */
import { randomInt } from 'node:crypto';
import { OverflowFile } from './overflow-file.ts';
import { tokenHash } from './token-hash.ts';
import { TokenSet } from './token-set.ts';

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
