import * as calls from '#contract/operator/incidents/incidents.ts';
import { serveCreation, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { askMakeGood, previewMakeGood } from '../make-good/make-good.ts';
import * as manage from './incidents.ts';

export function incidentOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listIncidents, async () => ({ incidents: await manage.listIncidents(db) }));
	serveCreation(
		deps,
		calls.openIncident,
		(tx, { operator, body }) => manage.openIncident(tx, operator, body),
		(incident) => ({ incident }),
	);
	serveOperator(deps, calls.editIncident, async ({ operator, params, body }) => ({
		incident: await manage.editIncident(db, operator, params.incident_id, body),
	}));
	serveCreation(
		deps,
		calls.updateIncident,
		(tx, { operator, params, body }) => manage.updateIncident(tx, operator, params.incident_id, body),
		(incident) => ({ incident }),
	);
	serveOperator(deps, calls.previewMakeGood, async ({ params, body }) => ({
		make_good: await previewMakeGood(db, params.incident_id, body.gems_per_fan_max),
	}));
	serveOperator(deps, calls.makeGoodFor, ({ operator, params, body, idempotencyKey }) =>
		askMakeGood(db, operator, { incidentId: params.incident_id, ...body }, idempotencyKey),
	);
}
