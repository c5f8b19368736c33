/** Translations of content, as operators work on them. */
import * as calls from '#contract/operator/translations.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { selectTranslations, type Subject } from './sql.ts';
import { removeTranslation, saveTranslation } from './translations.ts';

export function translationOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listTranslations, ({ params }) => selectTranslations(db, subjectOf(params)));
	serveOperator(deps, calls.saveTranslation, ({ operator, params, body }) =>
		saveTranslation(db, operator, subjectOf(params), params.language, body),
	);
	serveOperator(deps, calls.removeTranslation, ({ operator, params }) =>
		removeTranslation(db, operator, subjectOf(params), params.language),
	);
}

const subjectOf = (params: { subject: Subject['kind']; subject_id: number }): Subject => ({
	kind: params.subject,
	id: params.subject_id,
});
