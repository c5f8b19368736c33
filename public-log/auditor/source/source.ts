/** Where a log is read from: an address, or a folder with the same layout. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { textIn } from '#public-log/format/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '#public-log/format/checkpoint.ts';
import { parseNote, parseVerifierKey, verifyNote, type Note, type VerifierKey } from '#public-log/format/note.ts';
import type { Findings, Reports } from '../checks/findings.ts';
import { LEAF_BYTES_MAX, TILE_WIDTH, tilePath, tilesIn, type TileName } from '#public-log/format/tiles.ts';

export interface LogSource {
	/** Address or folder. */
	place?: string;
	/**
	 * Reads the first `limit` bytes of a path below the log, or all if there are fewer. Null if there is no such path.
	 * @throws {Unreachable} if the source cannot be read now
	 */
	read(path: string, limit: number): Promise<Uint8Array | null>;
}

/** Nothing can be said about the log: it could not be read. */
export class Unreachable extends Error {
	override name = 'Unreachable';
}

/** The log at an `http:` or `https:` address, or else in a folder. */
export const openSource = (place: string): LogSource =>
	/^https?:\/\//i.test(place) ? httpSource(place) : folderSource(place);

const folderSource = (folder: string): LogSource => ({
	place: folder,
	async read(path, limit) {
		const file = join(folder, path);
		try {
			return await buffer(createReadStream(file, { end: limit - 1 }));
		} catch (error) {
			const code = error instanceof Error && 'code' in error ? error.code : null;
			if (code === 'ENOENT' || code === 'ENOTDIR') return null;
			throw new Unreachable(`${file}: ${String(error)}`, { cause: error });
		}
	},
});

const POLICY = { tries: 4, timeoutMs: 30_000, firstPauseMs: 500 };
/** Times that a server may say it is busy, for one file, and the longest pause that it may ask for. */
const BUSY = { times: 20, secondsMax: 90 };

/** A log behind an address. A read that fails is tried again a few times. */
export function httpSource(address: string, policy = POLICY): LogSource {
	const base = address.endsWith('/') ? address.slice(0, -1) : address;
	return {
		place: base,
		async read(path, limit) {
			const url = `${base}/${path}`;
			let busy = 0;
			for (let tried = 1; ; tried += 1) {
				try {
					return await get(url, limit, policy.timeoutMs);
				} catch (error) {
					if (error instanceof Busy && busy < BUSY.times) {
						await wait(error.seconds * 1_000);
						[busy, tried] = [busy + 1, tried - 1];
						continue;
					}
					if (error instanceof Unreachable) throw error;
					if (tried === policy.tries) throw new Unreachable(`${url}: ${reasonOf(error)}`, { cause: error });
				}
				await wait(policy.firstPauseMs * 2 ** (tried - 1));
			}
		},
	};
}

/** The server limits how much one address may read: a large log takes longer, and is no fault. */
class Busy extends Error {
	readonly seconds: number;

	constructor(retryAfter: string | null) {
		super('the server answers 429');
		const asked = Number(retryAfter ?? Number.NaN);
		this.seconds = Number.isFinite(asked) ? Math.min(Math.max(asked, 0), BUSY.secondsMax) : 1;
	}
}

async function get(url: string, limit: number, timeoutMs: number): Promise<Uint8Array | null> {
	const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
	if (!response.ok) {
		await response.body?.cancel();
		if (response.status === 404 || response.status === 410) return null;
		if (response.status === 429) throw new Busy(response.headers.get('retry-after'));
		throw new Error(`the server answers ${response.status}`);
	}
	// A site answers unknown addresses with a page for people.
	if (response.headers.get('content-type')?.startsWith('text/html')) {
		await response.body?.cancel();
		throw new Unreachable(`${url}: this is a web page, and no file of a log. Is the address right?`);
	}
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of response.body ?? []) {
		parts.push(part);
		length += part.length;
		// Leaving the loop cancels the rest.
		if (length >= limit) break;
	}
	return Buffer.concat(parts).subarray(0, limit);
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** The key and the signed checkpoint that a log shows. */
const NOTE_BYTES_MAX = 100_000;
const KEY_BYTES_MAX = 1_000;

/** @throws {Unreachable} if the log shows no key */
export async function readOwnKey(source: LogSource): Promise<VerifierKey> {
	const bytes = await source.read('vkey', KEY_BYTES_MAX);
	const key = bytes && parseVerifierKey((textIn(bytes) ?? '').trimEnd());
	if (!key) throw new Unreachable(`${nameOf(source)} shows no key. Is this a log? If it is, give its key: --key`);
	return key;
}

const nameOf = ({ place = 'The log' }: LogSource) => place;

export interface OpenedCheckpoint {
	note: Note;
	checkpoint: Checkpoint;
}

/** Nothing is verified yet. Null if it cannot be read. @throws {Unreachable} if there is none */
export async function readCheckpoint(source: LogSource): Promise<OpenedCheckpoint | null> {
	const bytes = await source.read('checkpoint', NOTE_BYTES_MAX);
	if (!bytes) throw new Unreachable(`${nameOf(source)} has no checkpoint. Is this a log?`);
	const note = parseNote(textIn(bytes) ?? '');
	const checkpoint = note && parseCheckpoint(note.text);
	return checkpoint && { note, checkpoint };
}

/**
 * Judges signature and origin. Null if the checkpoint cannot be read.
 * @param given null: the key that the log shows itself
 * @throws {Unreachable} if there is no checkpoint, or no key
 */
export async function openCheckpoint(
	source: LogSource,
	given: VerifierKey | null,
	findings: Pick<Findings<'signature' | 'origin'>, 'fail' | 'remark'>,
): Promise<{ key: VerifierKey; opened: OpenedCheckpoint | null }> {
	const key = given ?? (await readOwnKey(source));
	if (!given) findings.remark('signature', 'this is the key that the log shows itself');
	const opened = await readCheckpoint(source);
	if (!opened) {
		findings.fail('signature', 'the checkpoint cannot be read');
		return { key, opened };
	}
	const { note, checkpoint } = opened;
	if (!(await verifyNote(note, key))) findings.fail('signature', 'the key did not sign this checkpoint');
	if (checkpoint.origin !== key.name)
		findings.fail('origin', `it names ${checkpoint.origin}, and the key belongs to ${key.name}`);
	return { key, opened };
}

/** The leaves of a log, one after the other, as its bundles hold them. Names of bundles follow from the size alone. */
const AHEAD = 6;
const BUNDLE_BYTES_MAX = TILE_WIDTH * (2 + LEAF_BYTES_MAX);

interface Bundle extends TileName {
	/** Null if the source does not have the bundle. */
	bytes: Uint8Array | null;
	/** True if the log has grown: then it may hold the full bundle only, which begins with the same leaves. */
	isFull: boolean;
}

/** In order, a few of them fetched ahead. @throws {Unreachable} from reading */
async function* readBundles(source: LogSource, size: number): AsyncGenerator<Bundle> {
	const fetched: Promise<Bundle>[] = [];
	for (const name of tilesIn(size)) {
		if (name.level !== 'entries') continue;
		const bundle = readBundle(source, name);
		// A failure is thrown when the bundle's turn comes.
		bundle.catch(() => undefined);
		fetched.push(bundle);
		if (fetched.length > AHEAD) yield (await fetched.shift()) as Bundle;
	}
	for (const bundle of fetched) yield await bundle;
}

async function readBundle(source: LogSource, name: TileName): Promise<Bundle> {
	const bytes = await source.read(tilePath(name), BUNDLE_BYTES_MAX + 1);
	if (bytes !== null || name.width === TILE_WIDTH) return { ...name, bytes, isFull: name.width === TILE_WIDTH };
	const full = await source.read(tilePath({ ...name, width: TILE_WIDTH }), BUNDLE_BYTES_MAX + 1);
	return { ...name, bytes: full, isFull: full !== null };
}

/** The first `width` leaves of a bundle, as far as they are there. `fault` is null if it holds exactly these. */
function splitBundle({ bytes, width, isFull }: Bundle): { leaves: Uint8Array[]; fault: string | null } {
	const leaves: Uint8Array[] = [];
	if (!bytes) return { leaves, fault: 'is missing: the copy was cut, or the checkpoint is ahead of its files' };
	let at = 0;
	while (leaves.length < width) {
		const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
		if (at === bytes.length) return { leaves, fault: `holds ${leaves.length} leaves instead of ${width}` };
		if (end > bytes.length) return { leaves, fault: `breaks off in its leaf ${leaves.length + 1} of ${width}` };
		if (end === at + 2) return { leaves, fault: `has an empty leaf: number ${leaves.length + 1} of ${width}` };
		leaves.push(bytes.subarray(at + 2, end));
		at = end;
	}
	const left = bytes.length - at;
	if (isFull && width < TILE_WIDTH) return { leaves, fault: null };
	return { leaves, fault: left === 0 ? null : `holds ${left} bytes after its ${width} leaves` };
}

/** False if the leaves break off. @throws {Unreachable} from reading */
export async function readLeaves(
	source: LogSource,
	size: number,
	take: (leaf: Uint8Array) => void,
	findings: Reports<'bundles'>,
): Promise<boolean> {
	let before = 0;
	for await (const bundle of readBundles(source, size)) {
		const { leaves, fault } = splitBundle(bundle);
		if (fault !== null) findings.fail('bundles', `${tilePath(bundle)} ${fault}`, before + leaves.length);
		for (const leaf of leaves) take(leaf);
		if (leaves.length < bundle.width) return false;
		before += leaves.length;
	}
	return true;
}
