/** Entries of a ranking: adding one by one or by file, hiding, and exporting the results as a file. */
import { ENTRIES_MAX, type consoleEntry, type entryImport } from '#contract/operator/rankings/entries.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, unlistArtists as unlistCall } from '#contract/operator/lists/bulk.ts';
import { fold } from '#contract/values/text.ts';
import * as z from 'zod/mini';
import { applyOrRequestApproval, type Approved, changedSince } from '#server/approvals/approvals.ts';
import { changeEach, record, approvedAs, type Grounds } from '#server/audit-trail/audit-trail.ts';
import { type Database, type Db, type Tx, epochSeconds, row, sql } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { presentPicture } from '#server/media/operator/uploads.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { ranked } from '../../rules.ts';
import { bumpEntries, type ConsoleRow, selectCandidates, selectEntries } from '../sql.ts';
import {
	type NewArtist,
	decodeFile,
	isError,
	judgeRows,
	readRows,
	type Candidate,
	type ImportedRow,
} from './import-rules.ts';
import { find, findLocked, isFrozen } from '../rankings.ts';

type Entry = z.output<typeof consoleEntry>;
type Preview = z.output<typeof entryImport>;

export const listEntries = async (db: Database, rankingKey: string): Promise<Entry[]> =>
	entriesOf(db, (await find(db, rankingKey)).rankingId);

export async function entriesOf(db: Db, rankingId: number): Promise<Entry[]> {
	const rows = await selectEntries(db, rankingId);
	const shown = ranked(rows.filter(({ hidden }) => !hidden));
	const hidden = ranked(rows.filter((entry) => entry.hidden)).map((entry) => ({ ...entry, rank: null }));
	return [...shown, ...hidden].map((entry) => ({ ...entry, avatar: presentPicture(entry.avatar_media_id) }));
}

export async function addEntries(tx: Tx, actor: Actor, rankingKey: string, artistIds: number[]): Promise<Entry[]> {
	const ranking = await findUnfrozen(tx, rankingKey);
	const wanted = [...new Set(artistIds)];
	const candidates = await selectCandidates(tx, wanted, []);
	if (candidates.length < wanted.length) throw new Problem('artist_not_found');
	if (candidates.some(({ hidden }) => hidden)) throw new Problem('artist_hidden');
	await enter(tx, actor, ranking, { artistIds: wanted });
	return entriesOf(tx, ranking.rankingId);
}

/** Adds artists within a larger transaction, and writes the audit row. @throws {Problem} too_many_entries, artists_alike */
export async function enter(
	tx: Tx,
	actor: Actor,
	{ rankingId, ranking_key: rankingKey }: ConsoleRow,
	{ artistIds, file }: { artistIds: readonly number[]; file?: string },
): Promise<void> {
	const entered = await sql`insert into ranking_entry (ranking_id, artist_id)
		select ${rankingId}, unnest(${artistIds}::integer[]) on conflict do nothing returning artist_id`.column(tx);
	const count = await sql`select count(*) from ranking_entry where ranking_id = ${rankingId}`.value<number>(tx);
	if (count > ENTRIES_MAX) throw new Problem('too_many_entries');
	const alike = sql`select from ranking_entry join artist using (artist_id) where ranking_id = ${rankingId}
		group by folded(en_name), folded(native_name), folded(sub_title) having count(*) > 1 limit 1`;
	if (await alike.exists(tx)) throw new Problem('artists_alike');
	await bumpEntries(tx, rankingId);
	const after = { entered, ...(file === undefined ? {} : { file }) };
	await record(tx, actor, { action: 'ranking.enter', target: `ranking:${rankingKey}`, after });
}

async function findUnfrozen(tx: Tx, rankingKey: string): Promise<ConsoleRow> {
	const ranking = await findLocked(tx, rankingKey);
	if (isFrozen(ranking)) throw new Problem('ranking_frozen');
	return ranking;
}

/** Removes an artist within a larger transaction. Returns the ranking's id. @throws {Problem} ranking_frozen, artist_not_found */
export async function removeFrom(tx: Tx, actor: Actor, rankingKey: string, artistId: number): Promise<number> {
	const { rankingId } = await findUnfrozen(tx, rankingKey);
	const gone = sql`delete from ranking_entry where ranking_id = ${rankingId} and artist_id = ${artistId} returning artist_id`;
	if (!(await gone.exists(tx))) throw new Problem('artist_not_found');
	await bumpEntries(tx, rankingId);
	const before = { artist_id: artistId };
	await record(tx, actor, { action: 'ranking.remove_entry', target: `ranking:${rankingKey}`, before });
	return rankingId;
}

export function unlistArtists(
	db: Database,
	actor: Actor,
	{ artist_ids: artistIds, dry_run: isDryRun }: CheckedInputOf<typeof unlistCall>['body'],
): Promise<{ results: BulkResult[] }> {
	const items = artistIds.map((id) => ({ id }));
	return changeEach(db, items, async (tx, { id }) => {
		const keys = await sql`select ranking_key from ranking_entry join ranking using (ranking_id)
			where artist_id = ${id} and (published_at is null or ends_at > lightstick_now())
			order by ranking_id`.column<string>(tx);
		const toCome: string[] = [];
		for (const key of keys) if (!isFrozen(await find(tx, key))) toCome.push(key);
		if (keys.length > 0 && toCome.length === 0) throw new Problem('artist_in_ranking');
		// One that opens at this moment refuses, and the artist stays in all of them.
		if (!isDryRun) for (const key of toCome) await removeFrom(tx, actor, key, id);
		return { outcome: toCome.length === 0 ? 'unchanged' : 'changed', version: null };
	});
}

const hiding = z.object({ ranking_key: z.string(), artist_id: z.int(), hidden: z.boolean() });
type Hiding = z.output<typeof hiding>;

/** Its votes stay on record, but leave chart and result. So from the opening on, a second operator approves it. */
export async function hideEntry(tx: Tx, actor: Actor, { why, ...asked }: Hiding & { why: string }) {
	const found = await findHideable(tx, asked);
	const { ranking, entry } = found;
	const large = isFrozen(ranking) && entry.hidden !== asked.hidden;
	const payload = { ...asked, title: ranking.title, en_name: entry.en_name };
	const request = { kind: 'entry_visibility', payload, large, why, target: `ranking:${asked.ranking_key}` } as const;
	const approvalId = await applyOrRequestApproval(tx, actor, request, () => setHidden(tx, actor, found, { why }));
	return { entries: await entriesOf(tx, ranking.rankingId), approval_id: approvalId };
}

export async function performHiding(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	const found = await findHideable(tx, z.parse(hiding, payload));
	if (found.entry.hidden === found.hidden) throw changedSince('entry');
	await setHidden(tx, askedBy, found, { why, approvalId });
}

/** A certified list is final. @throws {Problem} ranking_not_found, ranking_state, artist_not_found */
async function findHideable(tx: Tx, { ranking_key: key, artist_id: id, hidden }: Hiding) {
	const ranking = await findLocked(tx, key);
	if (ranking.certified) throw new Problem('ranking_state');
	const entry = (await entriesOf(tx, ranking.rankingId)).find(({ artist_id: artistId }) => artistId === id);
	if (!entry) throw new Problem('artist_not_found');
	return { ranking, entry, hidden };
}

type Hideable = Awaited<ReturnType<typeof findHideable>>;

async function setHidden(tx: Tx, actor: Actor, { ranking, entry, hidden }: Hideable, { why, approvalId }: Grounds) {
	const { artist_id } = entry;
	await sql`update ranking_entry set hidden_at = case when ${hidden} then coalesce(hidden_at, lightstick_now()) end
		where ranking_id = ${ranking.rankingId} and artist_id = ${artist_id}`.run(tx);
	await bumpEntries(tx, ranking.rankingId);
	await record(tx, actor, {
		action: hidden ? 'ranking.hide_entry' : 'ranking.show_entry',
		target: `ranking:${ranking.ranking_key}`,
		before: { artist_id, hidden: entry.hidden },
		after: approvedAs({ artist_id, hidden }, approvalId),
		why,
	});
}

/** Reads a file and returns what an import would do. Only the preview is stored, for one hour. */
export function previewImport(
	db: Database,
	actor: Actor,
	rankingKey: string,
	file: { name: string; bytes: Buffer },
): Promise<Preview> {
	const { text, encoding } = decodeFile(file.bytes);
	const named = readRows(text);
	return db.transaction(async (tx) => {
		const ranking = await findUnfrozen(tx, rankingKey);
		const ids = named.flatMap(({ artistId }) => (artistId === null ? [] : [artistId]));
		const names = named.flatMap(({ enName, wrong }) => (wrong === null ? [enName] : []));
		const candidates = await selectCandidates(tx, ids, names);
		const entered = new Set((await selectEntries(tx, ranking.rankingId)).map(({ artist_id }) => artist_id));
		const rows = judgeRows(named, candidates, entered);
		await sql`delete from entry_import where expires_at < lightstick_now() - interval '7 days'`.run(tx);
		const kept = { file_name: file.name, encoding, rows };
		const of = {
			ranking_id: ranking.rankingId,
			operator_id: actor.operatorId,
			entries_version: ranking.entriesVersion,
		};
		const expires_at = sql`lightstick_now() + interval '1 hour'`;
		const made = await sql`insert into entry_import ${row({ ...kept, ...of, rows: JSON.stringify(rows), expires_at })}
			returning import_id, ${epochSeconds('expires_at')} as expires_time`.one<
			Pick<Preview, 'import_id' | 'expires_time'>
		>(tx);
		return { ...kept, ...made, errors: rows.filter(isError).length };
	});
}

export interface ImportDeps {
	db: Database;
	createArtistIn: (tx: Tx, actor: Actor, artist: NewArtist) => Promise<number>;
}

interface Kept {
	rows: ImportedRow[];
	fileName: string;
	entriesVersion: number;
}

export async function commitImport<Of extends { ranking_key: string; import_id: string }>(
	tx: Tx,
	{ createArtistIn }: ImportDeps,
	actor: Actor,
	of: Of,
): Promise<Of> {
	const ranking = await findUnfrozen(tx, of.ranking_key);
	// Only the operator who previewed an import may commit it.
	const preview = await sql`select rows, file_name as "fileName", entries_version as "entriesVersion" from entry_import
		where import_id = ${of.import_id} and ranking_id = ${ranking.rankingId} and operator_id = ${actor.operatorId}
			and committed_at is null and expires_at > lightstick_now() for update`.maybeOne<Kept>(tx);
	if (!preview) throw new Problem('import_not_found');
	if (preview.rows.some(isError)) throw new Problem('import_has_errors');
	if (preview.entriesVersion !== ranking.entriesVersion) throw new Problem('stale_edit');
	const artistIds = preview.rows.flatMap(({ outcome, artist_id: id }) => (outcome === 'enter' && id ? [id] : []));
	const missing = preview.rows.flatMap(({ create }) => create ?? []);
	await expectMissing(tx, missing);
	for (const artist of missing) artistIds.push(await createArtistIn(tx, actor, artist));
	await enter(tx, actor, ranking, { artistIds, file: preview.fileName });
	await sql`update entry_import set committed_at = lightstick_now() where import_id = ${of.import_id}`.run(tx);
	return of;
}

/** Somebody may have created an artist of the same name since the preview. @throws {Problem} stale_edit */
async function expectMissing(tx: Tx, artists: readonly NewArtist[]): Promise<void> {
	const names = artists.map(({ en_name: name }) => name);
	const found = await selectCandidates(tx, [], names);
	const isSame = (artist: NewArtist) => (other: Candidate) =>
		fold(other.enName) === fold(artist.en_name) &&
		(artist.sub_title === null || fold(other.subTitle ?? '') === fold(artist.sub_title));
	if (artists.some((artist) => found.some(isSame(artist)))) throw new Problem('stale_edit');
}
