/**
 * Begins a new generation of the public logs after a restore. Each log keeps the leaves that the database knows, under a new
 * name. The old logs stay as they were published, and the new anchor tells where they have ended.
 */
import { formatAnchorLeaf, type RestoredLeaf } from '#contract/proof/anchor/anchor-leaf.ts';
import { base64 } from '#contract/proof/bytes.ts';
import { formatCheckpoint, parseCheckpoint } from '#contract/proof/checkpoint.ts';
import { parseNote } from '#contract/proof/note.ts';
import type { Config } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { one, type Database, type Tx } from '#server/kernel/database.ts';
import { appendAnchorLeaves, lockAnchor, selectAnchor } from '../anchor/sql.ts';
import { rootAt } from '../growth.ts';
import type { LogKeys } from '../keys.ts';
import { LEADER_LOCK, selectLogs, type LogState } from '../sql.ts';
import type { LogStore } from '../store.ts';
import { copyTiles } from './copy-tiles.ts';
import { folderOf, ofGeneration } from './names.ts';
import * as sql from './sql.ts';

export interface GenerationDeps {
	/** As the owner. */
	db: Database;
	voteLog: Config['voteLog'];
	keys: Pick<LogKeys, 'signer'>;
	/** The store of a generation. */
	openStore: (generation: number) => LogStore;
}

/**
 * No process of the site may run. Doing it again after a crash begins the same generation.
 * @param restoredTo what was committed later is lost
 * @throws {Error} if a tile that was published is gone
 */
export async function beginGeneration(deps: GenerationDeps, restoredTo: Date): Promise<number> {
	const { db, voteLog, keys, openStore } = deps;
	const before = await sql.selectGeneration(db);
	const generation = before + 1;
	const [old, names] = [ofGeneration(voteLog, before), ofGeneration(voteLog, generation)];
	const [from, to] = [openStore(before), openStore(generation)];
	await db.transaction(async (tx) => {
		await expectNoLeader(tx);
		const { size } = await lockAnchor(tx);
		const { begunAt: at, restoredTo: moment } = await sql.insertGeneration(tx, generation, restoredTo);
		const leaves: RestoredLeaf[] = [];
		const move = async (state: LogState, origin: string, oldOrigin: string) => {
			const ended = await readEnded(from, state.name);
			if (ended) leaves.push({ type: 'restored', at, to: moment, origin: oldOrigin, ...ended });
			if (state.checkpoint === null) return null;
			if (ended?.size === state.publishedSize) await from.write(new Map([[`${state.name}/edge`, state.bundle]]));
			await copyTiles(folderOf(before), to, state);
			const { key, sign } = keys.signer(origin, state.publicKey);
			const root = new Uint8Array(
				await rootAt({ size: state.publishedSize, tiles: state.tiles, bundle: state.bundle }),
			);
			const checkpoint = sign(formatCheckpoint({ origin: key.name, size: state.publishedSize, root }));
			await to.write(
				new Map([
					[`${state.name}/edge`, state.bundle],
					[`${state.name}/checkpoint`, Buffer.from(checkpoint)],
				]),
			);
			return checkpoint;
		};
		for (const { rankingKey, state } of await signedLogs(tx)) {
			const checkpoint = await move(state, `${names.prefix}/${rankingKey}`, `${old.prefix}/${rankingKey}`);
			if (checkpoint) await sql.keepCheckpoint(tx, rankingKey, checkpoint);
		}
		const anchor = await selectAnchor(tx);
		const checkpoint = await move(anchor, names.anchor, old.anchor);
		await sql.restartAnchor(tx, checkpoint);
		await appendAnchorLeaves(
			tx,
			size,
			leaves.map((leaf) => ({ kind: leaf.type, leaf: formatAnchorLeaf(leaf), log: null })),
		);
		await tx.query({ text: 'update anchor_log set checked_at = null' });
	});
	return generation;
}

/** A process that runs the logs would go on under the old names. @throws {StartRefused} */
async function expectNoLeader(tx: Tx): Promise<void> {
	const text = 'select pg_try_advisory_xact_lock($1) as free';
	if ((await one<{ free: boolean }>(tx, { text, values: [LEADER_LOCK] })).free) return;
	throw new StartRefused('A process of the site still runs on this database: stop all of them first');
}

async function signedLogs(tx: Tx): Promise<{ rankingKey: string; state: LogState }[]> {
	const keys = (await sql.selectSigned(tx)).map(({ rankingKey }) => rankingKey);
	return (await selectLogs(tx, keys)).map((state) => ({ rankingKey: state.name, state }));
}

/** The last checkpoint that the store knows: the database may know an older one. */
async function readEnded(store: LogStore, name: string): Promise<{ size: number; root: string } | null> {
	const note = parseNote((await store.read(`${name}/checkpoint`))?.toString() ?? '');
	const ended = note && parseCheckpoint(note.text);
	return ended && { size: ended.size, root: base64(ended.root) };
}
