import * as sql from './sql.ts';
import type { ConsoleArtist, createArtist as createCall, listArtists as listCall } from '#contract/operator/artists.ts';
import { consoleArtist } from '#contract/operator/artists.ts';
import type { setArtistsHidden as hideCall } from '#contract/operator/lists/bulk.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import * as z from 'zod/mini';
import { applyOrRequestApproval, type Approved, changedSince } from '#server/approvals/approvals.ts';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { readPage } from '#server/kernel/paging.ts';
import { changeThing } from '#server/audit-trail/audit-trail.ts';
import type { exportArtists as exportCall } from '#contract/operator/lists/exports.ts';
import { createRow, lockRow, readRow, setHidden, updateRow, withPictures } from '#server/resources/table.ts';
import { exportList } from '#server/audit-trail/exports.ts';

type Fields = CheckedInputOf<typeof createCall>['body'];

export async function listArtists(db: Db, filter: CheckedInputOf<typeof listCall>['query']) {
	const { list, cursor } = await readPage(
		filter,
		['text', 'integer'],
		(after, limit) => sql.selectArtists(db, filter, after, limit),
		(row) => [row.name_key, row.artist_id],
	);
	return { list: list.map(withPictures), cursor };
}

export const createArtistIn = async (tx: Tx, actor: Actor, fields: Fields): Promise<number> =>
	(await createRow(tx, actor, sql.artist, fields)).artist_id;

export function editArtist(
	db: Database,
	actor: Actor,
	artistId: number,
	{ version, why, ...fields }: Fields & { version: number; why?: string | undefined },
): Promise<{ artist: ConsoleArtist; approval_id: string | null }> {
	const target = `artist:${artistId}`;
	return db.transaction(async (tx) => {
		const [before, after] = [namesOf(await readRow(tx, sql.artist, artistId)), namesOf(fields)];
		// Before the artist: entering an artist into a ranking takes the locks in this order.
		const listings = isSame(before, after) ? [] : await sql.lockListings(tx, artistId);
		let approvalId: string | null = null;
		const edit = { action: 'artist.edit', target, version, missing: 'artist_not_found', ...(why && { why }) } as const;
		const changed = await changeThing(tx, actor, edit, {
			read: () => lockRow(tx, sql.artist, artistId),
			async write(row) {
				await sql.artist.check?.(tx, fields, row);
				if (fields.hidden && !row.hidden) await expectUnlisted(tx, artistId);
				const large = expectUnreviewed(listings).some(({ stage }) => stage === 'voting');
				if (large && why === undefined) throw new Problem('rename_needs_reason');
				const payload = { artist_id: artistId, before, after };
				const asked = { kind: 'artist_rename', payload, large, why: why ?? '', target } as const;
				approvalId = await applyOrRequestApproval(tx, actor, asked, async () => undefined);
				await updateRow(tx, sql.artist, artistId, { ...fields, ...(approvalId === null ? after : before) });
				if (approvalId === null) await renameIn(tx, artistId, { before, after }, listings);
			},
		});
		return { artist: withPictures(changed), approval_id: approvalId };
	});
}

type Renaming = Record<'before' | 'after', sql.Names>;
const namesOf = ({ en_name, native_name, sub_title }: sql.Names): sql.Names => ({ en_name, native_name, sub_title });
const isSame = (one: sql.Names, other: sql.Names) => JSON.stringify(one) === JSON.stringify(other);

/** @throws {Problem} artist_in_review: the log is closed, and its result will be certified under the names that it says */
function expectUnreviewed(listings: sql.Listing[]): sql.Listing[] {
	if (listings.some(({ stage }) => stage === 'review')) throw new Problem('artist_in_review');
	return listings;
}

/** The public log counts by id: an artist who takes another's name during a vote would look like one who takes the votes. */
async function renameIn(tx: Tx, artistId: number, { before, after }: Renaming, listings: readonly sql.Listing[]) {
	if (await sql.selectIsAlike(tx, artistId, listings)) throw new Problem('artists_alike');
	const fresh = [after.en_name, after.native_name].filter(
		(name) => name !== null && name !== before.en_name && name !== before.native_name,
	);
	if (await sql.selectIsTaken(tx, artistId, fresh, listings)) throw new Problem('name_taken');
	await sql.bumpListings(tx, listings);
}

const names = z.pick(consoleArtist, { en_name: true, native_name: true, sub_title: true });
const renaming = z.object({ artist_id: z.int(), before: names, after: names });

/** Performs an approved request if the artist is still called as it was then. */
export async function performRename(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	const { artist_id: artistId, before, after } = z.parse(renaming, payload);
	const listings = expectUnreviewed(await sql.lockListings(tx, artistId));
	const row = await lockRow(tx, sql.artist, artistId);
	if (!row || !isSame(namesOf(row), before)) throw changedSince('artist');
	const edit = { action: 'artist.edit', target: `artist:${artistId}`, version: row.version, why, approvalId };
	await changeThing(
		tx,
		askedBy,
		{ ...edit, missing: 'artist_not_found' },
		{
			read: () => lockRow(tx, sql.artist, artistId),
			async write() {
				await updateRow(tx, sql.artist, artistId, after);
				await renameIn(tx, artistId, { before, after }, listings);
			},
		},
	);
}

export function setArtistsHidden(db: Database, actor: Actor, body: CheckedInputOf<typeof hideCall>['body']) {
	const how = { stored: sql.artist, verbs: { hide: 'hide', show: 'show' }, mayHide: expectUnlisted };
	return setHidden(db, actor, body, how);
}

async function expectUnlisted(tx: Tx, artistId: number): Promise<void> {
	if (await sql.selectIsListed(tx, artistId)) throw new Problem('artist_in_ranking');
}

const cells = {
	id: (artist: ConsoleArtist) => artist.artist_id,
	name: (artist: ConsoleArtist) => artist.en_name,
	native: (artist: ConsoleArtist) => artist.native_name ?? artist.sub_title,
	kind: (artist: ConsoleArtist) => artist.kind,
	color: (artist: ConsoleArtist) => artist.fan_color,
	status: (artist: ConsoleArtist) => (artist.hidden ? 'hidden' : 'visible'),
};

export function artistsAsCsv(
	db: Database,
	actor: Actor,
	{ columns, ...filter }: CheckedInputOf<typeof exportCall>['body'],
) {
	return exportList(db, actor, {
		actions: ['artist.export', 'artist.exported'],
		target: 'artists',
		filter,
		columns,
		cells,
		readPage: (page) => listArtists(db, { ...filter, ...page }),
	});
}
