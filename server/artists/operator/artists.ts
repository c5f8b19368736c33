/** Artists in the hands of operators. */
import * as sql from './sql.ts';
import type { ConsoleArtist, createArtist as createCall, listArtists as listCall } from '#contract/operator/artists.ts';
import type { setArtistsHidden as hideCall } from '#contract/operator/lists/bulk.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { expectMedia, presentPicture } from '#server/media/operator/uploads.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { readPage } from '#server/kernel/paging.ts';
import { setHidden } from '#server/audit-trail/bulk.ts';
import { changeThing } from '#server/audit-trail/edit.ts';
import type { exportArtists as exportCall } from '#contract/operator/lists/exports.ts';
import { exportList } from '#server/audit-trail/exports.ts';

type Fields = CheckedInputOf<typeof createCall>['body'];

export async function listArtists(
	db: Db,
	filter: CheckedInputOf<typeof listCall>['query'],
): Promise<{ list: ConsoleArtist[]; cursor: string | null }> {
	const { list, cursor } = await readPage(
		filter,
		['text', 'integer'],
		(after, limit) => sql.selectArtists(db, filter, after, limit),
		(row) => [row.name_key, row.artist_id],
	);
	return { list: list.map(present), cursor };
}

export async function readArtist(db: Database, artistId: number): Promise<ConsoleArtist> {
	const row = await sql.selectArtist(db, artistId);
	if (!row) throw new Problem('artist_not_found');
	return present(row);
}

export async function createArtist(db: Database, actor: Actor, fields: Fields): Promise<ConsoleArtist> {
	return present(await db.transaction((tx) => insert(tx, actor, fields)));
}

/** Creates an artist within a larger transaction and returns the id. */
export async function createArtistIn(tx: Tx, actor: Actor, fields: Fields): Promise<number> {
	return (await insert(tx, actor, fields)).artist_id;
}

async function insert(tx: Tx, actor: Actor, fields: Fields): Promise<sql.ArtistRow> {
	const artistId = await sql.insertArtist(tx, await checked(tx, fields));
	const row = await sql.lockArtist(tx, artistId);
	if (!row) throw new Error('An artist just made is gone');
	await record(tx, actor, { action: 'artist.create', target: `artist:${artistId}`, after: row });
	return row;
}

export function editArtist(
	db: Database,
	actor: Actor,
	artistId: number,
	{ version, ...fields }: Fields & { version: number },
): Promise<ConsoleArtist> {
	const edit = { action: 'artist.edit', target: `artist:${artistId}`, version, missing: 'artist_not_found' } as const;
	return db.transaction(async (tx) => {
		const row = await changeThing(tx, actor, edit, {
			read: () => sql.lockArtist(tx, artistId),
			async write(before) {
				if (fields.hidden && !before.hidden) await expectUnlisted(tx, artistId);
				await sql.updateArtist(tx, artistId, await checked(tx, fields));
			},
		});
		return present(row);
	});
}

/** Hides several artists from fans, or shows them. */
export function setArtistsHidden(db: Database, actor: Actor, body: CheckedInputOf<typeof hideCall>['body']) {
	return setHidden(db, actor, body, {
		noun: 'artist',
		missing: 'artist_not_found',
		verbs: { hide: 'hide', show: 'show' },
		lock: sql.lockArtist,
		mayHide: expectUnlisted,
		update: sql.updateHidden,
	});
}

/** @throws {Problem} */
async function expectUnlisted(tx: Tx, artistId: number): Promise<void> {
	if (await sql.selectIsListed(tx, artistId)) throw new Problem('artist_in_ranking');
}

async function checked(tx: Tx, fields: Fields): Promise<sql.ArtistFields> {
	if (fields.kind === 'solo' && (fields.gender === null || fields.birthday === null)) {
		throw new Problem('solo_incomplete');
	}
	await expectMedia(tx, fields.avatar_media_id);
	const { html, policy } = sanitizeHtml(fields.description_raw);
	return { ...fields, description_html: html, description_policy: policy };
}

function present({ name_key: _, ...row }: sql.ArtistRow): ConsoleArtist {
	return { ...row, avatar: presentPicture(row.avatar_media_id) };
}

const cells = {
	id: (artist: ConsoleArtist) => artist.artist_id,
	name: (artist: ConsoleArtist) => artist.en_name,
	native: (artist: ConsoleArtist) => artist.native_name ?? artist.sub_title,
	kind: (artist: ConsoleArtist) => artist.kind,
	color: (artist: ConsoleArtist) => artist.fan_color,
	status: (artist: ConsoleArtist) => (artist.hidden ? 'hidden' : 'visible'),
};

/** Artists as a CSV file. */
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
