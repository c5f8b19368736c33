/** Incidents in the hands of operators: open, update, correct. Every step is in the audit trail. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/operator/incidents/incidents.ts';
import { record, changeThing } from '#server/audit-trail/audit-trail.ts';
import type { Database, Db, Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { insertRow, lockRow, updateRow } from '#server/resources/table.ts';
import * as sql from './sql.ts';

const LISTED_MAX = 200;

export const listIncidents = (db: Db): Promise<calls.Incident[]> => sql.selectIncidents(db, LISTED_MAX);

/** @throws {Problem} */
export async function lockIncident(tx: Tx, incidentId: number): Promise<calls.Incident> {
	const incident = await lockRow(tx, sql.incident, incidentId);
	if (!incident) throw new Problem('incident_not_found');
	return incident;
}

export function openIncident(
	db: Database,
	actor: Actor,
	{ state, words, starts_local: starts, ...fields }: CheckedInputOf<typeof calls.openIncident>['body'],
): Promise<calls.Incident> {
	return db.transaction(async (tx) => {
		await expectPast(tx, { starts, ends: null });
		const incidentId = Number(await insertRow(tx, sql.incident, { ...fields, state, starts_local: starts }));
		await sql.insertUpdate(tx, incidentId, { state, words, operatorId: actor.operatorId });
		const after = { ...fields, starts_local: starts, state, words };
		await record(tx, actor, { action: 'incident.open', target: `incident:${incidentId}`, after });
		return lockIncident(tx, incidentId);
	});
}

export function editIncident(
	db: Database,
	actor: Actor,
	incidentId: number,
	{ version, starts_local: starts, ends_local: ends, ...fields }: CheckedInputOf<typeof calls.editIncident>['body'],
): Promise<calls.Incident> {
	return change(db, actor, { incidentId, version, action: 'incident.edit' }, async (tx, before) => {
		// Only a step ends an open incident.
		const end = before.ended_time === null ? null : (ends ?? before.ends_local);
		await expectPast(tx, { starts, ends: end }, before);
		await updateRow(tx, sql.incident, incidentId, { ...fields, starts_local: starts, ends_local: end }, before);
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
			read: () => lockRow(tx, sql.incident, incidentId),
			write: (before) => write(tx, before),
		}),
	);
}

/**
 * A span in the future would promise gems for votes that are still to fail. Times whose text is the stored one keep their
 * instants.
 * @throws {Problem}
 */
async function expectPast(
	tx: Tx,
	{ starts, ends }: { starts: string; ends: string | null },
	before?: calls.Incident,
): Promise<void> {
	const times = await readSiteTimes(tx);
	const startedAt = times.instantOf(
		'starts_local',
		starts,
		before && { local: before.starts_local, seconds: before.started_time },
	);
	const endedAt = times.instantOf(
		'ends_local',
		ends,
		before && { local: before.ends_local, seconds: before.ended_time },
	);
	if (startedAt > times.now || (endedAt && (endedAt > times.now || endedAt < startedAt))) {
		throw new Problem('period_invalid', { message: 'The fault must have begun before now, and ended after it began' });
	}
}
