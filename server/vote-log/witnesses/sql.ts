/** Statements on witnesses: what each cosigned last, and why it did not cosign since. */
import type { Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

/** Lines of signatures over the anchor's checkpoint of this size. */
export async function selectCosignatures(db: Db, size: number): Promise<string[]> {
	const rows = await db.query<{ cosignature: string }>({
		name: 'select_cosignatures',
		text: 'select cosignature from anchor_witness where size = $1 and cosignature is not null order by name',
		values: [size],
	});
	return rows.map(({ cosignature }) => cosignature);
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
		text: `select vkey, name, size, ${epochSeconds('cosigned_at')} as "cosignedAt", fault,
				${epochSeconds('faulty_since')} as "faultySince"
			from anchor_witness order by name`,
	});
}

export interface Cosigned {
	vkey: string;
	name: string;
	size: number;
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
