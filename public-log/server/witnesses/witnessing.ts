/** How far the anchor is witnessed, by the policy of the configuration. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import { type Db, epochSeconds, sql } from '#server/kernel/database.ts';
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
export const withCosignatures = (checkpoint: string, cosigners: readonly { cosignature: string }[]): string =>
	checkpoint + cosigners.map(({ cosignature }) => `${cosignature}\n`).join('');

/** Who cosigned the anchor's checkpoint of this size, by name in the policy, with the lines of their signatures. */
export const selectCosigners = (db: Db, size: number): Promise<{ name: string; cosignature: string }[]> =>
	sql`select name, cosignature from anchor_witness
		where size = ${size} and cosignature is not null order by name`
		.prepared('select_cosigners')
		.all(db);

/** Keeps a checkpoint that enough witnesses have cosigned. A smaller one than the known changes nothing. */
export async function keepWitnessed(db: Db, size: number, checkpoint: string): Promise<void> {
	await sql`update anchor_log set witnessed_size = ${size}, witnessed_checkpoint = ${checkpoint}
		where witnessed_size <= ${size} and witnessed_checkpoint is distinct from ${checkpoint}`.run(db);
}

export interface WitnessRow {
	vkey: string;
	name: string;
	/** Size of the largest checkpoint that it cosigned. */
	size: number;
	/** Epoch seconds, by the witness's own clock. Null: it never cosigned. */
	cosignedAt: number | null;
	fault: string | null;
	/** Epoch seconds. */
	faultySince: number | null;
}

export const selectWitnesses = (db: Db): Promise<WitnessRow[]> =>
	sql`select vkey, name, size, ${epochSeconds('cosigned_at')} as "cosignedAt", fault,
			${epochSeconds('faulty_since')} as "faultySince"
		from anchor_witness order by name`
		.prepared('select_witnesses')
		.all<WitnessRow>(db);

interface Cosigned extends Pick<WitnessRow, 'vkey' | 'name' | 'size'> {
	/** The line of its signature. */
	cosignature: string;
	/** Unix seconds. */
	time: number;
}

/** A smaller size than the known one changes nothing. */
export async function keepCosignature(db: Db, { vkey, name, size, cosignature, time }: Cosigned): Promise<void> {
	await sql`insert into anchor_witness (vkey, name, size, cosignature, cosigned_at, tried_at)
		values (${vkey}, ${name}, ${size}, ${cosignature}, to_timestamp(${time}), lightstick_now())
		on conflict (vkey) do update set name = ${name}, size = ${size}, cosignature = ${cosignature},
			cosigned_at = to_timestamp(${time}), tried_at = lightstick_now(), fault = null, faulty_since = null
		where anchor_witness.size <= ${size}`.run(db);
}

export async function keepFault(db: Db, vkey: string, name: string, fault: string): Promise<void> {
	await sql`insert into anchor_witness (vkey, name, tried_at, fault, faulty_since)
		values (${vkey}, ${name}, lightstick_now(), ${fault}, lightstick_now())
		on conflict (vkey) do update set name = ${name}, tried_at = lightstick_now(), fault = ${fault},
			faulty_since = coalesce(anchor_witness.faulty_since, lightstick_now())`.run(db);
}

/** Forgets witnesses that the policy names no longer. */
export async function keepOnly(db: Db, vkeys: readonly string[]): Promise<void> {
	await sql`delete from anchor_witness where vkey <> all (${vkeys})`.run(db);
}
