/** Reads that requests share: kept for a while, by age and number or by bytes, or asked together in one statement. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Reads a value again when the last one is older than `ageMs`. Requests at the same time share a read. */
export function cached<Value>(ageMs: number, read: () => Promise<Value>): () => Promise<Value> {
	const kept = cachedByKey({ ageMs, max: 1 }, () => read());
	return () => kept.read('');
}

/** The same for at most `max` keys. What could not be read, or is null, takes no place. */
export function cachedByKey<Rest extends unknown[], Value>(
	{ ageMs, max }: { ageMs: number; max: number },
	read: (key: string, ...rest: Rest) => Promise<Value>,
) {
	const kept = new Map<string, { value: Promise<Value>; at: number; isReading: boolean }>();
	return {
		read(key: string, ...rest: Rest): Promise<Value> {
			const found = kept.get(key);
			if (found && (found.isReading || performance.now() - found.at < ageMs)) return found.value;
			const entry = { value: read(key, ...rest), at: performance.now(), isReading: true };
			kept.delete(key);
			kept.set(key, entry);
			if (kept.size > max) kept.delete(kept.keys().next().value ?? key);
			const end = (keeps: boolean) => {
				entry.isReading = false;
				if (!keeps && kept.get(key) === entry) kept.delete(key);
			};
			entry.value.then(
				(value) => end(value !== null),
				() => end(false),
			);
			return entry.value;
		},
		/** True if a value is kept, or being read, that is young enough. */
		has(key: string): boolean {
			const found = kept.get(key);
			return found !== undefined && (found.isReading || performance.now() - found.at < ageMs);
		},
		forget(key: string, olderThanMs = 0): void {
			const found = kept.get(key);
			if (found && performance.now() - found.at >= olderThanMs) kept.delete(key);
		},
	};
}

/** Keeps the latest `max` values, and up to as many older ones, dropped together. What is read is among the latest again. */
export class Latest<Key, Value extends object> {
	readonly #max: number;
	#young = new Map<Key, Value>();
	#old = new Map<Key, Value>();

	constructor(max: number) {
		this.#max = max;
	}

	has(key: Key): boolean {
		return this.#young.has(key) || this.#old.has(key);
	}

	get(key: Key): Value | null {
		const value = this.#young.get(key) ?? this.#old.get(key) ?? null;
		if (value) this.set(key, value);
		return value;
	}

	set(key: Key, value: Value): void {
		if (this.#young.size === this.#max && !this.#young.has(key)) [this.#young, this.#old] = [new Map(), this.#young];
		this.#young.set(key, value);
	}

	delete(key: Key): void {
		this.#young.delete(key);
		this.#old.delete(key);
	}
}

/** Keeps values up to a sum of bytes. */
export function keptBytes(bytesMax: number) {
	const kept = new Map<string, Buffer>();
	let size = 0;

	function forget(key: string): void {
		size -= kept.get(key)?.length ?? 0;
		kept.delete(key);
	}

	return {
		get: (key: string) => kept.get(key) ?? null,
		keep(key: string, bytes: Buffer): void {
			forget(key);
			kept.set(key, bytes);
			size += bytes.length;
			for (const oldest of kept.keys()) {
				if (size <= bytesMax) break;
				forget(oldest);
			}
		},
		/** Forgets all values whose keys begin so. */
		forgetAll(prefix: string): void {
			for (const key of kept.keys()) if (key.startsWith(prefix)) forget(key);
		},
	};
}

/** Many small questions as a few big ones: those that come during a statement gather for the next. `pauseMs`: its rest. */
export function batcher<Question, Answer>(
	ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
	{ atOnceMax = 1_000, pauseMs = 0 }: { atOnceMax?: number; pauseMs?: number } = {},
): (question: Question) => Promise<Answer> {
	interface Waiting {
		question: Question;
		resolve: (answer: Answer) => void;
		reject: (error: unknown) => void;
	}
	const waiting: Waiting[] = [];
	let asking = false;

	async function askAll(): Promise<void> {
		asking = true;
		// Requests that arrived together are parsed one after the other before this goes on: they share a statement.
		await new Promise<void>((resolve) => void setImmediate(resolve));
		while (waiting.length > 0) {
			await settle(waiting.splice(0, atOnceMax));
			if (pauseMs > 0) await sleep(pauseMs);
		}
		asking = false;
	}

	async function settle(batch: Waiting[]): Promise<void> {
		try {
			const answers = await ask(batch.map(({ question }) => question));
			for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}

	return (question) =>
		new Promise((resolve, reject) => {
			waiting.push({ question, resolve, reject });
			if (!asking) void askAll();
		});
}
