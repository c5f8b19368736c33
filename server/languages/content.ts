/** Translations of content, as fans read them. */
import type { TranslationSubject } from '#contract/operator/translations.ts';
import { type Db, type Tx, raw, sql, type Sql } from '#server/kernel/database.ts';

/** Joins the translation of a row as `named`. `id` is the key by which the console names the row. */
export const translation = (
	subject: TranslationSubject,
	id: string,
	language: string | null,
	named = 'translation',
): Sql => sql`left join translation ${raw(named)} on ${raw(named)}.language = ${language}
	and ${raw(`${named}.subject = '${subject}' and ${named}.subject_id = ${id}::text`)}`;

/** The same for a short text alone: null where it is not translated. */
export const translatedTitle = (subject: TranslationSubject, id: string, language: string | null): Sql =>
	sql`(select nullif(title, '') from translation where translation.language = ${language}
		and ${raw(`subject = '${subject}' and subject_id = ${id}::text`)})`;

/** Replaces the titles of rankings that are translated. */
export async function withTitles<Ranking extends { ranking_key: string; title: string }>(
	db: Db,
	rankings: readonly Ranking[],
	language: string | null | undefined,
): Promise<Ranking[]> {
	if (!language || rankings.length === 0) return [...rankings];
	const keys = rankings.map(({ ranking_key: key }) => key);
	const found = await sql`select subject_id, title from translation where subject = 'ranking'
			and subject_id = any(${keys}) and language = ${language} and title <> ''`
		.prepared('select_ranking_titles')
		.all<{ subject_id: string; title: string }>(db);
	const titles = new Map(found.map(({ subject_id: key, title }) => [key, title]));
	return rankings.map((ranking) => ({ ...ranking, title: titles.get(ranking.ranking_key) ?? ranking.title }));
}

/** Call it after the subject is deleted: until then, another operator may add one. */
export function deleteTranslations(tx: Tx, subject: string, id: string | number): Promise<void> {
	return sql`delete from translation where subject = ${subject} and subject_id = ${String(id)}`.run(tx);
}
