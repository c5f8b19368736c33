/** Leaves that tie rankings' logs to the anchor. */
import { base64, hex } from '#public-log/format/bytes.ts';
import type { AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { PublisherDeps } from '../publisher.ts';
import { selectLogs } from '../sql.ts';
import type { LogStore } from '../store.ts';
import { readLeaf } from '../tiles.ts';
import * as sql from './checkpoints-sql.ts';

/** The newest checkpoint of each log that has one the anchor does not know. */
export async function anchorCheckpoints(tx: Tx, { store, prefix }: PublisherDeps): Promise<AnchorLeaf[]> {
	const logs = await sql.selectAnchorable(tx);
	if (logs.length === 0) return [];
	const leaves: AnchorLeaf[] = [];
	for (const { rankingKey, size, root, isFinal } of logs) {
		const checkpoint = { origin: `${prefix}/${rankingKey}`, size, root: base64(root) };
		if (!isFinal) leaves.push({ type: 'cp', ...checkpoint });
		else leaves.push({ type: 'result', ...checkpoint, leafSha256: await hashResult(tx, store, rankingKey) });
	}
	await sql.markAnchored(tx, logs);
	return leaves;
}

async function hashResult(tx: Tx, store: LogStore, rankingKey: string): Promise<string> {
	const [log] = await selectLogs(tx, [rankingKey]);
	const leaf = log && (await readLeaf(store, log, log.publishedSize - 1));
	if (!leaf || parseLeaf(leaf)?.type !== 'result')
		throw new Error(`The log of ${rankingKey} does not end with a result`);
	return hex(sha256(leaf));
}
