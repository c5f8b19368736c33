/** Statements of operators on entries and on imported files. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import { COUNTED, type StandingRow } from '../../sql.ts';
import type { Candidate, ImportedRow } from './import-rules.ts';

export interface EntryRow extends StandingRow {
	/** Epoch seconds. */
	entered: number;
	hidden: boolean;
}

export function selectEntries(db: Db, rankingId: number): Promise<EntryRow[]> {
	return db.query<EntryRow>({
		text: `select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
				native_lang as "nativeLang", sub_title as "subTitle", avatar_media_id as "avatarMediaId",
				fan_color as "fanColor", coalesce(counted.tickets, 0) as tickets,
				coalesce(counted.reached_at, 0) as "reachedAt", entry.hidden_at is not null as hidden,
				${epochSeconds('entered_at')} as entered
			from ranking_entry entry join artist using (artist_id)
			left join ${COUNTED} counted using (ranking_id, artist_id)
			where entry.ranking_id = $1`,
		values: [rankingId],
	});
}

/** Returns the ids of the artists that were added now. */
export async function insertEntries(tx: Tx, rankingId: number, artistIds: readonly number[]): Promise<number[]> {
	const rows = await tx.query<{ artistId: number }>({
		text: `insert into ranking_entry (ranking_id, artist_id) select $1, unnest($2::integer[])
			on conflict do nothing returning artist_id as "artistId"`,
		values: [rankingId, artistIds],
	});
	return rows.map(({ artistId }) => artistId);
}

export async function countEntries(tx: Tx, rankingId: number): Promise<number> {
	const { count } = await one<{ count: number }>(tx, {
		text: 'select count(*) as count from ranking_entry where ranking_id = $1',
		values: [rankingId],
	});
	return count;
}

export async function deleteEntry(tx: Tx, rankingId: number, artistId: number): Promise<boolean> {
	const row = await maybeOne(tx, {
		text: 'delete from ranking_entry where ranking_id = $1 and artist_id = $2 returning artist_id',
		values: [rankingId, artistId],
	});
	return row !== null;
}

/** Returns true if the entry was hidden before, false if not, and null if it does not exist. */
export async function updateHidden(
	tx: Tx,
	{ rankingId, artistId, hidden }: { rankingId: number; artistId: number; hidden: boolean },
): Promise<boolean | null> {
	const before = await maybeOne<{ hidden: boolean }>(tx, {
		text: `select hidden_at is not null as hidden from ranking_entry where ranking_id = $1 and artist_id = $2 for update`,
		values: [rankingId, artistId],
	});
	await tx.query({
		text: `update ranking_entry set hidden_at = case when $3 then coalesce(hidden_at, lightstick_now()) end
			where ranking_id = $1 and artist_id = $2`,
		values: [rankingId, artistId, hidden],
	});
	return before?.hidden ?? null;
}

export async function bumpEntries(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({
		text: 'update ranking set entries_version = entries_version + 1 where ranking_id = $1',
		values: [rankingId],
	});
}

/** Finds artists by id or by name, ignoring case. Ids are small; a larger number matches no artist. */
export function selectCandidates(db: Db, ids: readonly number[], names: readonly string[]): Promise<Candidate[]> {
	return db.query<Candidate>({
		text: `select artist_id as "artistId", en_name as "enName", sub_title as "subTitle", hidden_at is not null as hidden
			from artist where artist_id = any($1::integer[]) or lower(en_name) = any($2::text[])`,
		values: [ids, names],
	});
}

export interface NewImport {
	rankingId: number;
	operatorId: number;
	fileName: string;
	encoding: string;
	rows: readonly ImportedRow[];
	entriesVersion: number;
}

export function insertImport(tx: Tx, made: NewImport): Promise<{ importId: string; expires: number }> {
	const { rankingId, operatorId, fileName, encoding, rows, entriesVersion } = made;
	return one(tx, {
		text: `insert into entry_import (ranking_id, operator_id, file_name, encoding, rows, entries_version, expires_at)
			values ($1, $2, $3, $4, $5, $6, lightstick_now() + interval '1 hour')
			returning import_id as "importId", ${epochSeconds('expires_at')} as expires`,
		values: [rankingId, operatorId, fileName, encoding, JSON.stringify(rows), entriesVersion],
	});
}

export async function deleteOldImports(tx: Tx): Promise<void> {
	await tx.query({ text: `delete from entry_import where expires_at < lightstick_now() - interval '7 days'` });
}

/** Locks a waiting import until the transaction ends. Only the operator who previewed an import may commit it. */
export function lockImport(
	tx: Tx,
	{ importId, rankingId, operatorId }: { importId: string; rankingId: number; operatorId: number },
): Promise<{ rows: ImportedRow[]; fileName: string; entriesVersion: number } | null> {
	return maybeOne(tx, {
		text: `select rows, file_name as "fileName", entries_version as "entriesVersion" from entry_import
			where import_id = $1 and ranking_id = $2 and operator_id = $3 and committed_at is null
				and expires_at > lightstick_now() for update`,
		values: [importId, rankingId, operatorId],
	});
}

export async function updateCommitted(tx: Tx, importId: string): Promise<void> {
	await tx.query({
		text: 'update entry_import set committed_at = lightstick_now() where import_id = $1',
		values: [importId],
	});
}
