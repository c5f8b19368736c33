/**
 * Begins a new generation of the public logs, after a restore or because a key is revoked. Each log keeps the leaves that the
 * database knows, under a new name. The old logs stay as they were published, and the new anchor tells where they have ended.
 */
import { parseAnchorLeaf, type AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { formatCheckpoint } from '#public-log/format/checkpoint.ts';
import { base64 } from '#public-log/format/bytes.ts';
import { formatVerifierKey, makeVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { EMPTY_ROOT } from '#public-log/format/tree.ts';
import { StartRefused } from '#server/config/refused.ts';
import { one, type Database, type Tx, LOCKS } from '#server/kernel/database.ts';
import { appendAnchorLeaves, keepKey, lockAnchor, selectAnchor, selectKeys } from '../anchor/sql.ts';
import { rootAt } from '../growth.ts';
import type { LogKeys } from '../keys.ts';
import type { LogState } from '../sql.ts';
import { type LogStore, folderOf, logNames } from '../store.ts';
import { readEnded, readEndedLog, type End } from './ended-logs.ts';
import { freeze, revokedLeaves } from './revocation.ts';
import * as sql from './sql.ts';
import { TILE_WIDTH, tilePath, tilesIn } from '#public-log/format/tiles.ts';
import { readLeaf } from '../tiles.ts';

export interface GenerationDeps {
	/** As the owner. */
	db: Database;
	/** Of the site. */
	publicUrl: string;
	keys: Pick<LogKeys, 'signer' | 'receiptsBeside'>;
	openStore: (generation: number) => LogStore;
}

export type { Cause } from './sql.ts';

/**
 * No process of the site may run. A key that is revoked must not be the present one. Doing it again after a crash begins
 * the same generation.
 * @throws {StartRefused} if a tile that was published is gone
 */
export async function beginGeneration(deps: GenerationDeps, cause: sql.Cause): Promise<number> {
	const { db, publicUrl, keys, openStore } = deps;
	const before = await sql.selectGeneration(db);
	const generation = before + 1;
	const [old, names] = [logNames(publicUrl, before), logNames(publicUrl, generation)];
	const [from, to] = [openStore(before), openStore(generation)];
	const revokedKey = 'revokedKey' in cause ? cause.revokedKey : null;
	const isRevoked = ({ publicKey }: LogState) => revokedKey !== null && publicKey?.equals(revokedKey) === true;
	await db.transaction(async (tx) => {
		await expectNoLeader(tx);
		const { size } = await lockAnchor(tx);
		const { begunAt: at, restoredTo: moment } = await sql.insertGeneration(tx, generation, cause);
		const leaves: AnchorLeaf[] = [];
		const move = async (state: LogState, origin: string, oldOrigin: string): Promise<sql.Moved | null> => {
			const ended: End | null = isRevoked(state)
				? await freeze(tx, { store: from, keys }, state, oldOrigin)
				: await readEnded(from, state.name);
			const { size: kept, root: keptRoot } = await keptOf(state, ended);
			const next = { successor: origin, kept, keptRoot };
			if (ended) leaves.push({ type: 'restored', at, to: moment, origin: oldOrigin, ...ended, ...next });
			if (state.checkpoint === null) return null;
			if (isRevoked(state) || ended?.size === state.publishedSize)
				await from.write(new Map([[`${state.name}/edge`, state.bundle]]));
			await copyTiles(folderOf(before), to, state);
			const { key, sign } = keys.signer(origin, isRevoked(state) ? null : state.publicKey);
			const root = new Uint8Array(await rootAt({ ...state, size: state.publishedSize }));
			const checkpoint = sign(formatCheckpoint({ origin, size: state.publishedSize, root }));
			await to.write(
				new Map([
					[`${state.name}/edge`, state.bundle],
					[`${state.name}/checkpoint`, Buffer.from(checkpoint)],
				]),
			);
			return { checkpoint, publicKey: key.publicKey };
		};
		const signed = await sql.selectSigned(tx);
		const present = keys.signer(old.prefix, null).key.publicKey;
		const ofLogs = [present, ...signed.flatMap(({ publicKey }) => publicKey ?? [])];
		const ofAnchor = keys.signer(old.anchor, (await selectAnchor(tx)).publicKey).key;
		const unknown = await keysUnknown(tx, [...ofLogs.map((key) => makeVerifierKey(old.prefix, key)), ofAnchor]);
		for (const vkey of unknown) {
			leaves.push({ type: 'key', change: 'add', vkey, from: at, to: null });
			await keepKey(tx, vkey, at, null);
		}
		for (const state of signed) {
			const moved = await move(state, `${names.prefix}/${state.name}`, `${old.prefix}/${state.name}`);
			if (moved) await sql.keepCheckpoint(tx, state.rankingId, moved);
		}
		const anchor = await selectAnchor(tx);
		for (const name of await namesLost(tx, from, anchor)) {
			const ended = await readEnded(from, name);
			const next = { successor: `${names.prefix}/${name}`, kept: 0, keptRoot: base64(EMPTY_ROOT) };
			if (ended) leaves.push({ type: 'restored', at, to: moment, origin: `${old.prefix}/${name}`, ...ended, ...next });
		}
		const moved = await move(anchor, names.anchor, old.anchor);
		// An auditor reads where a log has ended before it reads that its key is revoked.
		if (revokedKey) leaves.push(...(await revokedLeaves(tx, revokedKey, keys.receiptsBeside(revokedKey), at)));
		await sql.restartAnchor(tx, moved);
		await appendAnchorLeaves(tx, size, leaves);
		await tx.query({ text: 'update anchor_log set checked_at = null' });
	});
	return generation;
}

/** Keys of logs that have ended, if the anchor was set back to before it announced them. */
async function keysUnknown(tx: Tx, signing: readonly VerifierKey[]): Promise<Set<string>> {
	const known = new Set((await selectKeys(tx)).map(({ vkey }) => vkey));
	return new Set(signing.map(formatVerifierKey)).difference(known);
}

/** Logs that began after the moment of a restore: the published anchor names them, and the database does not know them. */
async function namesLost(tx: Tx, store: LogStore, { name, publishedSize }: LogState): Promise<Set<string>> {
	const published = await readEndedLog(store, name);
	const known = new Set((await sql.selectSigned(tx)).map((state) => state.name));
	const lost = new Set<string>();
	for (let index = publishedSize; index < (published?.size ?? 0); index += 1) {
		const bytes = await readLeaf(store, published as LogState, index);
		const leaf = bytes && parseAnchorLeaf(bytes);
		if (leaf?.type === 'cp' && !known.has(rankingIn(leaf.origin))) lost.add(rankingIn(leaf.origin));
	}
	return lost;
}

const rankingIn = (origin: string) => origin.slice(origin.lastIndexOf('/') + 1);

/** The checkpoint that the old log and its successor share: the database may know fewer leaves than were published. */
async function keptOf(state: LogState, ended: End | null): Promise<End> {
	if (ended && ended.size <= state.publishedSize) return ended;
	const size = state.publishedSize;
	return { size, root: base64(size === 0 ? EMPTY_ROOT : await rootAt({ ...state, size })) };
}

/** A process that runs the logs would go on under the old names. @throws {StartRefused} */
async function expectNoLeader(tx: Tx): Promise<void> {
	const text = 'select pg_try_advisory_xact_lock($1) as free';
	if ((await one<{ free: boolean }>(tx, { text, values: [LOCKS.voteLogLeader] })).free) return;
	throw new StartRefused('A process of the site still runs on this database: stop all of them first');
}

/** Tiles that are taken over at once. */
const AT_ONCE = 256;

/**
 * Takes over the full tiles of a log from the folder of one generation into the store of the next.
 * @throws {StartRefused} if one that was published is gone
 */
async function copyTiles(folder: string, to: LogStore, { name, publishedSize }: LogState): Promise<void> {
	const full = [...tilesIn(publishedSize)].filter(({ width }) => width === TILE_WIDTH);
	for (let at = 0; at < full.length; at += AT_ONCE) {
		const batch = full.slice(at, at + AT_ONCE).map((tile) => `${name}/${tilePath(tile)}`);
		await to.adopt(folder, batch);
	}
}
