/** What the anchor tells in numbers, for everybody's page: read from its own published leaves. */
import type { ReplyOf } from '#contract/endpoint.ts';
import * as shapes from '#public-log/format/anchor/anchor-json.ts';
import { parseAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { hex, textOf, utf8 } from '#public-log/format/bytes.ts';
import { inclusionProof } from '#public-log/format/proofs.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import { formatTlogProof } from '#public-log/format/tlog-proof.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import type { Db } from '#server/kernel/database.ts';
import type { LogDeps } from '../publisher.ts';
import { readWitnessing } from '../witnesses/witnessing.ts';
import type { LogReader } from '../store.ts';
import { readSubtrees } from '../tiles.ts';
import { selectAnchor, selectAnnounced, selectNumbers, selectPublished, selectSupplyByDay } from './sql.ts';

type Numbers = ReplyOf<typeof getTransparencyNumbers>;

export interface NumbersDeps extends Pick<LogDeps, 'keys' | 'anchor' | 'store'> {
	policy: WitnessPolicy | null;
}

export async function readNumbers(db: Db, { keys, anchor, policy, store }: NumbersDeps): Promise<Numbers> {
	const { publicKey, ...published } = await selectPublished(db);
	const told = policy && (await proveAnnounced(db, store, 'policy'));
	const rows = await selectNumbers(db);
	const leaves = rows.map(({ index, leaf }) => ({ index, leaf: parseAnchorLeaf(leaf) }));
	return {
		anchor: {
			origin: anchor,
			vkey: formatVerifierKey(keys.signer(anchor, publicKey).key),
			...published,
			program: await proveAnnounced(db, store, 'program'),
			policy: told && isOfPolicy(told.leaf, policy) ? { ...told, text: policy.text } : null,
		},
		supply: leaves.flatMap(({ index, leaf }) => (leaf?.type === 'supply' ? [supplyPoint(index, leaf.json)] : [])),
		accounts: leaves.flatMap(({ index, leaf }) => (leaf?.type === 'accounts' ? [accountsPoint(index, leaf.json)] : [])),
		...(await readWitnessing(db, policy)),
	};
}

/**
 * The last leaf of this kind, proved by the last checkpoint that enough witnesses have cosigned. Before the first such
 * checkpoint, the newest one proves the auditor's leaf.
 */
async function proveAnnounced(db: Db, store: LogReader, kind: 'program' | 'policy') {
	const told = await selectAnnounced(db, kind);
	if (!told) return null;
	const state = await selectAnchor(db);
	const { index, leaf, witnessedSize, witnessedCheckpoint } = told;
	const [size, checkpoint] =
		kind === 'program' && witnessedSize === 0
			? [state.publishedSize, state.checkpoint]
			: [witnessedSize, witnessedCheckpoint];
	if (index >= size) return null;
	// The numbers are shown even if the store does not answer.
	const path = await inclusionProof(index, size, readSubtrees(store, state, size)).catch(() => null);
	return path && { leaf: textOf(leaf), proof: formatTlogProof({ index, path, checkpoint: checkpoint ?? '' }) };
}

/** Witnesses that the anchor does not tell of are shown to nobody: devices would warn of them. */
export const isOfPolicy = (leaf: string, { text }: WitnessPolicy): boolean => leaf.endsWith(hex(sha256(utf8(text))));

function supplyPoint(index: number, json: unknown): Numbers['supply'][number] {
	const { at, issued, burned, outstanding } = shapes.supply.parse(json);
	return { index, time: at, issued, burned, outstanding };
}

function accountsPoint(index: number, json: unknown): Numbers['accounts'][number] {
	// Older leaves do not tell regions.
	const { at, new_voters_24h_by_region = null, ...numbers } = shapes.accounts.parse(json);
	return { index, time: at, ...numbers, new_voters_24h_by_region };
}

export interface GemDay {
	/** `YYYY-MM-DD` in the site's time zone. */
	day: string;
	issued: number;
	/** Spent on votes. */
	spent: number;
	/** Earned gems among the issued ones, by check-ins, bonuses and operators. */
	free: number;
}

/**
 * How many gems came and went each day, from the supply that the anchor records every hour. Reads no ledger. A day counts
 * from the last supply of the day before. Today's numbers are up to an hour old.
 */
export async function readGemDays(db: Db, days: number): Promise<GemDay[]> {
	const totals = (await selectSupplyByDay(db, days)).flatMap(({ day, leaf }) => {
		const parsed = parseAnchorLeaf(leaf);
		return parsed?.type === 'supply' ? [{ day, ...totalsOf(parsed.json) }] : [];
	});
	return totals.flatMap(({ day, issued, spent, free }, index) => {
		const before = totals[index - 1];
		return before
			? [{ day, issued: issued - before.issued, spent: spent - before.spent, free: free - before.free }]
			: [];
	});
}

function totalsOf(json: unknown): Omit<GemDay, 'day'> {
	const { issued, burned } = shapes.supply.parse(json);
	const sum = Object.values(issued).reduce((all, gems) => all + gems.earned + gems.purchased, 0);
	const free = issued.check_in.earned + issued.bonus.earned + issued.adjustment.earned;
	return { issued: sum, spent: burned.vote.earned + burned.vote.purchased, free };
}
