import {
	type ConsoleArtist,
	type createArtist as createCall,
	type listArtists as listCall,
	consoleArtist,
	artists,
} from '#contract/operator/artists.ts';
import type { CheckedInputOf, InputOf } from '#contract/endpoint.ts';
import * as z from 'zod/mini';
import { applyOrRequestApproval, type Approved, changedSince } from '#server/approvals/approvals.ts';
import { type Database, type Db, type Tx, isBehind, ordered, sql } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { asName } from '#server/kernel/csv.ts';
import { readPage, type Part } from '#server/kernel/paging.ts';
import { changeThing } from '#server/audit-trail/audit-trail.ts';
import { createRow, lockRow, readRow, updateRow, withPictures, rowsOf, type Table } from '#server/resources/table.ts';

type Fields = CheckedInputOf<typeof createCall>['body'];

export async function listArtists(db: Db, filter: CheckedInputOf<typeof listCall>['query']) {
	const { list, cursor } = await readPage(
		filter,
		['text', 'integer'],
		(after, limit) => selectArtists(db, filter, after, limit),
		(row) => [row.name_key, row.artist_id],
	);
	return { list: list.map(withPictures), cursor };
}

export const createArtistIn = async (tx: Tx, actor: Actor, fields: Fields): Promise<number> =>
	Number((await createRow(tx, actor, artist, fields)).id);

export function editArtist(
	db: Database,
	actor: Actor,
	artistId: number,
	{ version, why, ...fields }: Fields & { version: number; why?: string | undefined },
): Promise<{ artist: ConsoleArtist; approval_id: string | null }> {
	const target = `artist:${artistId}`;
	return db.transaction(async (tx) => {
		const [before, after] = [namesOf(await readRow(tx, artist, artistId)), namesOf(fields)];
		// Before the artist: entering an artist into a ranking takes the locks in this order.
		const listings = isSame(before, after) ? [] : await lockListings(tx, artistId);
		let approvalId: string | null = null;
		const edit = { action: 'artist.edit', target, version, missing: 'artist_not_found', ...(why && { why }) } as const;
		const changed = await changeThing(tx, actor, edit, {
			read: () => lockRow(tx, artist, artistId),
			async write(row) {
				await artist.check?.(tx, fields, row);
				if (fields.hidden && !row.hidden) await expectUnlisted(tx, artistId);
				const large = expectUnreviewed(listings).some(({ stage }) => stage === 'voting');
				if (large && why === undefined) throw new Problem('rename_needs_reason');
				const payload = { artist_id: artistId, before, after };
				const asked = { kind: 'artist_rename', payload, large, why: why ?? '', target } as const;
				approvalId = await applyOrRequestApproval(tx, actor, asked, async () => undefined);
				await updateRow(tx, artist, artistId, { ...fields, ...(approvalId === null ? after : before) });
				if (approvalId === null) await renameIn(tx, artistId, { before, after }, listings);
			},
		});
		return { artist: withPictures(changed), approval_id: approvalId };
	});
}

type Renaming = Record<'before' | 'after', Names>;
const namesOf = ({ en_name, native_name, sub_title }: Names): Names => ({ en_name, native_name, sub_title });
const isSame = (one: Names, other: Names) => JSON.stringify(one) === JSON.stringify(other);

/** @throws {Problem} artist_in_review: the log is closed, and its result will be certified under the names that it says */
function expectUnreviewed(listings: Listing[]): Listing[] {
	if (listings.some(({ stage }) => stage === 'review')) throw new Problem('artist_in_review');
	return listings;
}

/** The public log counts by id: an artist who takes another's name during a vote would look like one who takes the votes. */
async function renameIn(tx: Tx, artistId: number, { before, after }: Renaming, listings: readonly Listing[]) {
	if (await selectIsAlike(tx, artistId, listings)) throw new Problem('artists_alike');
	const fresh = [after.en_name, after.native_name].filter(
		(name) => name !== null && name !== before.en_name && name !== before.native_name,
	);
	if (await selectIsTaken(tx, artistId, fresh, listings)) throw new Problem('name_taken');
	const ids = listings.map(({ rankingId }) => rankingId);
	await sql`update ranking set entries_version = entries_version + 1 where ranking_id = any(${ids})`.run(tx);
}

const names = z.pick(consoleArtist, { en_name: true, native_name: true, sub_title: true });
const renaming = z.object({ artist_id: z.int(), before: names, after: names });

/** Performs an approved request if the artist is still called as it was then. */
export async function performRename(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	const { artist_id: artistId, before, after } = z.parse(renaming, payload);
	const listings = expectUnreviewed(await lockListings(tx, artistId));
	const row = await lockRow(tx, artist, artistId);
	if (!row || !isSame(namesOf(row), before)) throw changedSince('artist');
	const edit = { action: 'artist.edit', target: `artist:${artistId}`, version: row.version, why, approvalId };
	await changeThing(
		tx,
		askedBy,
		{ ...edit, missing: 'artist_not_found' },
		{
			read: () => lockRow(tx, artist, artistId),
			async write() {
				await updateRow(tx, artist, artistId, after);
				await renameIn(tx, artistId, { before, after }, listings);
			},
		},
	);
}

/** @throws {Problem} artist_in_ranking */
export async function expectUnlisted(tx: Tx, artistId: number): Promise<void> {
	const isListed = sql`select from ranking_entry entry join ranking using (ranking_id)
		where artist_id = ${artistId} and entry.hidden_at is null and ends_at > lightstick_now() limit 1`;
	if (await isListed.exists(tx)) throw new Problem('artist_in_ranking');
}

export const artistCells = {
	en_name: (artist: ConsoleArtist) => asName(artist.en_name),
	sub_title: (artist: ConsoleArtist) => asName(artist.sub_title),
	status: ({ hidden }: ConsoleArtist) => (hidden ? 'hidden' : 'visible'),
};

type ArtistRow = Omit<ConsoleArtist, 'avatar'> & { name_key: string };

export const artist: Table<InputOf<typeof createCall>['body'], ArtistRow> = {
	...artists,
	table: 'artist',
	shown: sql`folded(en_name) as name_key`,
	async check(_, { kind, gender, birthday }) {
		if (kind === 'solo' && (gender === null || birthday === null)) throw new Problem('solo_incomplete');
	},
};

type Filter = CheckedInputOf<typeof listCall>['query'];

function selectArtists(db: Db, filter: Filter, after: Part[] | null, limit: number): Promise<ArtistRow[]> {
	const { search = '', kind = null, sort = 'name' } = filter;
	const { order = sort === 'name' ? 'asc' : 'desc' } = filter;
	const id = /^[1-9]\d{0,8}$/.test(search) ? Number(search) : null;
	const columns = sort === 'name' ? ['folded(en_name)', 'artist_id'] : ['artist_id'];
	return sql`${rowsOf(artist)}
		where (${search} = '' or artist_id = ${id}
				or holds(search_text, ${search}))
			and (${kind}::text is null or kind = ${kind})
			and ${isBehind(columns, order, after && after.slice(-columns.length))}
		${ordered(columns, order)} limit ${limit}`.all(db);
}

type Names = Pick<ArtistRow, 'en_name' | 'native_name' | 'sub_title'>;

interface Listing {
	rankingId: number;
	/** `voting`: fans vote, or will before anybody can stop them. `review`: the vote is over and no result certified. */
	stage: 'upcoming' | 'voting' | 'review';
}

const lockListings = (tx: Tx, artistId: number): Promise<Listing[]> =>
	sql`select ranking.ranking_id as "rankingId", case when published_at is null or starts_at > lightstick_now()
				then 'upcoming' when ends_at > lightstick_now() then 'voting' else 'review' end as stage
		from ranking_entry entry join ranking using (ranking_id)
		where artist_id = ${artistId}
			and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
		order by ranking.ranking_id for no key update of ranking`.all(tx);

function selectIsAlike(tx: Tx, artistId: number, listings: readonly Listing[]): Promise<boolean> {
	const ids = listings.map(({ rankingId }) => rankingId);
	return sql`select from ranking_entry entry join artist other using (artist_id) join artist own
			on own.artist_id = ${artistId} and other.artist_id <> own.artist_id and folded(other.en_name) = folded(own.en_name)
				and (folded(other.native_name), folded(other.sub_title))
					is not distinct from (folded(own.native_name), folded(own.sub_title))
		where entry.ranking_id = any(${ids}) limit 1`.exists(tx);
}

/** Returns true if another artist of a running vote has one of these names, or had it: the public log's auditor asks so, too. */
function selectIsTaken(tx: Tx, artistId: number, called: readonly (string | null)[], listings: readonly Listing[]) {
	const ids = listings.filter(({ stage }) => stage === 'voting').map(({ rankingId }) => rankingId);
	return sql`select from ranking_entry entry join artist other using (artist_id)
			cross join lateral (
				select unnest(array[other.en_name, other.native_name]) as name
				union all
				select unnest(array[before ->> 'en_name', before ->> 'native_name']) from audit_entry
				where target = 'artist:' || other.artist_id and action = 'artist.edit'
			) called
		where entry.ranking_id = any(${ids}) and other.artist_id <> ${artistId}
			and replace(folded(called.name), ' ', '') in (select replace(folded(given), ' ', '') from unnest(${called}::text[]) given)
		limit 1`.exists(tx);
}
