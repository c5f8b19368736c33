/** Statements of operators on entries and on imported files. */
import type { Db, Tx } from '#server/kernel/database.ts';
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import { COUNTED, type StandingRow } from '../../sql.ts';
import type { Candidate, ImportedRow } from './import-rules.ts';

export interface EntryRow extends StandingRow {
	/** Epoch seconds. */
	entered: number;
	hidden: boolean;
}

export function selectEntries(db: Db, rankingId: number): Promise<EntryRow[]> {
	return sql`select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
			native_lang as "nativeLang", sub_title as "subTitle", avatar_media_id as "avatarMediaId",
			fan_color as "fanColor", coalesce(counted.tickets, 0) as tickets,
			coalesce(counted.reached_at, 0) as "reachedAt", entry.hidden_at is not null as hidden,
			${epochSeconds('entered_at')} as entered
		from ranking_entry entry join artist using (artist_id)
		left join ${COUNTED} counted using (ranking_id, artist_id)
		where entry.ranking_id = ${rankingId}`.all(db);
}

/** Returns the ids of the artists that were added now. */
export function insertEntries(tx: Tx, rankingId: number, artistIds: readonly number[]): Promise<number[]> {
	return sql`insert into ranking_entry (ranking_id, artist_id)
		select ${rankingId}, unnest(${artistIds}::integer[])
		on conflict do nothing returning artist_id as "artistId"`.column(tx);
}

export function countEntries(tx: Tx, rankingId: number): Promise<number> {
	return sql`select count(*) as count from ranking_entry where ranking_id = ${rankingId}`.value(tx);
}

export function deleteEntry(tx: Tx, rankingId: number, artistId: number): Promise<boolean> {
	return sql`delete from ranking_entry where ranking_id = ${rankingId} and artist_id = ${artistId}
		returning artist_id`.exists(tx);
}

export function updateHidden(
	tx: Tx,
	{ rankingId, artistId, hidden }: { rankingId: number; artistId: number; hidden: boolean },
): Promise<void> {
	return sql`update ranking_entry
		set hidden_at = case when ${hidden} then coalesce(hidden_at, lightstick_now()) end
		where ranking_id = ${rankingId} and artist_id = ${artistId}`.run(tx);
}

/** Returns true if two artists of the ranking have the same names. */
export function selectAlike(tx: Tx, rankingId: number): Promise<boolean> {
	return sql`select from ranking_entry join artist using (artist_id) where ranking_id = ${rankingId}
		group by folded(en_name), folded(native_name), folded(sub_title) having count(*) > 1 limit 1`.exists(tx);
}

export function bumpEntries(tx: Tx, rankingId: number): Promise<void> {
	return sql`update ranking set entries_version = entries_version + 1 where ranking_id = ${rankingId}`.run(tx);
}

/** Finds artists by id or by name, as searches compare names. Ids are small; a larger number matches no artist. */
export function selectCandidates(db: Db, ids: readonly number[], names: readonly string[]): Promise<Candidate[]> {
	return sql`select artist_id as "artistId", en_name as "enName", sub_title as "subTitle",
		hidden_at is not null as hidden
		from artist where artist_id = any(${ids}::integer[]) or folded(en_name) = any(
			(select array_agg(folded(name)) from unnest(${names}::text[]) name)::text[])`.all(db);
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
	return sql`insert into entry_import (ranking_id, operator_id, file_name, encoding, rows, entries_version,
		expires_at)
		values (${rankingId}, ${operatorId}, ${fileName}, ${encoding}, ${JSON.stringify(rows)}, ${entriesVersion},
			lightstick_now() + interval '1 hour')
		returning import_id as "importId", ${epochSeconds('expires_at')} as expires`.one(tx);
}

export function deleteOldImports(tx: Tx): Promise<void> {
	return sql`delete from entry_import where expires_at < lightstick_now() - interval '7 days'`.run(tx);
}

/** Locks a waiting import until the transaction ends. Only the operator who previewed an import may commit it. */
export function lockImport(
	tx: Tx,
	{ importId, rankingId, operatorId }: { importId: string; rankingId: number; operatorId: number },
): Promise<{ rows: ImportedRow[]; fileName: string; entriesVersion: number } | null> {
	return sql`select rows, file_name as "fileName", entries_version as "entriesVersion" from entry_import
		where import_id = ${importId} and ranking_id = ${rankingId} and operator_id = ${operatorId}
			and committed_at is null
			and expires_at > lightstick_now() for update`.maybeOne(tx);
}

export function updateCommitted(tx: Tx, importId: string): Promise<void> {
	return sql`update entry_import set committed_at = lightstick_now() where import_id = ${importId}`.run(tx);
}
