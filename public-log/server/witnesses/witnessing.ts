/** How far the anchor is witnessed, by the policy of the configuration. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { Db } from '#server/kernel/database.ts';
import { selectWitnesses, type WitnessRow, selectCosigners } from './sql.ts';
import type { LogState } from '../sql.ts';
import { selectAnchor } from '../anchor/sql.ts';

type Witnessing = Pick<ReplyOf<typeof getTransparencyNumbers>, 'witnessing' | 'witnessed_size' | 'witnesses'>;

export async function readWitnessing(db: Db, policy: WitnessPolicy | null): Promise<Witnessing> {
	if (!policy || policy.witnesses.length === 0) return { witnessing: 'none', witnessed_size: 0, witnesses: [] };
	const known = new Map((await selectWitnesses(db)).map((row) => [row.vkey, row]));
	const rows = policy.witnesses.map(({ name, key }) => ({ name, row: known.get(formatVerifierKey(key)) ?? null }));
	const size = witnessedSize(policy, rows);
	return {
		witnessing: size > 0 ? 'witnessed' : 'waiting',
		witnessed_size: size,
		witnesses: rows.map(({ name, row }) => ({
			name,
			cosigned_size: row?.size ?? 0,
			cosigned_time: row?.cosignedAt ?? null,
			failing_since: row?.faultySince ?? null,
		})),
	};
}

/** Who cosigned a checkpoint has checked that it holds all smaller ones. */
function witnessedSize(policy: WitnessPolicy, rows: readonly { name: string; row: WitnessRow | null }[]): number {
	const sizes = rows.map(({ row }) => row?.size ?? 0).toSorted((one, other) => other - one);
	const cosignedAt = (size: number) => rows.filter(({ row }) => (row?.size ?? 0) >= size).map(({ name }) => name);
	return sizes.find((size) => size > 0 && policy.isQuorum(new Set(cosignedAt(size)))) ?? 0;
}

/** The anchor as it is served: its checkpoint with the cosignatures that witnesses have given for it. */
export async function readServedAnchor(db: Db): Promise<LogState> {
	const state = await selectAnchor(db);
	if (state.checkpoint === null) return state;
	const cosigners = await selectCosigners(db, state.publishedSize);
	return { ...state, checkpoint: withCosignatures(state.checkpoint, cosigners) };
}

/** A signed note with more signatures: a line each. */
export function withCosignatures(checkpoint: string, cosigners: readonly { cosignature: string }[]): string {
	return checkpoint + cosigners.map(({ cosignature }) => `${cosignature}\n`).join('');
}
