import type { TranslationSubject } from '#contract/operator/translations.ts';
import { type Db, type Tx, raw, sql, type Sql } from '#server/kernel/database.ts';

/** Joins the translation of a row as `named`. `id` is the key by which the console names the row. */
export const translation = (subject: TranslationSubject, id: string, language: string | null, named = 'translation') =>
	sql`left join translation ${raw(named)} on ${raw(named)}.language = ${language}
	and ${raw(`${named}.subject = '${subject}' and ${named}.subject_id = ${id}::text`)}`;

/** A short text and its language, of the translation or as written. `site_setting` is joined as `site`. */
export const textIn = (own: string, original: string, name: string, lang = 'lang'): Sql =>
	raw(`coalesce(nullif(${own}, ''), ${original}) as "${name}",
		case when ${own} <> '' then ${own.replace(/\..*/, '')}.language else site.content_language end as "${lang}"`);

/** Rankings with their titles in a language where they are translated, and the language of each. */
export async function withTitles<Ranking extends { ranking_key: string; title: string }>(
	db: Db,
	rankings: readonly Ranking[],
	language: string | null | undefined,
): Promise<(Ranking & { lang: string })[]> {
	const keys = rankings.map(({ ranking_key: key }) => key);
	const { original, titles } = await sql`select content_language as original, coalesce((
			select json_object_agg(subject_id, title) from translation where subject = 'ranking'
				and subject_id = any(${keys}) and language = ${language ?? null} and title <> ''), '{}') as titles
		from site_setting`
		.prepared('select_ranking_titles')
		.one<{ original: string; titles: Partial<Record<string, string>> }>(db);
	return rankings.map((ranking) => {
		const title = titles[ranking.ranking_key];
		return title === undefined ? { ...ranking, lang: original } : { ...ranking, title, lang: language ?? original };
	});
}

/** Call it after the subject is deleted: until then, another operator may add one. */
export const deleteTranslations = (tx: Tx, subject: string, id: string | number): Promise<void> =>
	sql`delete from translation where subject = ${subject} and subject_id = ${String(id)}`.run(tx);
