import * as calls from '#contract/operator/translations.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';

export function translationOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listTranslations, ({ params }) => sql.selectTranslations(db, subjectOf(params)));

	serveOperator(deps, calls.saveTranslation, ({ operator, params, body: { title, text_raw, more, version } }) =>
		db.transaction(async (tx) => {
			const [subject, { language }] = [subjectOf(params), params];
			if (!(await sql.lockSubject(tx, subject))) throw new Problem('not_found');
			const before = await sql.lockTranslation(tx, subject, language);
			if ((before?.version ?? null) !== version) throw new Problem('stale_edit');
			const { html, policy } = sanitizeHtml(text_raw);
			const texts = Object.fromEntries(more.map(({ name, text }) => [name, text]));
			const fields = { title, text_raw, text_html: html, text_policy: policy, more: JSON.stringify(texts) };
			const after = await sql.upsertTranslation(tx, subject, language, fields);
			await record(tx, operator, { action: 'translation.save', target: targetOf(subject), before, after });
			return sql.selectTranslations(tx, subject);
		}),
	);

	serveOperator(deps, calls.removeTranslation, ({ operator, params }) =>
		db.transaction(async (tx) => {
			const subject = subjectOf(params);
			const before = orRefuse(await sql.lockTranslation(tx, subject, params.language), 'not_found');
			await sql.deleteTranslation(tx, subject, params.language);
			await record(tx, operator, { action: 'translation.remove', target: targetOf(subject), before });
			return sql.selectTranslations(tx, subject);
		}),
	);
}

const subjectOf = (params: { subject: sql.Subject['kind']; subject_id: string }): sql.Subject => ({
	kind: params.subject,
	id: params.subject_id,
});

/** The subject's own target, so that its audit trail shows its translations too. */
const targetOf = ({ kind, id }: sql.Subject) => calls.translated[kind].target ?? `${kind}:${id}`;
