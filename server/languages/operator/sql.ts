/** Statements of operators on translations. Rows are in the contract's names already. */
import { raw, row, set, sql, type Sql, type Db, type Tx } from '#server/kernel/database.ts';
import type { listTranslations, Translation, TranslationSubject } from '#contract/operator/translations.ts';
import { translated } from '#contract/operator/translations.ts';
import type { ReplyOf } from '#contract/endpoint.ts';

export interface Subject {
	kind: TranslationSubject;
	id: string;
}

/** Table and key of what is not stored in a table of its name, with a key called like it. */
const PLACES: Partial<Record<TranslationSubject, readonly [table: string, key: string]>> = {
	view: ['view_page', 'view_id'],
	category: ['news_category', 'category_id'],
	ranking: ['ranking', 'ranking_key'],
	entry_card: ['rank_entry_config', 'main_tab'],
	check_in: ['(select check_in_rule_raw as rule_raw from site_setting) as settings', "'rule'"],
};

const placeOf = (kind: TranslationSubject) => PLACES[kind] ?? ([kind, `${kind}_id`] as const);

const COVER = "jsonb_build_object('cover_alt', nullif(cover_alt, ''))";
const MORE: Partial<Record<TranslationSubject, string>> = {
	news: COVER,
	ranking: COVER,
	incident: `(select jsonb_object_agg(update_id, words) from incident_update written
		where written.incident_id = incident.incident_id)`,
};

const isOf = ({ kind, id }: Subject): Sql => sql`subject = ${kind} and subject_id = ${id}`;

const listed = (more: Sql) =>
	sql`(select coalesce(json_agg(json_build_object('name', key, 'text', value)), '[]') from jsonb_each_text(${more}))`;
const FIELDS = sql`language, title, text_raw, text_html, ${listed(raw('more'))} as more, version`;

const ofOriginal = ({ kind, id }: Subject, what: Sql): Sql => {
	const [table, key] = placeOf(kind);
	return sql`(select ${what} from ${raw(table)} where ${raw(key)}::text = ${id})`;
};
const moreOf = (subject: Subject) =>
	ofOriginal(subject, raw(`jsonb_strip_nulls(${MORE[subject.kind] ?? "'{}'::jsonb"})`));

const hashOf = (subject: Subject): Sql => {
	const { title, text_raw } = translated[subject.kind];
	const texts = [title, text_raw].filter((text) => text !== undefined).join(', ');
	return sql`md5(concat_ws(chr(10), ${ofOriginal(subject, raw(`concat_ws(chr(10), ${texts})`))},
		nullif(${moreOf(subject)}, '{}')))`;
};

export type Translations = ReplyOf<typeof listTranslations>;

export async function selectTranslations(db: Db, subject: Subject): Promise<Translations> {
	const translations =
		await sql`select ${FIELDS}, of_hash not in ('', ${hashOf(subject)}) as is_outdated from translation
		where ${isOf(subject)} order by language`.all<Translation>(db);
	const original = await sql`select content_language, ${listed(moreOf(subject))} as more
		from site_setting`.one<Omit<Translations, 'translations'>>(db);
	return { ...original, translations };
}

export const lockTranslation = (tx: Tx, subject: Subject, language: string): Promise<Translation | null> =>
	sql`select ${FIELDS} from translation
		where ${isOf(subject)} and language = ${language} for update`.maybeOne(tx);

export function lockSubject(tx: Tx, { kind, id }: Subject): Promise<boolean> {
	const [table, key] = placeOf(kind);
	return sql`select from ${raw(table)} where ${raw(key)}::text = ${id} for no key update`.exists(tx);
}

export interface TranslationFields {
	title: string;
	text_raw: string;
	text_html: string;
	text_policy: number;
	more: string;
}

export function upsertTranslation(tx: Tx, subject: Subject, language: string, texts: TranslationFields) {
	const { kind, id } = subject;
	const fields = { ...texts, of_hash: hashOf(subject) };
	return sql`insert into translation ${row({ subject: kind, subject_id: id, language, ...fields })}
		on conflict (subject, subject_id, language) do update set ${set(fields)}, version = translation.version + 1
		returning ${FIELDS}`.one<Translation>(tx);
}

export const deleteTranslation = (tx: Tx, subject: Subject, language: string): Promise<void> =>
	sql`delete from translation where ${isOf(subject)} and language = ${language}`.run(tx);
