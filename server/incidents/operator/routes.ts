import * as calls from '#contract/operator/incidents/incidents.ts';
import { serveChange, serveCreation, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { readRow } from '#server/resources/table.ts';
import { askMakeGood, previewMakeGood } from '../make-good/make-good.ts';
import * as manage from './incidents.ts';

export function incidentOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	const read = async ({ id }: { id: number }) => ({ incident: await readRow(db, manage.stored, id) });
	serveOperator(deps, calls.listIncidents, async () => ({ incidents: await manage.listIncidents(db) }));
	serveCreation(deps, calls.openIncident, (tx, { operator, body }) => manage.openIncident(tx, operator, body), read);
	serveChange(deps, calls.editIncident, async (tx, { operator, params, body }) => ({
		incident: await manage.editIncident(tx, operator, params.incident_id, body),
	}));
	serveCreation(
		deps,
		calls.updateIncident,
		async (tx, { operator, params: { incident_id: id }, body }) => {
			await manage.updateIncident(tx, operator, id, body);
			return { id };
		},
		read,
	);
	serveOperator(deps, calls.previewMakeGood, async ({ params, body }) => ({
		make_good: await previewMakeGood(db, params.incident_id, body.gems_per_fan_max),
	}));
	serveOperator(deps, calls.makeGoodFor, ({ operator, params, body, idempotencyKey }) =>
		askMakeGood(db, operator, { incidentId: params.incident_id, ...body }, idempotencyKey),
	);
}
