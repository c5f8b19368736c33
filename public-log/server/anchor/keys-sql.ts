/** Statements on the keys that the anchor has announced, and those that logs use. */
import type { Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface AnnouncedKey {
	vkey: string;
	/** Epoch seconds. */
	addedAt: number;
	isRetired: boolean;
}

export function selectKeys(tx: Tx): Promise<AnnouncedKey[]> {
	return tx.query<AnnouncedKey>({
		text: `select vkey, ${epochSeconds('added_at')} as "addedAt", retired_at is not null as "isRetired" from anchor_key
			order by added_at, vkey`,
	});
}

/** Both in Unix seconds. Null: the key is still in use. */
export async function keepKey(tx: Tx, vkey: string, addedAt: number, retiredAt: number | null): Promise<void> {
	await tx.query({
		text: `insert into anchor_key (vkey, added_at, retired_at) values ($1, to_timestamp($2), to_timestamp($3))
			on conflict (vkey) do update set retired_at = excluded.retired_at`,
		values: [vkey, addedAt, retiredAt],
	});
}

/** Public halves of the keys of all logs. */
export async function selectKeysOfLogs(tx: Tx): Promise<Buffer[]> {
	const rows = await tx.query<{ publicKey: Buffer }>({
		text: `select distinct public_key as "publicKey" from vote_log where public_key is not null order by 1`,
	});
	return rows.map(({ publicKey }) => publicKey);
}

/** Public halves of the keys of logs that still grow. */
export async function selectKeysInUse(tx: Tx): Promise<Buffer[]> {
	const rows = await tx.query<{ publicKey: Buffer }>({
		text: `select distinct public_key as "publicKey" from vote_log
			where public_key is not null and (certified_at is null or published_size < size)`,
	});
	return rows.map(({ publicKey }) => publicKey);
}
