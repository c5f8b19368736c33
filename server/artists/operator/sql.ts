/** Statements of operators on artists. Rows are in the contract's names already. */
import type { CheckedInputOf, InputOf } from '#contract/endpoint.ts';
import { artists, type ConsoleArtist, type createArtist, type listArtists } from '#contract/operator/artists.ts';
import { type Db, type Tx, isBehind, ordered, sql } from '#server/kernel/database.ts';
import type { Part } from '#server/kernel/paging.ts';
import { Problem } from '#server/kernel/problem.ts';
import { rowsOf, type Table } from '#server/resources/table.ts';

type ArtistRow = Omit<ConsoleArtist, 'avatar'> & { name_key: string };

export const artist: Table<InputOf<typeof createArtist>['body'], ArtistRow> = {
	...artists,
	table: 'artist',
	shown: sql`folded(en_name) as name_key`,
	async check(_, { kind, gender, birthday }) {
		if (kind === 'solo' && (gender === null || birthday === null)) throw new Problem('solo_incomplete');
	},
};

type Filter = CheckedInputOf<typeof listArtists>['query'];

export function selectArtists(db: Db, filter: Filter, after: Part[] | null, limit: number): Promise<ArtistRow[]> {
	const { search = '', kind = null, birth_month: month = null, sort = 'name' } = filter;
	const { order = sort === 'name' ? 'asc' : 'desc' } = filter;
	const id = /^[1-9]\d{0,8}$/.test(search) ? Number(search) : null;
	const columns = sort === 'name' ? ['folded(en_name)', 'artist_id'] : ['artist_id'];
	return sql`${rowsOf(artist)}
		where (${search} = '' or artist_id = ${id}
				or holds(search_text, ${search}))
			and (${kind}::text is null or kind = ${kind})
			and (${month}::integer is null or extract(month from birthday) = ${month}::integer)
			and ${isBehind(columns, order, after && after.slice(-columns.length))}
		${ordered(columns, order)} limit ${limit}`.all(db);
}

export type Names = Pick<ArtistRow, 'en_name' | 'native_name' | 'sub_title'>;

export interface Listing {
	rankingId: number;
	/** `voting`: fans vote, or will before anybody can stop them. `review`: the vote is over and no result certified. */
	stage: 'upcoming' | 'voting' | 'review';
}

export const lockListings = (tx: Tx, artistId: number): Promise<Listing[]> =>
	sql`select ranking.ranking_id as "rankingId", case when published_at is null or starts_at > lightstick_now()
				then 'upcoming' when ends_at > lightstick_now() then 'voting' else 'review' end as stage
		from ranking_entry entry join ranking using (ranking_id)
		where artist_id = ${artistId}
			and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
		order by ranking.ranking_id for no key update of ranking`.all(tx);

export function bumpListings(tx: Tx, listings: readonly Listing[]): Promise<void> {
	const ids = listings.map(({ rankingId }) => rankingId);
	return sql`update ranking set entries_version = entries_version + 1 where ranking_id = any(${ids})`.run(tx);
}

export function selectIsAlike(tx: Tx, artistId: number, listings: readonly Listing[]): Promise<boolean> {
	const ids = listings.map(({ rankingId }) => rankingId);
	return sql`select from ranking_entry entry join artist other using (artist_id) join artist own
			on own.artist_id = ${artistId} and other.artist_id <> own.artist_id and folded(other.en_name) = folded(own.en_name)
				and (folded(other.native_name), folded(other.sub_title))
					is not distinct from (folded(own.native_name), folded(own.sub_title))
		where entry.ranking_id = any(${ids}) limit 1`.exists(tx);
}

/** Returns true if another artist of a running vote has one of these names, or had it: the public log's auditor asks so, too. */
export function selectIsTaken(
	tx: Tx,
	artistId: number,
	names: readonly (string | null)[],
	listings: readonly Listing[],
) {
	const ids = listings.filter(({ stage }) => stage === 'voting').map(({ rankingId }) => rankingId);
	return sql`select from ranking_entry entry join artist other using (artist_id)
			cross join lateral (
				select unnest(array[other.en_name, other.native_name]) as name
				union all
				select unnest(array[before ->> 'en_name', before ->> 'native_name']) from audit_entry
				where target = 'artist:' || other.artist_id and action = 'artist.edit'
			) called
		where entry.ranking_id = any(${ids}) and other.artist_id <> ${artistId}
			and replace(folded(called.name), ' ', '') in (select replace(folded(given), ' ', '') from unnest(${names}::text[]) given)
		limit 1`.exists(tx);
}

export const selectIsListed = (tx: Tx, artistId: number): Promise<boolean> =>
	sql`select from ranking_entry entry join ranking using (ranking_id)
		where artist_id = ${artistId} and entry.hidden_at is null and ends_at > lightstick_now() limit 1`.exists(tx);
