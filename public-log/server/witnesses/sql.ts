/** Statements on witnesses: what each cosigned last, and why it did not cosign since. */
import { epochSeconds, sql, type Db } from '#server/kernel/database.ts';

/** Who cosigned the anchor's checkpoint of this size, by name in the policy, with the lines of their signatures. */
export function selectCosigners(db: Db, size: number): Promise<{ name: string; cosignature: string }[]> {
	return sql`select name, cosignature from anchor_witness
		where size = ${size} and cosignature is not null order by name`
		.prepared('select_cosigners')
		.all(db);
}

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

export function selectWitnesses(db: Db): Promise<WitnessRow[]> {
	return sql`select vkey, name, size, ${epochSeconds('cosigned_at')} as "cosignedAt", fault,
			${epochSeconds('faulty_since')} as "faultySince"
		from anchor_witness order by name`
		.prepared('select_witnesses')
		.all<WitnessRow>(db);
}

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
