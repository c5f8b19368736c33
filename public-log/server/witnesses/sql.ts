/** Statements on witnesses: what each cosigned last, and why it did not cosign since. */
import { epochSeconds } from '#server/kernel/sql.ts';
import type { Db } from '#server/kernel/database.ts';

/** Who cosigned the anchor's checkpoint of this size, by name in the policy, with the lines of their signatures. */
export function selectCosigners(db: Db, size: number): Promise<{ name: string; cosignature: string }[]> {
	return db.query({
		name: 'select_cosigners',
		text: 'select name, cosignature from anchor_witness where size = $1 and cosignature is not null order by name',
		values: [size],
	});
}

/** Keeps a checkpoint that enough witnesses have cosigned. A smaller one than the known changes nothing. */
export async function keepWitnessed(db: Db, size: number, checkpoint: string): Promise<void> {
	await db.query({
		text: `update anchor_log set witnessed_size = $1, witnessed_checkpoint = $2
			where witnessed_size <= $1 and witnessed_checkpoint is distinct from $2`,
		values: [size, checkpoint],
	});
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
	return db.query<WitnessRow>({
		name: 'select_witnesses',
		text: `select vkey, name, size, ${epochSeconds('cosigned_at').text} as "cosignedAt", fault,
				${epochSeconds('faulty_since').text} as "faultySince"
			from anchor_witness order by name`,
	});
}

interface Cosigned extends Pick<WitnessRow, 'vkey' | 'name' | 'size'> {
	/** The line of its signature. */
	cosignature: string;
	/** Unix seconds. */
	time: number;
}

/** A smaller size than the known one changes nothing. */
export async function keepCosignature(db: Db, { vkey, name, size, cosignature, time }: Cosigned): Promise<void> {
	await db.query({
		text: `insert into anchor_witness (vkey, name, size, cosignature, cosigned_at, tried_at)
			values ($1, $2, $3, $4, to_timestamp($5), lightstick_now())
			on conflict (vkey) do update set name = $2, size = $3, cosignature = $4, cosigned_at = to_timestamp($5),
				tried_at = lightstick_now(), fault = null, faulty_since = null
			where anchor_witness.size <= $3`,
		values: [vkey, name, size, cosignature, time],
	});
}

export async function keepFault(db: Db, vkey: string, name: string, fault: string): Promise<void> {
	await db.query({
		text: `insert into anchor_witness (vkey, name, tried_at, fault, faulty_since)
			values ($1, $2, lightstick_now(), $3, lightstick_now())
			on conflict (vkey) do update set name = $2, tried_at = lightstick_now(), fault = $3,
				faulty_since = coalesce(anchor_witness.faulty_since, lightstick_now())`,
		values: [vkey, name, fault],
	});
}

/** Forgets witnesses that the policy names no longer. */
export async function keepOnly(db: Db, vkeys: readonly string[]): Promise<void> {
	await db.query({ text: 'delete from anchor_witness where vkey <> all ($1)', values: [vkeys] });
}
