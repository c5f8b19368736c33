/** Statements of operators on translations. Rows are in the contract's names already. */
import { raw, row, set, sql } from '#server/kernel/sql.ts';
import {
	type listTranslations,
	translated,
	type Translation,
	type TranslationSubject,
} from '#contract/operator/translations.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Db, Tx } from '#server/kernel/database.ts';

export interface Subject {
	kind: TranslationSubject;
	id: number;
}

/** Its table is called like it, and the table's key names the column of `translation`. */
const keyOf = (kind: TranslationSubject) => raw(`${kind}_id`);

const FIELDS = raw('language, title, text_raw, text_html, version');

/** Hash of the texts that are translated. */
const hashOf = ({ kind, id }: Subject) => {
	const texts = Object.values(translated[kind]).filter((field) => field !== '');
	return sql`(select md5(concat_ws(chr(10), ${raw(texts.join(', '))})) from ${raw(kind)} where ${keyOf(kind)} = ${id})`;
};

export type Translations = ReplyOf<typeof listTranslations>;

export async function selectTranslations(db: Db, subject: Subject): Promise<Translations> {
	const { kind, id } = subject;
	const translations =
		await sql`select ${FIELDS}, of_hash not in ('', ${hashOf(subject)}) as is_outdated from translation
		where ${keyOf(kind)} = ${id} order by language`.all<Translation>(db);
	return { content_language: await sql`select content_language from site_setting`.value(db), translations };
}

export function lockTranslation(tx: Tx, { kind, id }: Subject, language: string): Promise<Translation | null> {
	return sql`select ${FIELDS} from translation
		where ${keyOf(kind)} = ${id} and language = ${language} for update`.maybeOne(tx);
}

/** Holds the subject until the transaction ends, so that two operators do not add the same translation. */
export function lockSubject(tx: Tx, { kind, id }: Subject): Promise<boolean> {
	return sql`select from ${raw(kind)} where ${keyOf(kind)} = ${id} for no key update`.exists(tx);
}

export interface TranslationFields {
	title: string;
	text_raw: string;
	text_html: string;
	text_policy: number;
}

export function upsertTranslation(
	tx: Tx,
	subject: Subject,
	language: string,
	{ title, text_raw, text_html, text_policy }: TranslationFields,
): Promise<Translation> {
	const { kind, id } = subject;
	const fields = { title, text_raw, text_html, text_policy, of_hash: hashOf(subject) };
	return sql`insert into translation ${row({ [`${kind}_id`]: id, language, ...fields })}
		on conflict (${keyOf(kind)}, language) do update set ${set(fields)}, version = translation.version + 1
		returning ${FIELDS}`.one(tx);
}

export function deleteTranslation(tx: Tx, { kind, id }: Subject, language: string): Promise<void> {
	return sql`delete from translation where ${keyOf(kind)} = ${id} and language = ${language}`.run(tx);
}
