import * as calls from '#contract/operator/translations.ts';
import {
	type listTranslations,
	type Translation,
	type TranslationSubject,
	translated,
} from '#contract/operator/translations.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import { serveChange, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { raw, row, set, sql, type Sql, type Db, type Tx } from '#server/kernel/database.ts';
import type { ReplyOf } from '#contract/endpoint.ts';

export function translationOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listTranslations, ({ params }) => selectTranslations(db, subjectOf(params)));

	serveChange(
		deps,
		calls.saveTranslation,
		async (tx, { operator, params, body: { title, text_raw, more, version } }) => {
			const [subject, { language }] = [subjectOf(params), params];
			const [table, column] = placeOf(subject.kind);
			const held = sql`select from ${raw(table)} where ${raw(column)}::text = ${subject.id} for no key update`;
			if (!(await held.exists(tx))) throw new Problem('not_found');
			const before = await lockTranslation(tx, subject, language);
			if ((before?.version ?? null) !== version) throw new Problem('stale_edit');
			const { html, policy } = sanitizeHtml(text_raw);
			const texts = Object.fromEntries(more.map(({ name, text }) => [name, text]));
			const written = { title, text_raw, text_html: html, text_policy: policy, more: JSON.stringify(texts) };
			const [key, fields] = [
				{ subject: subject.kind, subject_id: subject.id, language },
				{ ...written, of_hash: hashOf(subject) },
			];
			const after = await sql`insert into translation ${row({ ...key, ...fields })}
				on conflict (subject, subject_id, language) do update set ${set(fields)}, version = translation.version + 1
				returning ${FIELDS}`.one<Translation>(tx);
			await record(tx, operator, { action: 'translation.save', target: targetOf(subject), before, after });
			return selectTranslations(tx, subject);
		},
	);

	serveChange(deps, calls.removeTranslation, async (tx, { operator, params }) => {
		const subject = subjectOf(params);
		const before = orRefuse(await lockTranslation(tx, subject, params.language), 'not_found');
		await sql`delete from translation where ${isOf(subject)} and language = ${params.language}`.run(tx);
		await record(tx, operator, { action: 'translation.remove', target: targetOf(subject), before });
		return selectTranslations(tx, subject);
	});
}

const subjectOf = (params: { subject: Subject['kind']; subject_id: string }): Subject => ({
	kind: params.subject,
	id: params.subject_id,
});

/** The subject's own target, so that its audit trail shows its translations too. */
const targetOf = ({ kind, id }: Subject) => calls.translated[kind].target ?? `${kind}:${id}`;

interface Subject {
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

type Translations = ReplyOf<typeof listTranslations>;

async function selectTranslations(db: Db, subject: Subject): Promise<Translations> {
	const translations =
		await sql`select ${FIELDS}, of_hash not in ('', ${hashOf(subject)}) as is_outdated from translation
		where ${isOf(subject)} order by language`.all<Translation>(db);
	const original = await sql`select content_language, ${listed(moreOf(subject))} as more
		from site_setting`.one<Omit<Translations, 'translations'>>(db);
	return { ...original, translations };
}

const lockTranslation = (tx: Tx, subject: Subject, language: string): Promise<Translation | null> =>
	sql`select ${FIELDS} from translation
		where ${isOf(subject)} and language = ${language} for update`.maybeOne(tx);
