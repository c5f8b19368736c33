/** Statements of operators on translations. Rows are in the contract's names already. */
import { raw, sql } from '#server/kernel/sql.ts';
import type { listTranslations, Translation, TranslationSubject } from '#contract/operator/translations.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';

export interface Subject {
	kind: TranslationSubject;
	id: number;
}

/** The table of a subject, whose key names the column of `translation`. */
const tables = { news: 'news', artist: 'artist', banner: 'banner' } as const;
const tableOf = (kind: TranslationSubject) => raw(tables[kind]);
const keyOf = (kind: TranslationSubject) => raw(`${tables[kind]}_id`);

const FIELDS = raw('language, title, text_raw, text_html, version');

export type Translations = ReplyOf<typeof listTranslations>;

export async function selectTranslations(db: Db, { kind, id }: Subject): Promise<Translations> {
	const translations = await db.query<Translation>(
		sql`select ${FIELDS} from translation where ${keyOf(kind)} = ${id} order by language`,
	);
	const site = await one<Pick<Translations, 'content_language'>>(db, sql`select content_language from site_setting`);
	return { ...site, translations };
}

export function lockTranslation(tx: Tx, { kind, id }: Subject, language: string): Promise<Translation | null> {
	return maybeOne<Translation>(
		tx,
		sql`select ${FIELDS} from translation where ${keyOf(kind)} = ${id} and language = ${language} for update`,
	);
}

/** Holds the subject until the transaction ends, so that two operators do not add the same translation. */
export async function lockSubject(tx: Tx, { kind, id }: Subject): Promise<boolean> {
	const row = await maybeOne(
		tx,
		sql`select ${keyOf(kind)} from ${tableOf(kind)} where ${keyOf(kind)} = ${id} for no key update`,
	);
	return row !== null;
}

export interface TranslationFields {
	title: string;
	text_raw: string;
	text_html: string;
	text_policy: number;
}

export function upsertTranslation(
	tx: Tx,
	{ kind, id }: Subject,
	language: string,
	{ title, text_raw, text_html, text_policy }: TranslationFields,
): Promise<Translation> {
	const key = keyOf(kind);
	return one<Translation>(
		tx,
		sql`insert into translation (${key}, language, title, text_raw, text_html, text_policy)
			values (${id}, ${language}, ${title}, ${text_raw}, ${text_html}, ${text_policy})
			on conflict (${key}, language) do update set title = excluded.title, text_raw = excluded.text_raw,
				text_html = excluded.text_html, text_policy = excluded.text_policy, version = translation.version + 1
			returning ${FIELDS}`,
	);
}

export async function deleteTranslation(tx: Tx, { kind, id }: Subject, language: string): Promise<void> {
	await tx.query(sql`delete from translation where ${keyOf(kind)} = ${id} and language = ${language}`);
}
