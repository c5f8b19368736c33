/** Statements of operators on artists. Rows are in the contract's names already. */
import type { ConsoleArtist } from '#contract/operator/artists.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';

export type ArtistRow = Omit<ConsoleArtist, 'avatar'> & { name_key: string };

/** Fields that an operator enters, with the sanitized copy of the description. */
export type ArtistFields = Omit<ArtistRow, 'artist_id' | 'version' | 'name_key'> & { description_policy: number };

const ARTIST = `artist_id, kind, en_name, native_name, native_lang, sub_title, nationality, gender, birthday, fan_color,
	avatar_media_id, description_raw, description_html, hidden_at is not null as hidden, version,
	lower(en_name) as name_key`;

export interface ArtistFilter {
	search: string;
	kind: string | null;
	birthMonth: number | null;
	sort: 'name' | 'newest';
	order: 'asc' | 'desc';
	after: readonly [string, number] | null;
	limit: number;
}

export function selectArtists(db: Db, filter: ArtistFilter): Promise<ArtistRow[]> {
	const { search, kind, birthMonth, sort, order, after, limit } = filter;
	const past = order === 'asc' ? '>' : '<';
	const id = /^[1-9]\d{0,8}$/.test(search) ? Number(search) : null;
	const [beyond, columns] =
		sort === 'name'
			? [`(lower(en_name), artist_id) ${past} ($5, $6::integer)`, `lower(en_name) ${order}, artist_id ${order}`]
			: [`artist_id ${past} $6::integer and $5::text is not null`, `artist_id ${order}`];
	return db.query<ArtistRow>({
		text: `select ${ARTIST} from artist
			where ($1 = '' or artist_id = $2
					or position(lower($1) in lower(concat_ws(' ', en_name, native_name, sub_title))) > 0)
				and ($3::text is null or kind = $3) and ($4::integer is null or extract(month from birthday) = $4)
				and ($5::text is null or ${beyond})
			order by ${columns} limit $7`,
		values: [search, id, kind, birthMonth, after?.[0] ?? null, after?.[1] ?? null, limit],
	});
}

export function selectArtist(db: Db, artistId: number): Promise<ArtistRow | null> {
	return maybeOne<ArtistRow>(db, { text: `select ${ARTIST} from artist where artist_id = $1`, values: [artistId] });
}

export function lockArtist(tx: Tx, artistId: number): Promise<ArtistRow | null> {
	return maybeOne<ArtistRow>(tx, {
		text: `select ${ARTIST} from artist where artist_id = $1 for update`,
		values: [artistId],
	});
}

const FIELDS = `kind, en_name, native_name, native_lang, sub_title, nationality, gender, birthday, fan_color,
	avatar_media_id, description_raw, description_html, description_policy`;

export async function insertArtist(tx: Tx, fields: ArtistFields): Promise<number> {
	const { artistId } = await one<{ artistId: number }>(tx, {
		text: `insert into artist (${FIELDS}, hidden_at)
			select ${FIELDS}, case when $2 then lightstick_now() end from jsonb_populate_record(null::artist, $1)
			returning artist_id as "artistId"`,
		values: [JSON.stringify(fields), fields.hidden],
	});
	return artistId;
}

export async function updateArtist(tx: Tx, artistId: number, fields: ArtistFields): Promise<void> {
	await tx.query({
		text: `update artist set (${FIELDS}) = (select ${FIELDS} from jsonb_populate_record(null::artist, $2)),
				hidden_at = case when $3 then coalesce(hidden_at, lightstick_now()) end, version = version + 1
			where artist_id = $1`,
		values: [artistId, JSON.stringify(fields), fields.hidden],
	});
}

export async function updateHidden(tx: Tx, artistId: number, hidden: boolean): Promise<void> {
	await tx.query({
		text: `update artist set hidden_at = case when $2 then lightstick_now() end, version = version + 1 where artist_id = $1`,
		values: [artistId, hidden],
	});
}

/** Returns true if fans see the artist in a ranking that has not ended. */
export async function selectIsListed(tx: Tx, artistId: number): Promise<boolean> {
	const row = await maybeOne(tx, {
		text: `select from ranking_entry entry join ranking using (ranking_id)
			where artist_id = $1 and entry.hidden_at is null and ends_at > lightstick_now() limit 1`,
		values: [artistId],
	});
	return row !== null;
}
