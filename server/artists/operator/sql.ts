/** Statements of operators on artists. Rows are in the contract's names already. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { ConsoleArtist, listArtists } from '#contract/operator/artists.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { Part } from '#server/kernel/paging.ts';
import { isBehind, nowIf, ordered, row, set, sql } from '#server/kernel/sql.ts';

export type ArtistRow = Omit<ConsoleArtist, 'avatar'> & { name_key: string };

/** Fields that an operator enters, with the sanitized copy of the description. */
export type ArtistFields = Omit<ArtistRow, 'artist_id' | 'version' | 'name_key'> & { description_policy: number };

const ARTIST = sql`artist_id, kind, en_name, native_name, native_lang, sub_title, nationality, gender, birthday, fan_color,
	avatar_media_id, description_raw, description_html, hidden_at is not null as hidden, version,
	folded(en_name) as name_key`;

type Filter = CheckedInputOf<typeof listArtists>['query'];

/** `after`: name and id of the last row of the previous page. */
export function selectArtists(db: Db, filter: Filter, after: Part[] | null, limit: number): Promise<ArtistRow[]> {
	const { search = '', kind = null, birth_month: month = null, sort = 'name' } = filter;
	const { order = sort === 'name' ? 'asc' : 'desc' } = filter;
	const id = /^[1-9]\d{0,8}$/.test(search) ? Number(search) : null;
	const columns = sort === 'name' ? ['folded(en_name)', 'artist_id'] : ['artist_id'];
	return sql`select ${ARTIST} from artist
		where (${search} = '' or artist_id = ${id}
				or position(folded(${search}) in search_text) > 0)
			and (${kind}::text is null or kind = ${kind})
			and (${month}::integer is null or extract(month from birthday) = ${month}::integer)
			and ${isBehind(columns, order, after && after.slice(-columns.length))}
		${ordered(columns, order)} limit ${limit}`.all(db);
}

export function selectArtist(db: Db, artistId: number): Promise<ArtistRow | null> {
	return sql`select ${ARTIST} from artist where artist_id = ${artistId}`.maybeOne(db);
}

export function lockArtist(tx: Tx, artistId: number): Promise<ArtistRow | null> {
	return sql`select ${ARTIST} from artist where artist_id = ${artistId} for update`.maybeOne(tx);
}

const columnsOf = ({ hidden, ...same }: ArtistFields) => ({ ...same, hidden_at: nowIf(hidden) });

export function insertArtist(tx: Tx, fields: ArtistFields): Promise<number> {
	return sql`insert into artist ${row(columnsOf(fields))} returning artist_id`.value(tx);
}

export function updateArtist(tx: Tx, artistId: number, fields: ArtistFields): Promise<void> {
	return sql`update artist set ${set(columnsOf(fields))}, version = version + 1 where artist_id = ${artistId}`.run(tx);
}

export function updateHidden(tx: Tx, artistId: number, hidden: boolean): Promise<void> {
	return sql`update artist set hidden_at = ${nowIf(hidden)}, version = version + 1 where artist_id = ${artistId}`.run(
		tx,
	);
}

export type Names = Pick<ArtistRow, 'en_name' | 'native_name' | 'sub_title'>;

export function updateNames(tx: Tx, artistId: number, names: Names): Promise<void> {
	return sql`update artist set ${set({ ...names })}, version = version + 1 where artist_id = ${artistId}`.run(tx);
}

export interface Listing {
	rankingId: number;
	/** `voting`: fans vote, or will before anybody can stop them. `review`: the vote is over and no result certified. */
	stage: 'upcoming' | 'voting' | 'review';
}

/** Returns the rankings whose log, chart or future result calls the artist by name. Locks them before the artist. */
export function lockListings(tx: Tx, artistId: number): Promise<Listing[]> {
	return sql`select ranking.ranking_id as "rankingId", case when published_at is null or starts_at > lightstick_now()
				then 'upcoming' when ends_at > lightstick_now() then 'voting' else 'review' end as stage
		from ranking_entry entry join ranking using (ranking_id)
		where artist_id = ${artistId}
			and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
		order by ranking.ranking_id for no key update of ranking`.all(tx);
}

/** Makes the public logs repeat the candidates. */
export function bumpListings(tx: Tx, listings: readonly Listing[]): Promise<void> {
	const ids = listings.map(({ rankingId }) => rankingId);
	return sql`update ranking set entries_version = entries_version + 1 where ranking_id = any(${ids})`.run(tx);
}

/** Returns true if another artist in these rankings has the same names. */
export function selectIsAlike(tx: Tx, artistId: number, listings: readonly Listing[]): Promise<boolean> {
	const ids = listings.map(({ rankingId }) => rankingId);
	return sql`select from ranking_entry entry join artist other using (artist_id) join artist own
			on own.artist_id = ${artistId} and other.artist_id <> own.artist_id and folded(other.en_name) = folded(own.en_name)
				and (folded(other.native_name), folded(other.sub_title))
					is not distinct from (folded(own.native_name), folded(own.sub_title))
		where entry.ranking_id = any(${ids}) limit 1`.exists(tx);
}

/** Returns true if fans see the artist in a ranking that has not ended. */
export function selectIsListed(tx: Tx, artistId: number): Promise<boolean> {
	return sql`select from ranking_entry entry join ranking using (ranking_id)
		where artist_id = ${artistId} and entry.hidden_at is null and ends_at > lightstick_now() limit 1`.exists(tx);
}
