/** Entries of a ranking: adding one by one or by file, hiding, and exporting the results as a file. */
import { ENTRIES_MAX, type consoleEntry, type entryImport } from '#contract/operator/rankings/entries.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, unlistArtists as unlistCall } from '#contract/operator/lists/bulk.ts';
import { fold } from '#contract/values/text.ts';
import * as z from 'zod/mini';
import { applyOrRequestApproval, type Approved, changedSince } from '#server/approvals/approvals.ts';
import { changeEach, record, approvedAs, type Grounds } from '#server/audit-trail/audit-trail.ts';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { presentPicture } from '#server/media/operator/uploads.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { ranked } from '../../rules.ts';
import * as sql from '../sql.ts';
import { type NewArtist, decodeFile, isError, judgeRows, readRows, type Candidate } from './import-rules.ts';
import { find, findLocked, isFrozen } from '../rankings.ts';

type Entry = z.output<typeof consoleEntry>;
type Preview = z.output<typeof entryImport>;

export const listEntries = async (db: Database, rankingKey: string): Promise<Entry[]> =>
	entriesOf(db, (await find(db, rankingKey)).rankingId);

export async function entriesOf(db: Db, rankingId: number): Promise<Entry[]> {
	const rows = await sql.selectEntries(db, rankingId);
	const shown = ranked(rows.filter(({ hidden }) => !hidden));
	const hidden = ranked(rows.filter((row) => row.hidden)).map((row) => ({ ...row, rank: null }));
	return [...shown, ...hidden].map((row) => ({ ...row, avatar: presentPicture(row.avatar_media_id) }));
}

export async function addEntries(tx: Tx, actor: Actor, rankingKey: string, artistIds: number[]): Promise<Entry[]> {
	const ranking = await findUnfrozen(tx, rankingKey);
	const wanted = [...new Set(artistIds)];
	const candidates = await sql.selectCandidates(tx, wanted, []);
	if (candidates.length < wanted.length) throw new Problem('artist_not_found');
	if (candidates.some(({ hidden }) => hidden)) throw new Problem('artist_hidden');
	await enter(tx, actor, ranking, { artistIds: wanted });
	return entriesOf(tx, ranking.rankingId);
}

/** Adds artists within a larger transaction, and writes the audit row. @throws {Problem} too_many_entries, artists_alike */
export async function enter(
	tx: Tx,
	actor: Actor,
	{ rankingId, ranking_key: rankingKey }: sql.ConsoleRow,
	{ artistIds, file }: { artistIds: readonly number[]; file?: string },
): Promise<void> {
	const entered = await sql.insertEntries(tx, rankingId, artistIds);
	if ((await sql.countEntries(tx, rankingId)) > ENTRIES_MAX) throw new Problem('too_many_entries');
	if (await sql.selectAlike(tx, rankingId)) throw new Problem('artists_alike');
	await sql.bumpEntries(tx, rankingId);
	const after = { entered, ...(file === undefined ? {} : { file }) };
	await record(tx, actor, { action: 'ranking.enter', target: `ranking:${rankingKey}`, after });
}

async function findUnfrozen(tx: Tx, rankingKey: string): Promise<sql.ConsoleRow> {
	const ranking = await findLocked(tx, rankingKey);
	if (isFrozen(ranking)) throw new Problem('ranking_frozen');
	return ranking;
}

/** Removes an artist within a larger transaction. Returns the ranking's id. @throws {Problem} ranking_frozen, artist_not_found */
export async function removeFrom(tx: Tx, actor: Actor, rankingKey: string, artistId: number): Promise<number> {
	const { rankingId } = await findUnfrozen(tx, rankingKey);
	if (!(await sql.deleteEntry(tx, rankingId, artistId))) throw new Problem('artist_not_found');
	await sql.bumpEntries(tx, rankingId);
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
		const keys = await sql.selectListings(tx, id);
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
	const { ranking, entry } = await findHideable(tx, asked);
	const { title, rankingId } = ranking;
	const large = isFrozen(ranking) && entry.hidden !== asked.hidden;
	const payload = { ...asked, title, en_name: entry.en_name };
	const request = { kind: 'entry_visibility', payload, large, why, target: `ranking:${asked.ranking_key}` } as const;
	const approvalId = await applyOrRequestApproval(tx, actor, request, () => setHidden(tx, actor, asked, { why }));
	return { entries: await entriesOf(tx, rankingId), approval_id: approvalId };
}

export async function performHiding(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	const asked = z.parse(hiding, payload);
	if ((await findHideable(tx, asked)).entry.hidden === asked.hidden) throw changedSince('entry');
	await setHidden(tx, askedBy, asked, { why, approvalId });
}

/** A certified list is final. @throws {Problem} ranking_not_found, ranking_state, artist_not_found */
async function findHideable(tx: Tx, { ranking_key: key, artist_id: id }: Hiding) {
	const ranking = await findLocked(tx, key);
	if (ranking.certified) throw new Problem('ranking_state');
	const entry = (await entriesOf(tx, ranking.rankingId)).find(({ artist_id: artistId }) => artistId === id);
	if (!entry) throw new Problem('artist_not_found');
	return { ranking, entry };
}

async function setHidden(tx: Tx, actor: Actor, asked: Hiding, { why, approvalId }: Grounds) {
	const { ranking_key: key, artist_id, hidden } = asked;
	const { ranking, entry } = await findHideable(tx, asked);
	await sql.updateHidden(tx, { rankingId: ranking.rankingId, artistId: artist_id, hidden });
	await sql.bumpEntries(tx, ranking.rankingId);
	await record(tx, actor, {
		action: hidden ? 'ranking.hide_entry' : 'ranking.show_entry',
		target: `ranking:${key}`,
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
		const candidates = await sql.selectCandidates(tx, ids, names);
		const entered = new Set((await sql.selectEntries(tx, ranking.rankingId)).map(({ artist_id }) => artist_id));
		const rows = judgeRows(named, candidates, entered);
		await sql.deleteOldImports(tx);
		const kept = { file_name: file.name, encoding, rows };
		const of = {
			ranking_id: ranking.rankingId,
			operator_id: actor.operatorId,
			entries_version: ranking.entriesVersion,
		};
		const made = await sql.insertImport(tx, { ...kept, ...of, rows: JSON.stringify(rows) });
		return { ...kept, ...made, errors: rows.filter(isError).length };
	});
}

export interface ImportDeps {
	db: Database;
	createArtistIn: (tx: Tx, actor: Actor, artist: NewArtist) => Promise<number>;
}

export async function commitImport<Of extends { ranking_key: string; import_id: string }>(
	tx: Tx,
	{ createArtistIn }: ImportDeps,
	actor: Actor,
	of: Of,
): Promise<Of> {
	const ranking = await findUnfrozen(tx, of.ranking_key);
	const { rankingId } = ranking;
	const preview = await sql.lockImport(tx, { importId: of.import_id, rankingId, operatorId: actor.operatorId });
	if (!preview) throw new Problem('import_not_found');
	if (preview.rows.some(isError)) throw new Problem('import_has_errors');
	if (preview.entriesVersion !== ranking.entriesVersion) throw new Problem('stale_edit');
	const artistIds = preview.rows.flatMap(({ outcome, artist_id: id }) => (outcome === 'enter' && id ? [id] : []));
	const missing = preview.rows.flatMap(({ create }) => create ?? []);
	await expectMissing(tx, missing);
	for (const artist of missing) artistIds.push(await createArtistIn(tx, actor, artist));
	await enter(tx, actor, ranking, { artistIds, file: preview.fileName });
	await sql.updateCommitted(tx, of.import_id);
	return of;
}

/** Somebody may have created an artist of the same name since the preview. @throws {Problem} stale_edit */
async function expectMissing(tx: Tx, artists: readonly NewArtist[]): Promise<void> {
	const names = artists.map(({ en_name: name }) => name);
	const found = await sql.selectCandidates(tx, [], names);
	const isSame = (artist: NewArtist) => (other: Candidate) =>
		fold(other.enName) === fold(artist.en_name) &&
		(artist.sub_title === null || fold(other.subTitle ?? '') === fold(artist.sub_title));
	if (artists.some((artist) => found.some(isSame(artist)))) throw new Problem('stale_edit');
}
