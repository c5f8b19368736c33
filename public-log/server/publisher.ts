/**
 * Publishes what has been sequenced: writes full tiles and bundles, reads them back and hashes them again, signs the root
 * if all agree, and exposes the checkpoint last. A run that is killed at any step is simply done again: the same leaves give
 * the same bytes.
 */
import { formatCheckpoint } from '#public-log/format/checkpoint.ts';
import { readBundle, tilePath } from '#public-log/format/tiles.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { grow, rootAt, type FullTile } from './growth.ts';
import { expectNothingLater, expectRightEdge, LogHalted, readBack } from './guards.ts';
import type { LogKeys } from './keys.ts';
import type { LogReader, LogStore } from './store.ts';
import type { LogFault } from '#contract/operator/voting/vote-logs.ts';
import { selectAnchor, publishAnchor, selectAnchorLeaves } from './anchor/sql.ts';
import type { LogState, NextLeaves, Published } from './sql.ts';
import { keepFault, publish, selectLeaves, selectUnpublished } from './sql.ts';

export interface LogDeps {
	db: Database;
	store: LogReader;
	keys: Pick<LogKeys, 'signer' | 'receipts'>;
	/** What stands before a ranking's key in the name of its log, and the anchor's name: see `LogNames`. */
	prefix: string;
	anchor: string;
}

/** The site's log, as far as the vote log writes to it. */
export type RunnerLog = Record<'warn' | 'error', (facts: Readonly<Record<string, unknown>>, message: string) => void>;

export interface PublisherDeps extends LogDeps {
	store: LogStore;
}

/** Leaves of one run: they and their tiles are in memory together. */
const RUN_LEAVES = 20_000;

/**
 * Publishes one run of every log that has grown. Returns true if a log still has more.
 * @throws {LogHalted} after the others were published, if one must not go on
 */
export async function publishGrown(deps: PublisherDeps): Promise<boolean> {
	let more = false;
	await runAllSettled(await readGrownLogs(deps), async (log) => {
		more = (await publishOrTell(deps, log)) || more;
	});
	return more;
}

/** Any machine may show the console: the database tells it why a log stands still. */
async function publishOrTell(deps: PublisherDeps, log: GrowingLog): Promise<boolean> {
	try {
		return await publishRun(deps, log);
	} catch (error) {
		if (error instanceof LogHalted && (await wasPublished(deps, log))) return true;
		await log.keepFault(error instanceof LogHalted ? error.reason : 'failing', String(error));
		throw error;
	}
}

/**
 * True if another process has published the log since its state was read. The state and the store are read one after the
 * other, so that they differ then, and nothing is wrong. A log that must not go on is published by nobody.
 */
async function wasPublished(deps: PublisherDeps, { origin, state }: GrowingLog): Promise<boolean> {
	const now = (await readGrownLogs(deps)).find((log) => log.origin === origin);
	return !now || now.state.publishedSize > state.publishedSize;
}

async function publishRun({ db, store, keys }: PublisherDeps, log: GrowingLog): Promise<boolean> {
	const { origin, state } = log;
	const { name, publishedSize: from, bundle, tiles } = state;
	await expectNothingLater(store, state);
	await expectRightEdge(state);
	const { leaves, count } = await log.readLeaves(from, RUN_LEAVES);
	const { full, after } = grow({ size: from, bundle, tiles }, readBundle(leaves));
	if (after.size !== from + count)
		throw new LogHalted('leaves_missing', `${name}: leaves ${from} to ${from + count} are not all there`);
	await writeOnce(store, name, full);
	await readBack(store, name, full);
	const root = await rootAt(after);
	const { key, sign } = keys.signer(origin, state.publicKey);
	const checkpoint = sign(formatCheckpoint({ origin, size: after.size, root: new Uint8Array(root) }));
	const published = {
		from,
		size: after.size,
		root,
		checkpoint,
		tiles: after.tiles,
		bundle: Buffer.from(after.bundle),
		publicKey: key.publicKey,
	};
	const isOurs = await db.transaction((tx) => log.expose(tx, published));
	// The leaves at the edge are in no full bundle. Should the database be lost, the log still ends with its checkpoint.
	const last = new Map<string, Uint8Array>([
		[`${name}/edge`, published.bundle],
		[`${name}/checkpoint`, Buffer.from(checkpoint)],
	]);
	if (isOurs) await store.write(last);
	return !isOurs || after.size < state.size;
}

async function writeOnce(store: LogStore, folder: string, full: readonly FullTile[]): Promise<void> {
	const missing = new Map<string, Uint8Array>();
	for (const tile of full) {
		const name = `${folder}/${tilePath(tile)}`;
		const before = await store.read(name);
		if (before && !before.equals(tile.bytes))
			throw new LogHalted('tile_differs', `${name} was published with other bytes`);
		if (!before) missing.set(name, tile.bytes);
	}
	if (missing.size > 0) await store.write(missing);
}

/** A log that the publisher takes further: that of a ranking, or the anchor. */
interface GrowingLog {
	/** The first line of its checkpoints. */
	origin: string;
	state: LogState;
	/** The leaves from an index on: as many as there are, or about `most`. */
	readLeaves(from: number, most: number): Promise<NextLeaves>;
	/** Exposes a checkpoint, once. False if the log was published meanwhile by another process. */
	expose(tx: Tx, published: Published): Promise<boolean>;
	/** Keeps why it stands still. */
	keepFault(fault: LogFault, detail: string): Promise<void>;
}

/** Those with leaves that no checkpoint covers. The anchor comes last: it tells of the others. */
async function readGrownLogs({ db, prefix, anchor }: Pick<LogDeps, 'db' | 'prefix' | 'anchor'>): Promise<GrowingLog[]> {
	const logs = (await selectUnpublished(db)).map((state): GrowingLog => ({
		origin: `${prefix}/${state.name}`,
		state,
		readLeaves: (from, most) => selectLeaves(db, state.rankingId, from, most),
		expose: (tx, published) => publish(tx, state.rankingId, published),
		keepFault: (fault, detail) => keepFault(db, state.rankingId, fault, detail),
	}));
	const state = await selectAnchor(db);
	const readLeaves: GrowingLog['readLeaves'] = (from, most) => selectAnchorLeaves(db, from, most);
	// The leader's own fault tells of the anchor's.
	const ofAnchor = { origin: anchor, state, readLeaves, expose: publishAnchor, keepFault: () => Promise.resolve() };
	return state.publishedSize < state.size ? [...logs, ofAnchor] : logs;
}
