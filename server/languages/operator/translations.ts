/** Translations of content in the hands of operators. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { saveTranslation as saveCall } from '#contract/operator/translations.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';

/** Adds or changes a translation and returns all of its subject. @throws {Problem} not_found, stale_edit */
export function saveTranslation(
	db: Database,
	actor: Actor,
	subject: sql.Subject,
	language: string,
	{ title, text_raw, version }: CheckedInputOf<typeof saveCall>['body'],
): Promise<sql.Translations> {
	return db.transaction(async (tx) => {
		if (!(await sql.lockSubject(tx, subject))) throw new Problem('not_found');
		const before = await sql.lockTranslation(tx, subject, language);
		if ((before?.version ?? null) !== version) throw new Problem('stale_edit');
		const { html, policy } = sanitizeHtml(text_raw);
		const fields = { title, text_raw, text_html: html, text_policy: policy };
		const after = await sql.upsertTranslation(tx, subject, language, fields);
		await record(tx, actor, { action: 'translation.save', target: targetOf(subject), before, after });
		return sql.selectTranslations(tx, subject);
	});
}

export function removeTranslation(
	db: Database,
	actor: Actor,
	subject: sql.Subject,
	language: string,
): Promise<sql.Translations> {
	return db.transaction(async (tx) => {
		const before = await sql.lockTranslation(tx, subject, language);
		if (!before) throw new Problem('not_found');
		await sql.deleteTranslation(tx, subject, language);
		await record(tx, actor, { action: 'translation.remove', target: targetOf(subject), before });
		return sql.selectTranslations(tx, subject);
	});
}

/** The subject's own target, so that its audit trail shows its translations too. */
const targetOf = ({ kind, id }: sql.Subject) => `${kind}:${id}`;
