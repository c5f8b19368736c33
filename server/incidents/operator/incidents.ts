/** Incidents in the hands of operators: open, update, correct. Every step is in the audit trail. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/operator/incidents/incidents.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { changeThing } from '#server/audit-trail/edit.ts';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';

const LISTED_MAX = 200;

export const listIncidents = (db: Db): Promise<calls.Incident[]> => sql.selectIncidents(db, LISTED_MAX);

/** @throws {Problem} */
export async function lockIncident(tx: Tx, incidentId: number): Promise<calls.Incident> {
	const incident = await sql.lockIncident(tx, incidentId);
	if (!incident) throw new Problem('incident_not_found');
	return incident;
}

export function openIncident(
	db: Database,
	actor: Actor,
	{ state, words, ...fields }: CheckedInputOf<typeof calls.openIncident>['body'],
): Promise<calls.Incident> {
	return db.transaction(async (tx) => {
		await expectPast(tx, fields.starts_local, null);
		const incidentId = await sql.insertIncident(tx, fields, state);
		await sql.insertUpdate(tx, incidentId, { state, words, operatorId: actor.operatorId });
		const after = { ...fields, state, words };
		await record(tx, actor, { action: 'incident.open', target: `incident:${incidentId}`, after });
		return lockIncident(tx, incidentId);
	});
}

export function editIncident(
	db: Database,
	actor: Actor,
	incidentId: number,
	{ version, ends_local: ends, ...fields }: CheckedInputOf<typeof calls.editIncident>['body'],
): Promise<calls.Incident> {
	return change(db, actor, { incidentId, version, action: 'incident.edit' }, async (tx, before) => {
		await expectPast(tx, fields.starts_local, ends ?? before.ends_local);
		await sql.updateIncident(tx, incidentId, fields, { ends, before });
	});
}

export function updateIncident(
	db: Database,
	actor: Actor,
	incidentId: number,
	{ version, state, words }: CheckedInputOf<typeof calls.updateIncident>['body'],
): Promise<calls.Incident> {
	return change(db, actor, { incidentId, version, action: 'incident.update' }, async (tx) => {
		await sql.insertUpdate(tx, incidentId, { state, words, operatorId: actor.operatorId });
		await sql.updateState(tx, incidentId, state);
	});
}

function change(
	db: Database,
	actor: Actor,
	{ incidentId, version, action }: { incidentId: number; version: number; action: string },
	write: (tx: Tx, before: calls.Incident) => Promise<void>,
): Promise<calls.Incident> {
	const edit = { action, target: `incident:${incidentId}`, version, missing: 'incident_not_found' } as const;
	return db.transaction((tx) =>
		changeThing(tx, actor, edit, {
			read: () => sql.lockIncident(tx, incidentId),
			write: (before) => write(tx, before),
		}),
	);
}

/** A fault is told when it is there: a span in the future would promise gems for votes that are still to fail. */
async function expectPast(tx: Tx, starts: string, ends: string | null): Promise<void> {
	if (await sql.selectIsMistimed(tx, { starts, ends })) {
		throw new Problem('period_invalid', { message: 'The fault must have begun before now, and ended after it began' });
	}
}
